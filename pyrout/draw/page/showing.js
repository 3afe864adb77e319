"use strict";
// The position on the page: its map, its answer, and the reasons that follow.
const showingOf = (page) => {
  const { post, request, complain, change } = page;
  const NOBODY = "No unit may rout: none is broken. Mark one: right click, long press, or the key M, on its counter. For one that may break on purpose, press What if it breaks?";
  let lost = [];  // boards that were open, and are not since the server was started again
  let base = null, reasonsTimer = 0, drawings = 0, explaining = null, there = Promise.resolve(), arrived = () => {};

  // The units whose answers are still to follow: of those that could not be worked out nothing does.
  const waits = (view) => (view.failed ? [] : view.pending || []);
  function timed(found) {
    const left = found.table ? 0 : waits(found.view).length;
    $("busy").textContent = left ? `${left} more being worked out \u2026` : "";
  }
  // The answers that were left out while the chosen unit went first.
  async function rest() {
    const ticket = page.asked;
    try {
      const found = await (await post("/api/view", request({ have: base.map }), false, page.running.signal)).json();
      if (ticket !== page.asked) return;
      page.positions.complete(found.text);
      page.facts = found;
      if (found.unsolved) complain(found.unsolved);
      const resume = pyrout.mark_place();
      draw(found, true, true);
      resume();
      timed(found);
      page.address.note();
    } catch (error) {
      if (ticket !== page.asked) return;
      complain(error.message);
      page.facts.view.failed = true;
      document.body.dataset.pending = "0";
      for (const fate of $("units").querySelectorAll(".pending .fate")) fate.textContent = pyrout.missing();
      if (!pyrout.unit && pyrout.sought) pyrout.select(pyrout.sought);
      timed(page.facts);
      wanted(0);
    }
  }
  // Why each hex is what it is to the chosen unit: asked for when that unit is looked at.
  function wanted(delay) {
    clearTimeout(reasonsTimer);
    if (page.facts.table) return;
    const unit = pyrout.unit;
    if (waits(page.facts.view).length) { document.body.dataset.reasons = ""; return; }  // they follow all the answers
    if (!unit || unit.explained || page.facts.unsolved) { document.body.dataset.reasons = unit && !unit.explained ? "" : "there"; return; }
    document.body.dataset.reasons = "";
    reasonsTimer = setTimeout(() => reasons(page.asked, unit), delay);
  }
  async function reasons(ticket, unit) {
    if (explaining) explaining.abort();
    explaining = new AbortController();
    try {
      const found = await (await post("/api/why", request({ unit: unit.id }), false, explaining.signal)).json();
      if (ticket !== page.asked) return;
      unit.hexes = found.hexes[unit.id] || unit.hexes;
      unit.chart = found.charts[unit.id] || [];
      unit.card.closed = found.closed[unit.id] || unit.card.closed;
      unit.seen = found.seen[unit.id] || {};
      const barred = $("map").querySelector(`.answers [data-overlay="${CSS.escape(unit.id)}"] > .barred`);
      if (barred && found.marks[unit.id]) barred.outerHTML = found.marks[unit.id];
      unit.explained = true;
      pyrout.view.sentences = { ...pyrout.view.sentences, ...found.sentences };
      if (pyrout.unit !== unit) return;
      document.body.dataset.reasons = "there";
      pyrout.chart();
      pyrout.shut();
      if (pyrout.route) pyrout.again();
      else if (pyrout.chosen) pyrout.rechoose();
    } catch (error) { if (ticket === page.asked && error.name !== "AbortError" && pyrout.unit === unit) complain(error.message); }
  }
  // `same`: it is the position that was drawn before, with more answers.
  function draw(found, keep, same = false) {
    arrived();
    arrived = () => {};
    drawIt(found, keep, same);
    for (const listener of pyrout.desk.drawn) listener(page.positions.position);
  }
  function drawIt(found, keep, same) {
    if (found.table) { drawTable(found, keep); return; }
    page.tables.end();
    document.body.dataset.on = "hexes";
    const port = $("map"), x = port.scrollLeft, y = port.scrollTop;
    const focus = document.activeElement && document.activeElement.closest("#map [data-unit], #map [data-hex], #units [data-choose]");
    const control = controlAt(document.activeElement);
    if (found.svg) {
      base = { map: found.map, svg: found.svg, hexes: found.view.hexes };
      port.innerHTML = found.svg;
    } else {
      if (!port.querySelector("svg")) port.innerHTML = base.svg;
      found.view.hexes = base.hexes;
      port.querySelector(".answers").innerHTML = found.layers[0];
      port.querySelector(".play").innerHTML = found.layers[1];
    }
    $("legend").innerHTML = found.legend;
    document.body.dataset.reasons = "";
    document.body.dataset.shown = String(++drawings);
    pyrout.show(found.view, keep);
    if (keep) port.scrollTo(x, y); else pyrout.home();
    if (focus) {
      const { unit, hex, choose } = focus.dataset;
      const again = choose ? $("units").querySelector(`[data-choose="${CSS.escape(choose)}"]`) : port.querySelector(unit ? `[data-unit="${CSS.escape(unit)}"]` : `[data-hex="${CSS.escape(hex)}"]`);
      if (again) again.focus({ preventScroll: true });
    }
    entitle(found.title || "The Rout Phase");
    $("warning").replaceChildren(...gone(found), ...(found.warnings || []).map((w) => element("p", { class: "hint" }, w)), ...(found.blind || []).map((w) => element("p", { class: "hint" }, w + " ",
      element("button", { type: "button", onclick: () => change([{ op: "derive_los" }]) }, "Derive LOS from the terrain"))));
    if (page.picked && !found.view.counters[page.picked]) page.picked = null;
    if (!Object.keys(found.view.counters).length) empty();
    else if (!found.view.unsolved && !someRout(found)) $("units").firstElementChild.after(element("p", { class: "hint" }, NOBODY));
    if (!same) {
      page.setup();
      page.editor();
      const again = control && document.querySelector(control);
      if (again) again.focus({ preventScroll: true });
    }
    document.body.dataset.pending = waits(found.view).length;
    if (waits(found.view).length) rest();
    wanted(120);
  }
  // Boards are found to be lost by an answer that has just come.
  function missed({ open = page.words.boards }) {
    const names = [...new Set([...page.words.boards, ...lost])];
    lost = names.filter((name) => !open.includes(name));
    if (page.words.boards.some((name) => lost.includes(name))) page.boards(open);
  }
  function gone({ boards = [] }) {
    const names = lost.map((name) => name.slice(2).replace(/^0+(?=.)/, "")).filter((name) => boards.includes(name));
    return names.length ? [element("p", { class: "hint" }, `The archives of the boards ${names.join(", ")} are not open any more: the server was started again. `,
      element("button", { type: "button", onclick: () => $("open").click() }, "Open boards"))] : [];
  }
  // A selector by which a control of the set-up or the editor is found again after it was made anew.
  function controlAt(active) {
    const made = active && active.closest("#setup-controls :is(input, select), #editor :is(input, select)");
    if (!made) return null;
    if (made.id) return `#${CSS.escape(made.id)}`;
    const [key, value] = Object.entries(made.dataset)[0] || [];
    return key ? `[data-${key}="${CSS.escape(value)}"]` : null;
  }
  function drawTable(found, keep) {
    if (!page.tables.shown) { pyrout.clear(); page.board.show(false); }  // nothing stays of the map of hexes
    base = null;
    page.picked = null;
    page.closeMenu();
    document.body.dataset.on = "table";
    document.body.dataset.reasons = "there";
    document.body.dataset.shown = String(++drawings);
    page.tables.draw(found, keep, page.words.table);
    entitle(found.title || `A table, rules ${page.ruleSet()}`);
    $("warning").replaceChildren();
  }
  // The title of the position; the name of a file that a player knows stands small beside it.
  const UNNAMED = ["position.lp", "line.lp"];
  function entitle(title) {
    const { name } = page.positions.position;
    $("title").replaceChildren(title, ...(UNNAMED.includes(name) || title.includes(page.stem()) ? [] : [" ", element("span", { class: "file-name" }, name)]));
    $("title").title = $("title").textContent;
  }
  const someRout = ({ view, statuses }) => view.units.length || waits(view).length || Object.values(statuses).some((several) => several.includes("broken"));
  // A board without units is a beginning, not a mistake.
  function empty() {
    page.board.show(true);
    $("units").replaceChildren(element("p", { class: "head" }, "This map has no units yet."),
      element("p", { class: "hint" }, "Drag terrain and counters from the board editor onto the map, or click one and then hexes. Or type: E5 german 4-6-7 broken dm; E4 american 6-6-6. By keyboard: choose one, arrow keys to the hex, then Enter."));
  }
  pyrout.listeners.select.push(() => { if (page.facts) wanted(60); });
  // All that is shown of the file before goes with it. A question about the position waits until one is shown.
  function vanish(name) {
    const before = arrived;  // who has waited for the file before this one waits for this one
    there = new Promise((resolve) => { arrived = () => { before(); resolve(); }; });
    pyrout.clear();
    page.tables.end();
    page.closeMenu();
    $("title").textContent = name;
    for (const id of ["editor", "assumed", "setup-controls", "warning"]) $(id).replaceChildren();
    $("setup-name").textContent = "Set-up";
    document.body.dataset.reasons = "";
  }
  // Reasons that were asked for are not waited for any more.
  function leave() {
    clearTimeout(reasonsTimer);
    if (explaining) explaining.abort();
  }

  return { draw, missed, timed, controlAt, vanish, leave, there: () => there, get base() { return base; }, set base(other) { base = other; } };
};
