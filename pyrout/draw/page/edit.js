"use strict";
// The page made editable: positions are sent to the server on this machine, which changes, answers and draws them.
(() => {
  const { $, element, lines } = pyrout;
  const START = "example-07", ALL = "all";
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const COMMON = ["broken", "dm", "pinned", "cx", "concealed", "wounded", "melee", "disrupted", "unarmed", "encircled", "fanatic", "berserk"];
  const NOBODY = "No unit may rout: none is broken. Mark one: right click, long press, or the key M, on its counter. For one that may break on purpose, press What if it breaks?";
  const AWAY = self.PYROUT ? "a file of this site is not available; see whether there is a network, then try again" : "pyrout does not answer; see whether pyrout serve still runs, then try again";
  const LONG = 500;  // milliseconds of a long press
  const MOVED = 6;  // pixels after which a press is a drag
  const PATIENCE = 600;  // milliseconds of a change after which the page says what is going on
  let words = null, facts = null, base = null, picked = null, asked = 0, opening = 0, reasonsTimer = 0, drawings = 0, began = 0;
  let running = null, explaining = null, there = Promise.resolve(), arrived = () => {};

  const session = pyrout.unique();
  async function post(path, value, binary, signal) {
    return got(path, {
      method: "POST", signal,
      headers: { "X-Pyrout": "1", "Content-Type": binary ? "application/octet-stream" : "application/json" },
      body: binary ? value : JSON.stringify(value),
    });
  }
  async function got(path, init) {
    let response;
    try { response = await fetch(path, init); } catch (error) { throw error.name === "AbortError" ? error : new Error(AWAY); }
    if (response.ok) return response;
    let message = `the server says ${response.status}`, missing = null;  // `missing`: boards that a position needs
    try { ({ error: message = message, missing = null } = await response.json()); } catch { /* no JSON */ }
    throw Object.assign(new Error(message), { missing });
  }
  const example = async (name) => (await got(`/api/examples/${name}`)).text();
  // A change of the map that the LOS given stands against can be made once that is derived.
  const AGAINST_LOS = "have LOS derived from the terrain first";
  // The position that waits for its boards; it is opened, or opened wholly, once they are.
  let waiting = null;
  function lacks(error, open) {
    if (!error.missing) return;
    waiting = { missing: error.missing, open };
    $("problem").append(" ", element("button", { type: "button", onclick: () => $("open").click() }, "Open boards"));
  }
  function complain(message, refused = []) {
    $("problem").textContent = message || "";
    if (message && message.includes(AGAINST_LOS) && refused.length) $("problem").append(" ", element("button", { type: "button", onclick: () => change([{ op: "derive_los" }, ...refused]) }, "Derive LOS, then change the map"));
    $("problem").hidden = !message;
    delete document.body.dataset.refused;
  }
  // A position cannot be opened: beside the error the position before stands without its verdict, until it is asked for.
  function failed(message, what = "file") {
    complain(message);
    if (!facts || facts.unsolved) return;
    $("aside").replaceChildren(element("p", {}, `Still on the map: ${facts.title || positions.position.name}. `, element("button", { type: "button", onclick: () => complain("") }, "Show its answer")));
    document.body.dataset.refused = what;
  }
  const also = (...messages) => (document.body.dataset.refused ? failed : complain)([...new Set([$("problem").firstChild?.textContent, ...messages])].filter(Boolean).join(" \u00b7 "));
  const asking = ({ text, name, rules, options, board }, volunteers, more) => ({ session, text, name, rules, options, board, volunteers, ...more });
  const request = (more) => asking(positions.position, positions.shown.volunteers, more);

  // -- what is going on ----------------------------------------------------------------------------------------------
  const work = { timer: 0, poll: 0, told: "" };
  function begin(title, now) {
    end();
    $("busy").textContent = "…";
    $("busy").className = "wait";
    work.told = "";
    const open = () => {
      $("work-name").textContent = title;
      $("work-steps").replaceChildren();
      $("work-bar").removeAttribute("value");
      $("work").hidden = false;
      document.body.classList.add("working");
      look();
      work.poll = setInterval(look, 300);
    };
    if (now) open(); else work.timer = setTimeout(open, PATIENCE);
  }
  function tell(said, done, of) {
    if (of) { $("work-bar").max = of; $("work-bar").value = done; } else $("work-bar").removeAttribute("value");
    if (!said || said === work.told) return;
    work.told = said;
    $("work-steps").append(element("li", {}, said));
  }
  async function look() {
    try {
      const found = await (await fetch(`/api/step?session=${session}`)).json();
      if (!$("work").hidden) tell(found.words, found.done, found.of);
    } catch { /* the next look may tell more */ }
  }
  function end() {
    clearTimeout(work.timer);
    clearInterval(work.poll);
    $("work").hidden = true;
    document.body.classList.remove("working");
    $("busy").textContent = "";
    $("busy").className = "";
  }
  // Earlier requests are not waited for any more.
  function abandon() {
    asked += 1;
    clearTimeout(reasonsTimer);
    if (running) running.abort();
    if (explaining) explaining.abort();
    if (comparing) comparing.abort();
    for (const leave of pyrout.desk.leave) leave();
    running = new AbortController();
    return running.signal;
  }
  async function cancel() {
    opening += 1;
    positions.cancel();
    abandon();
    end();
    const ticket = asked;
    await post(`/api/stop?session=${session}`, {}).catch(() => {});
    if (ticket !== asked) return;
    restore();
    $("busy").textContent = "Cancelled.";
  }
  function restore() {
    if (facts) draw(facts, true);
    buttons();
  }

  // -- the position --------------------------------------------------------------------------------------------------
  const positions = positionsOf({
    begin() {
      began = performance.now();
      if ($("work").hidden) begin("Working out the answer", false);
    },
    // In a large game the chosen unit goes first: the others follow, and are shown as being worked out until then.
    async answer({ position, volunteers }, keep, signal) {
      const first = (keep && pyrout.unit && pyrout.unit.id) || "";
      return (await post("/api/view", asking(position, volunteers, { first, have: base && base.map }), false, signal)).json();
    },
    show(found, keep, problems) {
      const before = [facts, base];
      facts = found;
      try { present(found, keep, problems); } catch (error) {
        [facts, base] = before;
        $("map").replaceChildren();  // it may be the map of either
        throw error;
      }
    },
    end(problems, stale) {
      if (!stale) return;
      end();
      try { restore(); } catch (error) { problems.push({ message: error.message, edits: [] }); }
      report(problems);
    },
  });
  function present(found, keep, problems) {
    shutReadings();
    end();
    complain(found.table || Object.keys(found.view.counters).length ? found.unsolved : "");
    draw(found, keep);
    document.body.dataset.ms = Math.round(performance.now() - began);
    timed(found);
    buttons();
    report(problems);
    address.note();
  }
  // Changes that were refused: why, beside what is wrong with the answer.
  function report(problems) {
    const said = [...new Set(problems.map(({ message }) => message))];
    if (problems.some(({ opens }) => opens)) failed(said.join(" \u00b7 "));
    else if (said.length) complain([facts && facts.unsolved, ...said].filter(Boolean).join(" \u00b7 "), problems.flatMap(({ edits }) => edits));
  }
  const made = (more) => async (position, signal) => (await (await post("/api/change", asking(position, undefined, more), false, signal)).json()).text;
  function change(edits) { abandon(); return positions.change(made({ edits }), edits); }
  function play(way) { abandon(); return positions.change(made({ play: way })); }
  function choose(fields) { abandon(); return positions.choose(fields); }
  function undo() { abandon(); return positions.back(); }
  function redo() { abandon(); return positions.forward(); }

  // -- showing -------------------------------------------------------------------------------------------------------
  // The units whose answers are still to follow: of those that could not be worked out nothing does.
  const waits = (view) => (view.failed ? [] : view.pending || []);
  function timed(found) {
    const waiting = found.table ? 0 : waits(found.view).length;
    $("busy").textContent = waiting ? `${waiting} more being worked out \u2026` : "";
  }
  // The answers that were left out while the chosen unit went first.
  async function rest() {
    const ticket = asked;
    try {
      const found = await (await post("/api/view", request({ have: base.map }), false, running.signal)).json();
      if (ticket !== asked) return;
      positions.complete(found.text);
      facts = found;
      if (found.unsolved) complain(found.unsolved);
      const resume = pyrout.mark_place();
      draw(found, true, true);
      resume();
      timed(found);
      address.note();
    } catch (error) {
      if (ticket !== asked) return;
      complain(error.message);
      facts.view.failed = true;
      document.body.dataset.pending = 0;
      for (const fate of $("units").querySelectorAll(".pending .fate")) fate.textContent = pyrout.missing();
      if (!pyrout.unit && pyrout.sought) pyrout.select(pyrout.sought);
      timed(facts);
      wanted(0);
    }
  }
  // Why each hex is what it is to the chosen unit: asked for when that unit is looked at.
  function wanted(delay) {
    clearTimeout(reasonsTimer);
    if (facts.table) return;
    const unit = pyrout.unit;
    if (waits(facts.view).length) { document.body.dataset.reasons = ""; return; }  // they follow all the answers
    if (!unit || unit.explained || facts.unsolved) { document.body.dataset.reasons = unit && !unit.explained ? "" : "there"; return; }
    document.body.dataset.reasons = "";
    reasonsTimer = setTimeout(() => reasons(asked, unit), delay);
  }
  async function reasons(ticket, unit) {
    if (explaining) explaining.abort();
    explaining = new AbortController();
    try {
      const found = await (await post("/api/why", request({ unit: unit.id }), false, explaining.signal)).json();
      if (ticket !== asked) return;
      unit.hexes = found.hexes[unit.id] || unit.hexes;
      unit.chart = found.charts[unit.id] || [];
      unit.seen = found.seen[unit.id] || {};
      const barred = $("map").querySelector(`.answers [data-overlay="${CSS.escape(unit.id)}"] > .barred`);
      if (barred && found.marks[unit.id]) barred.outerHTML = found.marks[unit.id];
      unit.explained = true;
      pyrout.view.sentences = { ...pyrout.view.sentences, ...found.sentences };
      if (pyrout.unit !== unit) return;
      document.body.dataset.reasons = "there";
      pyrout.chart();
      if (pyrout.route) pyrout.again();
      else if (pyrout.chosen) pyrout.choose(pyrout.chosen, false);
    } catch (error) { if (ticket === asked && error.name !== "AbortError" && pyrout.unit === unit) complain(error.message); }
  }
  // `same`: it is the position that was drawn before, with more answers.
  function draw(found, keep, same = false) {
    arrived();
    arrived = () => {};
    drawIt(found, keep, same);
    for (const listener of pyrout.desk.drawn) listener(positions.position);
  }
  function drawIt(found, keep, same) {
    if (found.table) { drawTable(found, keep); return; }
    tables.end();
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
    document.body.dataset.shown = ++drawings;
    pyrout.show(found.view, keep);
    if (keep) port.scrollTo(x, y); else pyrout.home();
    if (focus) {
      const { unit, hex, choose } = focus.dataset;
      const again = choose ? $("units").querySelector(`[data-choose="${CSS.escape(choose)}"]`) : port.querySelector(unit ? `[data-unit="${CSS.escape(unit)}"]` : `[data-hex="${CSS.escape(hex)}"]`);
      if (again) again.focus({ preventScroll: true });
    }
    entitle(found.title || "The Rout Phase");
    $("warning").replaceChildren(...(found.warnings || []).map((w) => element("p", { class: "hint" }, w)), ...(found.blind || []).map((w) => element("p", { class: "hint" }, w + " ",
      element("button", { type: "button", onclick: () => change([{ op: "derive_los" }]) }, "Derive LOS from the terrain"))));
    if (picked && !found.view.counters[picked]) picked = null;
    if (!Object.keys(found.view.counters).length) empty();
    else if (!found.view.unsolved && !someRout(found)) $("units").firstElementChild.after(element("p", { class: "hint" }, NOBODY));
    if (!same) {
      setup();
      editor();
      const again = control && document.querySelector(control);
      if (again) again.focus({ preventScroll: true });
    }
    document.body.dataset.pending = waits(found.view).length;
    if (waits(found.view).length) rest();
    wanted(120);
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
    if (!tables.shown) pyrout.clear();  // of the map of hexes that was there
    base = null;
    picked = null;
    closeMenu();
    board.show(false);
    document.body.dataset.on = "table";
    document.body.dataset.reasons = "there";
    document.body.dataset.shown = ++drawings;
    tables.draw(found, keep, words.table);
    entitle(found.title || `A table, rules ${ruleSet()}`);
    $("warning").replaceChildren();
  }
  // The title of the position; the name of a file that a player knows stands small beside it.
  const UNNAMED = ["position.lp", "line.lp"];
  function entitle(title) {
    const { name } = positions.position;
    $("title").replaceChildren(title, ...(UNNAMED.includes(name) || title.includes(stem()) ? [] : [" ", element("span", { class: "file-name" }, name)]));
    $("title").title = $("title").textContent;
  }
  const someRout = ({ view, statuses }) => view.units.length || waits(view).length || Object.values(statuses).some((several) => several.includes("broken"));
  // A board without units is a beginning, not a mistake.
  function empty() {
    board.show(true);
    $("units").replaceChildren(element("p", { class: "head" }, "This map has no units yet."),
      element("p", { class: "hint" }, "Drag terrain and counters from the board editor onto the map, or click one and then hexes. Or type: E5 german 4-6-7 broken dm; E4 american 6-6-6. By keyboard: choose one, arrow keys to the hex, then Enter."));
  }
  pyrout.listeners.select.push(() => { if (facts) wanted(60); });

  function buttons() {
    $("undo").disabled = !positions.shown.past.length;
    $("redo").disabled = !positions.shown.future.length;
    $("art").value = positions.position.board;
    compareList();
  }

  // -- what the answer stands on -------------------------------------------------------------------------------------
  const ruleSet = () => positions.position.rules || (facts && (facts.table ? facts.table.rules : facts.rules)) || "aslsk";
  const ruleSets = () => (facts && facts.table ? words.table.rules : words.rules);
  const chooser = (id, options, value, change) => {
    const made = element("select", { id }, ...options.map(([v, said]) => element("option", { value: v }, said)));
    made.value = value;
    made.addEventListener("change", () => change(made.value));
    return made;
  };
  const rulesField = () => field("Rules", chooser("rules", Object.keys(ruleSets()).map((r) => [r, r]), ruleSet(), play_by));
  // Other rules: a saved game is read again by them, for each rule set takes other things from it.
  async function play_by(rules) {
    const { source, notes } = positions.position, save = saves.get(source);
    if (!source) { choose({ rules, options: {} }); return; }
    if (!save) {
      const said = `Not everything that the rules ${rules} take from the saved game is here: open its file again, then choose them.`;
      choose({ rules, options: {}, notes: [["rules", [said]], ...notes.filter(([, [note]]) => !note.startsWith("Not everything that the rules "))] });
      return;
    }
    const changed = positions.shown.past.some(({ source: other }) => other === source);
    if (await save.read(rules) && changed) $("warning").append(element("p", { class: "hint" }, `The saved game was read again by the rules ${rules}, without what was changed since. Undo brings that back.`));
  }
  function setup() {
    if (facts.table) {
      $("setup-name").textContent = `Set-up: ${ruleSet()}, table of ${facts.table.width} by ${facts.table.depth} inches`;
      $("setup-controls").replaceChildren(element("div", { class: "row" }, rulesField()), ...tables.setup(), optionEditor());
      $("assumed").replaceChildren();
      return;
    }
    const counted = {};
    for (const c of Object.values(facts.view.counters)) counted[c.side] = (counted[c.side] || 0) + 1;
    const month = facts.month ? MONTHS[facts.month - 1] : "month not known", count = positions.position.notes.reduce((n, [, several]) => n + several.length, 0);
    $("setup-name").textContent = `Set-up: ${ruleSet()}, attacker ${facts.attacker || "none"}, ${month}` + (count ? `; ${count} assumption${count > 1 ? "s" : ""}` : "");
    const sides = facts.sides.map((side) => {
      const others = facts.sides.filter((other) => other !== side);
      const nation = (facts.nations.find(([who]) => who === side) || [])[1];
      const parts = [element("span", {}, `${side}${nation && nation !== side ? ` (${nation})` : ""}: ${counted[side] || 0} unit${counted[side] === 1 ? "" : "s"}`)];
      if (others.length && counted[side]) parts.push(field("fights for", chooser(null, [["", side], ...others.map((o) => [o, o])], "", (to) => { if (to) change([{ op: "join", side, to }]); })));
      return element("div", { class: "row", "data-side": side }, ...parts);
    });
    $("setup-controls").replaceChildren(
      element("div", { class: "row" },
        rulesField(),
        field("Attacker", chooser("attacker", facts.sides.map((s) => [s, s]), facts.attacker || "", (value) => change([{ op: "attacker", value }]))),
        field("Month", chooser("month", [["", "not known"], ...MONTHS.map((m, i) => [String(i + 1), m])], String(facts.month || ""), (value) => change([{ op: "month", value: value ? Number(value) : null }]))),
        ruleSet() === "asl" ? field("Night", chooser("night", [["", "day"], ...(facts.night === "given" ? [["given", "LOS as given"]] : []), ...Array.from({ length: 10 }, (_, n) => [String(n), `NVR ${n}`])], facts.night === null || facts.night === undefined ? "" : String(facts.night), (value) => change([{ op: "night", value: value ? Number(value) : null }]))) : "",
        ruleSet() === "asl" ? field("Snow", chooser("snow", [["", "none"], ["ground_snow", "Ground Snow"], ["deep_snow", "Deep Snow"]], facts.snow || "", (value) => change([{ op: "snow", value: value || null }]))) : ""),
      ...sides, optionEditor());
    $("assumed").replaceChildren(...(count ? [element("h3", {}, "Taken from the saved game, or assumed"), ...positions.position.notes.map(([group, several]) => element("div", { class: "group" }, element("b", {}, group), element("ul", {}, ...several.map(noted))))] : []));
  }

  // The assumption of a note, and the control that corrects it.
  const CONTROLS = [[/^The month/, "month"], [/^The rules are|choose the rules/, "rules"], [/^Sides are/, "sides"], [/[Tt]he attacker is/, "attacker"]];
  function noted(note) {
    const found = CONTROLS.find(([sign]) => sign.test(note));
    const item = element("li", {}, note);
    const control = found && (found[1] === "sides" ? $("setup-controls").querySelector("[data-side] select") : $(found[1]));
    if (control) item.append(" ", element("button", { type: "button", onclick: () => control.focus() }, "Change"));
    return item;
  }

  // -- the editor ----------------------------------------------------------------------------------------------------
  // Text in the form of a counter that was not sent yet stays there when the form is made anew.
  const unsent = new WeakSet();
  $("editor").addEventListener("input", (event) => unsent.add(event.target));
  $("editor").addEventListener("change", (event) => { if (event.target.id !== "place") unsent.delete(event.target); }, { capture: true });
  $("editor").addEventListener("focusout", ({ target }) => { if (!editor.making && unsent.has(target) && target.type === "number") target.dispatchEvent(new Event("change")); });
  function editor() {
    const typed = editor.of === picked ? [...$("editor").querySelectorAll("input")].filter((input) => unsent.has(input)).map((input) => [controlAt(input), input.value]) : [];
    editor.making = true;
    makeEditor();
    editor.making = false;
    editor.of = picked;
    for (const [control, value] of typed) { const input = document.querySelector(control); if (input) { input.value = value; unsent.add(input); } }
  }
  function makeEditor() {
    const places = element("datalist", { id: "places" }, ...Object.keys(facts.view.hexes).map((h) => element("option", { value: h })));
    $("editor").replaceChildren(places, element("h3", {}, "Change the position"), ...(picked ? unitEditor() : [element("p", { class: "hint" }, "Choose a counter to change it, or drag it to another hex. Right click, a long press, or the key M changes a counter or a hex.")]), factBox());
    board.know(facts);
  }
  // Facts that no other control sets: typed with completion, and listed.
  function factBox() {
    const input = element("input", { id: "fact", list: "fact-forms", placeholder: "no_interdiction(a1)", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "Fact", "aria-describedby": "fact-says" });
    const forms = element("datalist", { id: "fact-forms" }), says = element("p", { id: "fact-says", class: "hint" });
    const complete = () => {
      const { offered, said } = factsOf(input.value);
      forms.replaceChildren(...offered.map(([value, label]) => element("option", { value, label })));
      says.textContent = said;
    };
    input.addEventListener("input", complete);
    input.addEventListener("focus", complete);
    const form = element("form", { class: "row" }, input, element("button", {}, "Add"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const before = input.value;
      if (!before.trim()) { says.textContent = "Type a word of what you want to say: quarter, skis, Passenger."; return; }
      if (await change([{ op: "fact", text: before }]) && $("problem").hidden) { const now = $("fact"); unsent.delete(now); if (now.value === before) now.value = ""; }
    });
    const listed = (facts.typed || []).map(({ code, means }) => element("li", {}, element("code", {}, code), ` ${means} `, element("button", { type: "button", "aria-label": `Remove ${code}`, onclick: () => change([{ op: "fact", text: code, on: false }]) }, "Remove")));
    const box = element("details", { id: "other-facts", open: factBox.open }, element("summary", {}, "Other facts" + (listed.length ? ` (${listed.length})` : "")), form, forms, says, element("ul", { class: "lines" }, ...listed));
    box.addEventListener("toggle", () => { if (box.isConnected) factBox.open = box.open; });
    return box;
  }
  // The ways to go on with a fact that is begun, and their meanings.
  function factsOf(value) {
    const begun = /^\s*([a-z_]*)\((.*)$/.exec(value);
    // A counter of VASL changes the LOS of boards, and that of no other map.
    const typed = facts.on_boards ? words.facts : words.facts.filter((row) => !row.on_boards);
    if (!begun) return { offered: typed.map(({ name, code, means }) => [`${name}(`, `${means}: ${code}`]), said: "" };
    const [, name, inside] = begun, args = [...inside.matchAll(/(?:^|,)("[^"]*"?|[^,]*)/g)].map(([, one]) => one), at = args.length - 1, head = value.slice(0, value.length - args[at].length);
    const rows = typed.filter((row) => row.name === name), offered = [];
    for (const { args: kinds } of rows.filter((row) => row.args.length > at)) {
      for (const one of valuesOf(kinds[at])) offered.push([`${head}${one}${at + 1 < kinds.length ? "," : ")"}`, kinds[at].what]);
    }
    return { offered, said: rows.map(({ code, means }) => `${code}: ${means}`).join(". ") };
  }
  function valuesOf({ words: listed, refers }) {
    const hexes = Object.keys(facts.view.hexes).map((name) => `"${name}"`);
    const named = { unit: Object.keys(facts.view.counters), side: facts.sides, sw: facts.weapons, hex: hexes, "hex of": hexes, location: hexes };
    return [...listed, ...refers.flatMap((kind) => named[kind] || [])];
  }
  function field(words, input) {
    return element("label", {}, words + " ", input);
  }
  function unitEditor() {
    const counter = facts.view.counters[picked];
    const has = new Set(facts.statuses[picked] || []);
    const check = (status) => {
      const input = element("input", { type: "checkbox", "data-status": status });
      input.checked = has.has(status);
      input.addEventListener("change", () => change([{ op: "status", unit: picked, status, on: input.checked }]));
      return element("label", { class: "check" }, input, " " + status.replaceAll("_", " "));
    };
    const place = element("input", { class: "place", list: "places", id: "place", value: counter.at });
    const form = element("form", { class: "row" }, field("In", place), element("button", {}, "Move"));
    form.addEventListener("submit", (event) => { event.preventDefault(); unsent.delete(place); change([{ op: "move", unit: picked, to: place.value.trim() }]); });
    const leadership = words.leaders.includes(counter.kind) ? [["leadership", "leadership", -3, 1]] : [];
    const numbers = element("div", { class: "row" }, ...[["morale", "morale", 0, 12], ["broken_morale", "broken morale", 0, 12], ...leadership, ["normal_range", "range", 0, 99], ["firepower", "FP", 0, 99]].map(([name, said, min, max]) => {
      const input = element("input", { type: "number", min, max, "data-number": name });
      const value = (facts.numbers[picked] || {})[name];
      input.value = value === undefined ? "" : value;
      input.addEventListener("change", () => change([{ op: "number", unit: picked, name, value: input.value === "" ? null : Number(input.value) }]));
      return field(said, input);
    }));
    const rest = words.statuses.filter((s) => !COMMON.includes(s));
    const more = element("details", { open: unitEditor.open }, element("summary", {}, "more statuses"), element("div", { class: "checks" }, ...rest.map(check)));
    more.addEventListener("toggle", () => { if (more.isConnected) unitEditor.open = more.open; });
    return [element("fieldset", {}, element("legend", {}, counter.words), form,
      element("div", { class: "checks" }, ...COMMON.map(check)),
      more,
      numbers,
      element("div", { class: "row" }, element("button", { type: "button", onclick: () => remove(picked) }, "Remove this unit")))];
  }
  function remove(unit) {
    if (picked === unit) picked = null;
    change([{ op: "remove", unit }]);
  }
  function optionEditor() {
    const set = ruleSets()[ruleSet()] || [];
    const box = element("details", { class: "options" }, element("summary", {}, "Options of the rules"));
    for (const name of new Set(set.map((o) => o.option))) {
      const select = element("select", { "data-option": name });
      for (const value of set.filter((o) => o.option === name)) select.append(element("option", { value: value.value, title: value.meaning }, value.value + (value.default ? " (default)" : "")));
      select.value = positions.position.options[name] || facts.options[name] || set.find((o) => o.option === name && o.default).value;
      const said = element("p", { class: "hint" }, (set.find((o) => o.option === name && o.value === select.value) || {}).meaning || "");
      select.addEventListener("change", () => choose({ options: { ...positions.position.options, [name]: select.value } }));
      box.append(element("div", { class: "row" }, field(set.find((o) => o.option === name).title, select)), said);
    }
    box.open = optionEditor.open || false;
    box.addEventListener("toggle", () => { optionEditor.open = box.open; });
    return box;
  }

  // -- a status, by a menu -------------------------------------------------------------------------------------------
  function menu(unit, x, y) {
    closeMenu();
    const counter = facts.view.counters[unit];
    if (!counter) return;
    const has = new Set(facts.statuses[unit] || []);
    const checked = (key, on, words, edit) => element("button", { type: "button", role: "menuitemcheckbox", "aria-checked": String(on), tabindex: -1, "data-menu": key,
      onclick: () => { closeMenu(); picked = unit; change([{ ...edit, unit }]); } }, (on ? "\u2713 " : "\u2002 ") + words);
    const item = (status) => checked(status, has.has(status), status.replaceAll("_", " "), { op: "status", status, on: !has.has(status) });
    const skis = (mode, words) => checked(`skis:${mode}`, facts.skis[unit] === mode, words, { op: "skis", value: facts.skis[unit] === mode ? null : mode });
    const wall = (has, words) => checked(`wall:${has}`, facts.wall_advantage[unit] === has, words, { op: "wall_advantage", value: facts.wall_advantage[unit] === has ? null : has });
    const gone = element("button", { type: "button", role: "menuitem", tabindex: -1, onclick: () => { closeMenu(); remove(unit); } }, "\u2002 Remove this unit");
    const box = element("div", { id: "status-menu", role: "menu", "aria-label": `Status of ${unit}` }, ...COMMON.map(item), ...(ruleSet() === "asl" ? [skis("on", "on skis"), skis("off", "skis, carried"), wall(true, "Wall Advantage"), wall(false, "no Wall Advantage")] : []), gone);
    document.querySelector("main").append(box);
    const port = box.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(x, innerWidth - port.width - 6))}px`;
    box.style.top = `${Math.max(4, Math.min(y, innerHeight - port.height - 6))}px`;
    const items = [...box.querySelectorAll("button")];
    items[0].focus();
    box.addEventListener("keydown", (event) => {
      const at = items.indexOf(document.activeElement), to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
      if (to !== undefined) { event.preventDefault(); items[(to + items.length) % items.length].focus(); }
      if (event.key === "Escape" || event.key === "Tab") { event.preventDefault(); closeMenu(); const e = pyrout.counters().get(unit); if (e) e.focus(); }
    });
  }
  function closeMenu() { const box = $("status-menu"); if (box) box.remove(); }
  // The menu of the counter, or else of the hex, at a place of the screen; true if there is one.
  function menuOf(target, x, y) {
    const unit = target.closest("#map .unit"), hex = target.closest("#map .hex");
    if (!facts || facts.table || !(unit || hex)) return false;
    const where = (unit || hex).getBoundingClientRect();
    if (unit) menu(unit.dataset.unit, x || where.right, y || where.bottom); else board.menu(hex.dataset.hex, x || where.right, y || where.bottom);
    return true;
  }
  $("map").addEventListener("contextmenu", (event) => {
    if (menuOf(event.target, event.clientX, event.clientY)) event.preventDefault();
  });
  $("map").addEventListener("keydown", (event) => {
    if (!(event.key === "m" || event.key === "M" || event.key === "ContextMenu") || event.ctrlKey || event.metaKey) return;
    if (menuOf(event.target, 0, 0)) event.preventDefault();
  });
  // A long press is the right click of a finger; what is let go after it is no click.
  const press = { timer: 0, done: false, x: 0, y: 0 };
  $("map").addEventListener("pointerdown", (event) => {
    clearTimeout(press.timer);
    press.done = false;
    if (event.pointerType !== "touch" || board.holding) return;
    Object.assign(press, { x: event.clientX, y: event.clientY });
    press.timer = setTimeout(() => { press.done = menuOf(event.target, event.clientX, event.clientY); drag = null; }, LONG);
  });
  window.addEventListener("pointermove", (event) => { if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOVED) clearTimeout(press.timer); });
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, () => clearTimeout(press.timer));
  $("map").addEventListener("click", (event) => { if (press.done) { press.done = false; event.preventDefault(); event.stopImmediatePropagation(); } }, { capture: true });
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest("#status-menu")) closeMenu(); }, { capture: true });  // a tool that is held stops the press at the map

  const address = addressOf({ position: () => positions.position, past: () => positions.shown.past, line: inOneLine });

  // -- the board editor ----------------------------------------------------------------------------------------------
  const board = editorPage({ change });
  async function fresh() {
    const mine = ++opening;
    try {
      const found = await (await post("/api/new", {})).json();
      if (mine !== opening) return;
      vanish("New position");
      await load("position.lp", found.text);
      board.show(true);
    } catch (error) { failed(error.message); }
  }
  const tables = tablePage({ change, open: (text) => { const { name, rules, options } = positions.position; return load(name, text, { rules, options }); }, setup: () => setup(), chooser, field });
  pyrout.listeners.ask.push(async (id) => {
    abandon();
    if (await positions.volunteer(id) && pyrout.view.units.some((u) => u.id === id)) pyrout.select(id);
  });
  // The position after a rout; Undo takes it back.
  pyrout.listeners.play.push((unit, route) => !unit.supposed && element("button", { type: "button", id: "play-it",
    onclick: () => play({ unit: unit.id, path: route.path, posture: route.posture, to: route.to }) }, "Play it"));
  pyrout.listeners.unit.push((id) => { picked = id; editor(); });

  // -- dragging ------------------------------------------------------------------------------------------------------
  let drag = null;
  $("map").addEventListener("pointerdown", (event) => {
    if (drag) { letGo(); return; }  // a second finger drags nothing
    const unit = event.target.closest(".unit");
    if (unit && event.button === 0) drag = { unit, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId, at: unit.getAttribute("transform") };
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.unit.isConnected) {  // the map was drawn anew
      const again = pyrout.counters().get(drag.unit.dataset.unit);
      if (!again) { drag = null; return; }
      Object.assign(drag, { unit: again, at: again.getAttribute("transform") });
    }
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < MOVED) return;
    drag.moved = true;
    drag.unit.classList.add("dragged");
    const svg = drag.unit.ownerSVGElement, scale = svg.viewBox.baseVal.width / svg.clientWidth;
    drag.unit.setAttribute("transform", `translate(${dx * scale} ${dy * scale}) ${drag.at}`);
    for (const hex of $("map").querySelectorAll(".hex.target")) hex.classList.remove("target");
    const hex = under(event);
    if (hex) hex.classList.add("target");
  });
  window.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { unit, moved, at } = drag;
    drag = null;
    if (!moved) return;
    unit.classList.remove("dragged");
    window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => window.dispatchEvent(new Event("click")), 0);
    const hex = under(event);
    for (const h of $("map").querySelectorAll(".hex.target")) h.classList.remove("target");
    unit.setAttribute("transform", at);
    picked = unit.dataset.unit;
    if (hex && hex.dataset.hex !== unit.dataset.at) change([{ op: "move", unit: picked, to: hex.dataset.hex }]);
  });
  // Without this a finger on a counter would scroll the map, and the drag would be cancelled.
  $("map").addEventListener("touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });
  function letGo() {
    if (!drag) return;
    drag.unit.setAttribute("transform", drag.at);
    drag.unit.classList.remove("dragged");
    for (const hex of $("map").querySelectorAll(".hex.target")) hex.classList.remove("target");
    drag = null;
  }
  window.addEventListener("pointercancel", letGo);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") letGo(); });
  const under = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest(".hex")).find(Boolean) || null;

  // -- opening and saving --------------------------------------------------------------------------------------------
  // A file that is no position leaves the one that was open.
  function load(name, text, more = {}, past = null) {
    picked = null;
    waiting = null;
    abandon();
    return positions.open({ name, text, ...more }, past);
  }
  async function openAll(files) {
    const resume = waiting && opened.boards(files, waiting.missing) ? waiting.open : null;
    const { main, logs, left, ...given } = resume ? { logs: [], left: [], boards: files } : opened.parted(files), refused = opened.leftOut(left);
    if (given.boards.length) {
      const mine = ++opening, signal = abandon();
      begin("Opening boards", true);
      const archives = resume ? given.boards : await opened.needed(main, given.boards, (file) => post(`/api/import?only=boards&name=${encodeURIComponent(file.name)}`, file, true, signal));
      if (mine !== opening) return;
      for (const [done, file] of archives.entries()) {
        tell(`reading board ${file.name}`, done, archives.length);
        try {
          boards((await (await post(`/api/board?alone=yes&name=${encodeURIComponent(file.name)}`, file, true, signal)).json()).boards);
        } catch (error) {
          if (error.name === "AbortError") return;
          refused.push(error.message);
        }
        if (mine !== opening) return;
      }
    }
    const mine = opening + 1;
    await (resume ? resume() : open(main, logs));
    if (!refused.length || mine !== opening) return;
    also(...refused);
    if (waiting && document.body.dataset.refused) lacks(waiting, waiting.open);
  }
  // The saved games that positions were read from, as long as the page lasts: each can be read again by other rules.
  const saves = new Map(), GONE = "gone";
  function keepSave(file, logs) {
    const id = pyrout.unique();
    saves.set(id, { read: (rules) => open(file, logs, rules) });
    return id;
  }
  // True; or why a log is not judged, which is opened as a saved game then ("": nobody routs in it).
  async function judged(logs, signal, rules, source) {
    try { return await pyrout.game.judge(logs, signal, rules, source) || ""; } catch (error) { if (error.name === "AbortError") throw error; return error.message; }
  }
  // True once the file is shown. `rules`: those to read a saved game by; without them it says itself which.
  async function open(file, logs, rules = "") {
    pyrout.game.close();
    const mine = ++opening, signal = abandon(), newer = () => mine !== opening;
    const name = file.name, low = name.toLowerCase();
    complain("");
    begin(`Opening ${name}`, true);
    try {
      const source = keepSave(file, logs), unjudged = logs.length > 0 && await judged(logs, signal, rules, source);
      if (unjudged === true) return true;
      if (low.endsWith(".vsav") || low.endsWith(".vlog")) {
        vanish(name);
        tell("sending the file", 0, 0);
        const found = await (await post(`/api/import?name=${encodeURIComponent(name)}&session=${session}&rules=${rules}`, file, true, signal)).json();
        if (newer()) return false;
        const shown = await load(name.replace(/\.[^.]*$/, "") + ".lp", found.text, { notes: found.notes, source, board: words.boards.length ? ALL : "", game: unjudged === "" ? { judged: pyrout.game.judged, at: -1 } : null });
        if (shown && found.missing.length) waiting = { missing: found.missing, open: () => open(file, logs, rules) };
        if (!newer() && unjudged) also(`the log is not judged: ${unjudged}`);
        return shown;
      } else if (/^(bd)?[a-z0-9_]{1,16}(\.zip)?$/i.test(name) && (await file.slice(0, 2).text()) === "PK") {
        tell("reading the board", 0, 0);
        const found = await (await post(`/api/board?name=${encodeURIComponent(name)}`, file, true, signal)).json();
        if (newer()) return;
        boards(found.boards);
        const shared = facts && (facts.boards || []).includes(found.board.slice(2)) || Object.keys(facts ? facts.view.hexes : {}).some((h) => found.text.includes(`"${h}"`));
        // The board of the position that is open goes under it; another one is a position of its own
        if (shared) await choose({ board: found.boards.length > 1 ? ALL : found.board }); else await load(`${found.board}.lp`, found.text, { board: found.board });
      } else {
        if (file.size > 5_000_000) throw new Error(`${name}: is larger than 5 MB; leave out hexes far from the routing units`);
        const text = textOf(name, new Uint8Array(await file.arrayBuffer()));
        if (newer()) return;
        vanish(name);
        await load(name, text);
      }
    } catch (error) {
      if (newer() || error.name === "AbortError") return;
      if (facts) draw(facts, true);
      failed(error.message);
      lacks(error, () => open(file, logs, rules));
    } finally {
      if (!newer()) { const said = $("busy").textContent; end(); $("busy").textContent = said === "…" ? "" : said; }
    }
  }
  // The text of a file; for what is no UTF-8 the line is that of the command line (reading.py).
  function textOf(name, bytes) {
    try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { /* which byte it is, is looked for */ }
    const utf16 = bytes[0] + bytes[1] === 0xff + 0xfe && Math.min(bytes[0], bytes[1]) === 0xfe;
    if (bytes.subarray(0, 512).includes(0) && !utf16) throw new Error(`${name}: is no text, and so no position; open a position (.lp), a saved game (.vsav, .vlog) or a board (bdy).`);
    const again = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    const at = bytes.findIndex((byte, i) => byte !== again[i]);
    const before = new TextDecoder().decode(bytes.subarray(0, at)).split(/\r\n|\r|\n/);
    const byte = `0x${bytes[at].toString(16).padStart(2, "0")} at offset ${at}`;
    throw new Error(`${name}:${before.length}:${[...before.at(-1)].length + 1}: not UTF-8 text (byte ${byte}); save it as UTF-8`);
  }
  // All that is shown of the file before goes with it. A question about the position waits until one is shown.
  function vanish(name) {
    const before = arrived;  // who has waited for the file before this one waits for this one
    there = new Promise((resolve) => { arrived = () => { before(); resolve(); }; });
    pyrout.clear();
    tables.end();
    closeMenu();
    $("title").textContent = name;
    for (const id of ["editor", "assumed", "setup-controls", "warning"]) $(id).replaceChildren();
    $("setup-name").textContent = "Set-up";
    document.body.dataset.reasons = "";
  }
  function boards(names) {
    words.boards = names;
    $("art").replaceChildren(element("option", { value: "" }, "none"), ...(names.length > 1 ? [element("option", { value: ALL }, "all")] : []), ...names.map((n) => element("option", { value: n }, n)));
    $("art").value = positions.position.board;
  }
  // The reading of the board of the chosen hex, once somebody wants to see it.
  let readOpen = false;
  pyrout.listeners.hex.push((hex) => {
    const [, named] = /^(.*?)[A-Z]{1,2}-?\d{1,2}$/.exec(hex) || [];
    const archive = words && named && words.boards.find((name) => name.slice(2).replace(/^0+(?=.)/, "") === named);
    if (!archive) return;
    const box = element("details", { id: "as-read", open: readOpen }, element("summary", {}, "How the board was read"));
    box.addEventListener("toggle", async () => {
      if (box.isConnected) readOpen = box.open;
      if (!box.open || box.children.length > 1) return;
      const list = element("ul", { class: "lines" });
      box.append(list);
      try {
        const found = await (await post("/api/hex", { session, board: archive, hex })).json();
        list.append(...found.lines.map((line) => element("li", {}, line)));
      } catch (error) { list.append(element("li", { class: "bad" }, error.message)); }
    });
    $("detail").append(box);
  });
  function download(name, blob) {
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  const stem = () => positions.position.name.replace(/\.[^.]*$/, "");
  async function save(kind) {
    await there;
    try {
      const response = await post("/api/draw", request({ kind }));
      download(stem() + kind, await response.blob());
    } catch (error) { complain(error.message); }
  }
  async function unpacked(code) {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const pieces = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > 6_000_000) throw new Error("the position in the link is too large");
      pieces.push(value);
    }
    return new Blob(pieces).text();
  }
  // The position as one line, and packed: it has what was chosen beside it.
  async function inOneLine() {
    await there;
    const { text, rules, options, name, notes } = positions.position;
    const line = await (await post("/api/line", { text, rules, options, name })).json();
    return line.long ? line : { ...line, code: line.code + await notesFor(notes, line.room) };
  }
  async function link() {
    let long;
    await there;
    try { long = await address.settled(); } catch (error) { complain(`no link was copied: ${error.message}`); return; }
    if (long) {
      complain("");
      $("warning").replaceChildren(element("p", { class: "hint" }, `The link would be too long: ${long}. `, element("button", { type: "button", onclick: savePosition }, "Save the position")));
      return;
    }
    let said = "The link is in the clipboard.";
    try { await navigator.clipboard.writeText(location.href); } catch { said = "The address of this page is the link."; }  // not allowed here
    if (/^(127\.[0-9.]+|\[::1\]|(.*\.)?localhost)$/.test(location.hostname)) said += " It opens on this machine only: for others, Save has the Page, and More the position in one line.";
    $("busy").textContent = said;
  }
  let wrote = "";
  async function writeLine(asked) {
    const before = $("line").value;
    const typing = () => !asked && document.activeElement === $("line");  // or is about to type or paste
    if (!asked && before !== wrote) return;  // somebody has typed here
    try {
      const { line } = await inOneLine();
      if ($("line").value === before && !typing()) $("line").value = wrote = line;  // not over what is typed meanwhile
    } catch (error) { complain(error.message); }
  }
  // A line, or the address of one, with the notes of its saved game. True unless nothing of it is shown, not even what it lacks.
  async function openLine(line) {
    const mine = ++opening;
    begin("Opening a line", false);
    try {
      const found = await (await post("/api/of-line", { session, line, name: "line.lp" })).json();
      const kept = await notesIn(line), notes = [...kept];
      if (mine !== opening) return false;
      if (found.missing.length && !notes.length) notes.push(["left out", [`What lies on these boards is left out, for their archives are not open: ${found.missing.join(", ")}.`]]);
      const shown = await load("line.lp", found.text, { notes, source: kept.length ? GONE : "", board: words.boards.length ? ALL : "" });
      if (shown && found.missing.length) waiting = { missing: found.missing, open: () => openLine(line) };
      return shown;
    } catch (error) {
      if (mine !== opening) return false;
      end();
      failed(error.message);
      lacks(error, () => openLine(line));
      return Boolean(error.missing) && !facts;
    }
  }
  // The notes that an address holds behind its position: [[subject, sentences], ..]. A line names those that cannot be read as lost.
  const NOTES = "&n=", MOST_NOTES = 200;
  async function notesIn(line) {
    const [, code] = /&n=([A-Za-z0-9_-]+)\s*$/.exec(line) || [];
    if (!code) return [];
    try {
      const found = JSON.parse(await unpacked(code));
      return found.slice(0, MOST_NOTES).map(([group, several]) => [String(group), several.slice(0, MOST_NOTES).map(String)]);
    } catch { return [["left out", ["What was taken from the saved game, or assumed, cannot be read in this link."]]]; }
  }
  // The notes for an address, in at most `room` characters: of too many the least important are only counted.
  async function notesFor(notes, room) {
    const all = notes.flatMap(([group, several]) => several.map((note) => [group, note]));
    for (let kept = all.length; all.length && kept >= 0; kept -= 1) {
      const some = [], more = all.length - kept;
      for (const [group, note] of all.slice(0, kept)) if (some.length && some.at(-1)[0] === group) some.at(-1)[1].push(note); else some.push([group, [note]]);
      if (more) some.push(["more", [`${count(more, "further assumption is", "further assumptions are")} listed where the saved game itself is opened.`]]);
      const code = NOTES + await packed(JSON.stringify(some));
      if (code.length <= room) return code;
    }
    return "";
  }
  async function packed(text) {
    const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  // The position of the last visit, with what can be undone.
  async function again() {
    const kept = address.last();
    if (!kept) return false;
    const { past: before, ...position } = kept;
    if (position.board !== ALL && !words.boards.includes(position.board)) position.board = words.boards.length ? ALL : "";
    if (await load(position.name, position.text, position, before)) return true;
    if (!facts) $("problem").append(" ", element("button", { type: "button", onclick: again }, "Try again"));  // the link in the address may be older
    return true;
  }
  async function fromLink() {
    const short = /^#l=(.*)$/.exec(location.hash);
    if (short) return openLine(short[1]);
    const code = /^#p=([A-Za-z0-9_-]+)$/.exec(location.hash);  // as links were before
    if (!code) return false;
    try {
      const found = JSON.parse(await unpacked(code[1]));
      return await load(String(found.name), String(found.text), { rules: found.rules || null, options: found.options || {} });
    } catch (error) { failed("the link holds no position: " + error.message); return false; }
  }

  const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

  // -- two readings --------------------------------------------------------------------------------------------------
  async function compare(option) {
    await there;
    let box = $("readings");
    if (box) box.remove();
    if (!option) return;
    $("compare").value = option;
    $("more-menu").open = false;  // on a phone it would lie over the comparison
    const values = (ruleSets()[ruleSet()] || []).filter((o) => o.option === option);
    box = element("section", { id: "readings", "aria-label": `Readings of ${option}` }, element("h2", {}, `${values[0].title} (${option}) `, element("button", { type: "button", onclick: shutReadings }, "Close")));
    document.body.append(box);
    try {
      const found = await Promise.all(values.map(async (v, i) => (await post("/api/view", request({ session: `${session}-${i + 1}`, options: { ...positions.position.options, [option]: v.value }, second: i + 1 }))).json()));
      if (!box.isConnected) return;  // another position is shown by now
      const said = found.map((f) => (f.unsolved ? f.unsolved : JSON.stringify(f.table ? [f.view.units, f.view.events] : f.view.units.map((u) => [u.id, u.verdict, u.lines, u.total, u.groups.map((g) => [g.label, g.ways])]))));
      const same = said.every((s) => s === said[0]);
      box.append(element("p", { class: "whole head" }, same ? "All readings give the same answer here." : "The readings give different answers here."));
      found.forEach((f, i) => {
        const column = element("section", { "aria-label": `${option}=${values[i].value}` }, element("h3", {}, `${option}=${values[i].value}`), element("p", { class: "hint" }, values[i].meaning));
        if (f.unsolved) column.append(element("p", { class: "bad" }, f.unsolved));
        if (f.table) for (const unit of f.view.units) column.append(element("p", { class: "head" }, `${unit.words}: ${unit.verdict}`), ...unit.ends.map((end) => element("p", {}, end)), element("p", {}, count(unit.total, "way", "ways")));
        else for (const unit of f.view.units) column.append(element("p", { class: "head" }, unit.head), lines(unit.lines.concat(unit.groups.map((g) => `${unit.supposed && `${unit.supposed}: `}${g.label}: ${count(g.ways, "way", "ways")}`))));
        const still = element("div");
        still.innerHTML = f.svg;
        for (const e of still.querySelectorAll("[tabindex], [role], [aria-label]")) for (const name of ["tabindex", "role", "aria-label"]) e.removeAttribute(name);
        const svg = still.querySelector("svg");
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", `Map for ${option}=${values[i].value}`);
        column.append(still);
        box.append(column);
      });
      box.append(element("p", { class: "whole" }, element("button", { type: "button", onclick: shutReadings }, "Close")));
      box.scrollIntoView();
    } catch (error) { if (box.isConnected) { complain(error.message); shutReadings(); } }
  }
  // A comparison goes with its position.
  function shutReadings() {
    const box = $("readings");
    if (box) box.remove();
    $("compare").value = "";
  }
  // One press compares all readings, one option at a time, and says which of them change the answer.
  let comparing = null;
  async function depends() {
    if (comparing) comparing.abort();
    const mine = comparing = new AbortController(), ticket = asked;
    const box = element("div", { id: "depends", role: "status" }, element("p", { class: "hint" }, "Comparing all readings \u2026"));
    $("ask-readings").replaceWith(box);
    begin("Comparing all readings", false);
    try {
      const found = await (await post("/api/readings", request({}), false, mine.signal)).json();
      if (ticket !== asked) return;
      const parts = [element("p", { class: "head" }, found.differing.length ? `It depends on a reading: ${found.differing.length} of ${count(found.tried, "other reading changes", "other readings change")} the answer.` : `It does not depend on a reading: ${count(found.tried, "other reading gives", "other readings give")} the same answer.`)];
      for (const each of found.differing) {
        parts.push(element("details", { open: true }, element("summary", {}, each.title), element("p", {}, each.meaning), lines(each.changes),
          element("button", { type: "button", onclick: () => choose({ options: { ...positions.position.options, [each.option]: each.value } }) }, "Take this reading")));
      }
      if (found.left.length) parts.push(element("p", { class: "bad" }, `Not compared: ${found.left.join("; ")}.`));
      box.replaceChildren(...parts);
    } catch (error) { if (error.name !== "AbortError") box.replaceChildren(element("p", { class: "bad" }, error.message)); }
    finally { if (mine === comparing) { comparing = null; if (ticket === asked) end(); } }
  }
  pyrout.listeners.select.push(() => {
    if (!facts || facts.table || facts.unsolved || !pyrout.unit) return;
    $("answer").append(element("button", { type: "button", id: "ask-readings", onclick: depends }, "Does it depend on a reading?"));
  });
  function compareList() {
    const set = ruleSets()[ruleSet()] || [], before = $("compare").value, names = [...new Set(set.map((o) => o.option))];
    $("compare").replaceChildren(element("option", { value: "" }, "\u2026"), ...names.map((o) => element("option", { value: o }, set.find((v) => v.option === o).title)));
    $("compare").value = names.includes(before) ? before : "";
  }

  // The functions of the position for other scripts of the page; `leave` hears that earlier requests are not waited for.
  pyrout.desk = {
    post, request, change, play, begin, end, failed, leave: [], drawn: [],
    load: (name, text, notes, game, source) => { vanish(name); return load(name, text, { notes, game, source, board: words.boards.length ? ALL : "" }); },
    undo, there: () => there,
    get position() { const { text, name, rules, options, board } = positions.position; return { text, name, rules, options, board }; },
  };

  // -- beginning -----------------------------------------------------------------------------------------------------
  $("open").addEventListener("change", () => { const files = [...$("open").files]; $("open").value = ""; if (files.length) openAll(files); });
  $("cancel").addEventListener("click", cancel);
  for (const kind of ["click", "keydown"]) $("map").addEventListener(kind, () => { if (document.body.dataset.refused) complain(""); }, { capture: true });
  // A menu closes when something in it was done, or something else is pressed.
  document.addEventListener("click", (event) => { for (const drop of document.querySelectorAll(".drop[open]")) if (!drop.contains(event.target) || event.target.closest(".drop > div > button")) drop.open = false; }, { capture: true });
  document.addEventListener("keydown", (event) => { const drop = event.key === "Escape" && event.target.closest(".drop[open]"); if (drop) { drop.open = false; drop.querySelector("summary").focus(); } });
  $("new").addEventListener("click", fresh);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    try {
      const files = await opened.dropped(event.dataTransfer);
      if (files.length) openAll(files);
    } catch (error) { failed(error.message); }
  });
  const examples = examplesOf(async (name) => {
    $("example-menu").open = false;
    const mine = ++opening, file = `${name}.lp`;
    try {
      const text = await example(name);
      if (mine === opening) { vanish(file); await load(file, text); }
    } catch (error) { if (mine === opening) failed(error.message); }
  });
  $("undo").addEventListener("click", undo);
  $("redo").addEventListener("click", redo);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, select, textarea")) return;
    if (event.key === "z" && !event.shiftKey) { event.preventDefault(); undo(); }
    if (event.key === "y" || (event.key === "Z" && event.shiftKey)) { event.preventDefault(); redo(); }
  });
  $("art").addEventListener("change", () => choose({ board: $("art").value }));
  async function savePosition() {
    await there;
    try {
      const { name, rules, options, text: plain } = positions.position, beside = rules || Object.keys(options).length;
      const text = beside ? (await (await post("/api/line", { text: plain, rules, options, name, kind: ".lp" })).json()).text : plain;
      download(stem() + ".lp", new Blob([text], { type: "text/plain" }));
    } catch (error) { complain(error.message); }
  }
  $("save-lp").addEventListener("click", savePosition);
  $("lines").addEventListener("toggle", () => { if ($("lines").open) writeLine(false); });
  $("line-write").addEventListener("click", () => writeLine(true));
  $("line-open").addEventListener("click", () => openLine($("line").value));
  $("line-copy").addEventListener("click", async () => { try { await navigator.clipboard.writeText($("line").value); $("busy").textContent = "Copied."; } catch { $("line").select(); } });
  for (const kind of ["svg", "png", "html"]) $(`save-${kind}`).addEventListener("click", () => save(`.${kind}`));
  $("link").addEventListener("click", link);
  $("compare").addEventListener("change", () => compare($("compare").value));
  // A link that cannot be opened does not stay in the address of the position that is shown.
  window.addEventListener("hashchange", async () => { if (!(await fromLink()) && facts) address.note(); });

  (async () => {
    begin("Working out the routs", false);
    try {
      words = await (await got("/api/words")).json();
      examples.fill(words.groups);
      boards(words.boards);
      board.fill(words);
      if (!(await again()) && !(await fromLink())) {
        const said = $("problem").textContent;  // what is wrong with the link stays in sight
        await load(`${START}.lp`, await example(START));
        if (said) complain(`${said}. The position shown is an example, not that of the link.`);
      }
      if (new URLSearchParams(location.search).has("edit") && facts && !facts.table && !pyrout.narrow()) board.show(true);
      document.body.dataset.ready = "yes";
    } catch (error) { complain(error.message); }
  })();
})();
