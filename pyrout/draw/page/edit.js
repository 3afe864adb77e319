"use strict";
// The page made editable: positions are sent to the server on this machine, which changes, answers and draws them.
(() => {
  const START = "example-07";
  const COMMON = ["broken", "dm", "pinned", "cx", "concealed", "wounded", "melee", "disrupted", "unarmed", "encircled", "fanatic", "berserk"];
  // A request that comes before the first position is shown waits for it.
  let begins;
  const started = new Promise((done) => { begins = done; });
  let began = 0;
  const { session, post, got, example } = requestsOf();
  function lacks(error, open) {
    if (!error.missing) return;
    page.waiting = { missing: error.missing, open };
    $("problem").append(" ", element("button", { type: "button", onclick: () => $("open").click() }, "Open boards"));
  }
  // `refused`: changes that can be made once LOS is derived from the terrain.
  function complain(message, refused = []) {
    $("problem").textContent = message || "";
    if (refused.length) $("problem").append(" ", element("button", { type: "button", onclick: () => change([{ op: "derive_los" }, ...refused]) }, "Derive LOS, then change the map"));
    $("problem").hidden = !message;
    delete document.body.dataset.refused;
  }
  // A position cannot be opened: beside the error the position before stands without its verdict, until it is asked for.
  function failed(message, what = "file") {
    complain(message);
    if (!page.facts || page.facts.unsolved) return;
    $("aside").replaceChildren(element("p", {}, `Still on the map: ${page.facts.title || positions.position.name}. `, element("button", { type: "button", onclick: () => complain("") }, "Show its answer")));
    document.body.dataset.refused = what;
  }
  const also = (...messages) => (document.body.dataset.refused ? failed : complain)([...new Set([$("problem").firstChild?.textContent, ...messages])].filter(Boolean).join(" \u00b7 "));
  const asking = ({ text, name, rules, options, board }, volunteers, more) => ({ session, text, name, rules, options, board, volunteers, ...more });
  const request = (more) => asking(positions.position, positions.shown.volunteers, more);

  const { begin, tell, end } = workOf({ session });

  // Earlier requests are not waited for any more.
  function abandon() {
    page.asked += 1;
    showing.leave();
    if (page.running) page.running.abort();
    readings.leave();
    for (const leave of pyrout.desk.leave) leave();
    page.running = new AbortController();
    return page.running.signal;
  }
  async function cancel() {
    page.opening += 1;
    positions.cancel();
    abandon();
    end();
    const ticket = page.asked;
    await post(`/api/stop?session=${session}`, {}).catch(() => {});
    if (ticket !== page.asked) return;
    restore();
    $("busy").textContent = "Cancelled.";
  }
  function restore() {
    if (page.facts) showing.draw(page.facts, true);
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
      return (await post("/api/view", asking(position, volunteers, { first, have: showing.base && showing.base.map }), false, signal)).json();
    },
    show(found, keep, problems) {
      const before = [page.facts, showing.base];
      page.facts = found;
      try { present(found, keep, problems); } catch (error) {
        [page.facts, showing.base] = before;
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
    showing.missed(found);
    showing.draw(found, keep);
    document.body.dataset.ms = String(Math.round(performance.now() - began));
    showing.timed(found);
    buttons();
    report(problems);
    address.note();
  }
  // Changes that were refused: why, beside what is wrong with the answer.
  function report(problems) {
    const said = [...new Set(problems.map(({ message }) => message))];
    if (problems.some(({ opens }) => opens)) failed(said.join(" \u00b7 "));
    else if (said.length) complain([page.facts && page.facts.unsolved, ...said].filter(Boolean).join(" \u00b7 "), problems.flatMap(({ edits, remedy }) => (remedy === "derive_los" ? edits : [])));
  }
  const made = (more) => async (position, signal) => (await (await post("/api/change", asking(position, undefined, more), false, signal)).json()).text;
  function change(edits) { abandon(); return positions.change(made({ edits }), edits); }
  function play(way) { abandon(); return positions.change(made({ play: way })); }
  function choose(fields) { abandon(); return positions.choose(fields); }
  function undo() { abandon(); return positions.back(); }
  function redo() { abandon(); return positions.forward(); }

  function count(n, one, many) { return `${n} ${n === 1 ? one : many}`; }
  function buttons() {
    $("undo").disabled = !positions.shown.past.length;
    $("redo").disabled = !positions.shown.future.length;
    $("art").value = positions.position.board;
    compareList();
  }

  // The state and the actions that the parts of the editor share; the parts add theirs.
  const page = {
    COMMON, ALL: "all", GONE: "gone", session, post, request, change, choose, remove, complain, failed, lacks, also, abandon, begin, tell, end, count, started, saves: new Map(),
    // The facts of the position that is shown, the words of the program, the unit that is changed; how many requests and
    // files came, and the request that is being answered.
    facts: null, words: null, picked: null, asked: 0, opening: 0, running: null,
    waiting: null,  // the position that waits for its boards; it is opened, or opened wholly, once they are
    positions,
  };
  const showing = page.showing = showingOf(page), { vanish, there } = showing;
  Object.assign(page, { there, controlAt: showing.controlAt }, setupOf(page), formOf(page), handOf(page), filesOf(page), linksOf(page));
  const { setup, editor, load, openAll, boards } = page;
  const readings = readingsOf(page), { compare, shutReadings, compareList } = readings;
  function remove(unit) {
    if (page.picked === unit) page.picked = null;
    change([{ op: "remove", unit }]);
  }
  const address = page.address = addressOf({ position: () => positions.position, past: () => positions.shown.past, future: () => positions.shown.future, line: page.inOneLine });

  // -- the board editor ----------------------------------------------------------------------------------------------
  const board = page.board = editorPage({ change });
  async function fresh(table) {
    await started;
    const mine = ++page.opening;
    try {
      const found = await (await post("/api/new", { table })).json();
      if (mine !== page.opening) return;
      vanish(table ? "New table" : "New position");
      await load("position.lp", found.text);
      if (table) { pyrout.frame.mode("edit"); tables.edit(true); } else board.show(true);
    } catch (error) { failed(error.message); }
  }
  const tables = page.tables = tablePage({ change, open: (text) => { const { name, rules, options } = positions.position; return load(name, text, { rules, options }); }, setup: () => setup() });
  pyrout.listeners.ask.push(async (id) => {
    abandon();
    if (await positions.volunteer(id) && pyrout.view.units.some((u) => u.id === id)) pyrout.select(id);
  });
  // The position after a rout; Undo takes it back.
  pyrout.listeners.play.push((unit, route) => !unit.supposed && element("button", { type: "button", id: "play-it", class: "go",
    onclick: () => play({ unit: unit.id, path: route.path, posture: route.posture, to: route.to }) }, pyrout.icon("play"), "Play it"));
  // The odds of a unit whose broken morale is not known: asked for where they would stand.
  pyrout.listeners.wanted.push((unit) => {
    const input = element("input", { type: "number", min: 0, max: 12, id: "wanted-morale", "aria-label": `Broken morale of ${unit.id}` });
    input.addEventListener("change", () => { if (input.value !== "") change([{ op: "number", unit: unit.id, name: "broken_morale", value: Number(input.value) }]); });
    return element("label", { class: "wanting" }, element("span", {}, "For the odds, give its broken morale"), input);
  });
  pyrout.listeners.unit.push((id) => {
    page.picked = id;
    editor();
    if (pyrout.narrow() && pyrout.frame.mode_now === "edit") pyrout.frame.height("half");  // its form is in sight
  });


  // The functions of the position for other scripts of the page; `leave` hears that earlier requests are not waited for.
  pyrout.desk = {
    post, request, change, play, begin, end, failed, leave: [], drawn: [],
    load: (name, text, notes, game, source) => { vanish(name); return load(name, text, { notes, game, source, board: page.words.boards.length ? page.ALL : "" }); },
    undo, there,
    get position() { const { text, name, rules, options, board } = positions.position; return { text, name, rules, options, board }; },
  };

  // -- beginning -----------------------------------------------------------------------------------------------------
  $("open").addEventListener("change", () => { const files = [...$("open").files]; $("open").value = ""; if (files.length) openAll(files); });
  $("cancel").addEventListener("click", cancel);
  for (const kind of ["click", "keydown"]) $("map").addEventListener(kind, () => { if (document.body.dataset.refused) complain(""); }, { capture: true });
  // A menu closes when something in it was done, or something else is pressed.
  document.addEventListener("click", (event) => { for (const drop of document.querySelectorAll(".drop[open]")) if (!drop.contains(event.target) || event.target.closest(".drop > div > button")) drop.open = false; }, { capture: true });
  document.addEventListener("keydown", (event) => { const drop = event.key === "Escape" && event.target.closest(".drop[open]"); if (drop) { drop.open = false; drop.querySelector("summary").focus(); } });
  $("new").addEventListener("click", () => fresh(false));
  $("new-table").addEventListener("click", () => fresh(true));
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
    const mine = ++page.opening, file = `${name}.lp`;
    try {
      const text = await example(name);
      if (mine === page.opening) { vanish(file); await load(file, text); }
    } catch (error) { if (mine === page.opening) failed(error.message); }
  });
  $("undo").addEventListener("click", undo);
  $("redo").addEventListener("click", redo);
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, select, textarea")) return;
    if (event.key === "z" && !event.shiftKey) { event.preventDefault(); undo(); }
    if (event.key === "y" || (event.key === "Z" && event.shiftKey)) { event.preventDefault(); redo(); }
  });
  $("art").addEventListener("change", () => choose({ board: $("art").value }));
  $("save-lp").addEventListener("click", page.savePosition);
  $("lines").addEventListener("toggle", () => { if ($("lines").open) page.writeLine(false); });
  $("line-write").addEventListener("click", () => page.writeLine(true));
  $("line-open").addEventListener("click", async () => { const line = $("line").value; await started; page.openLine(line); });
  $("line-copy").addEventListener("click", async () => { try { await navigator.clipboard.writeText($("line").value); $("busy").textContent = "Copied."; } catch { $("line").select(); } });
  for (const kind of ["svg", "png", "html"]) $(`save-${kind}`).addEventListener("click", () => page.save(`.${kind}`));
  $("link").addEventListener("click", page.link);
  $("compare").addEventListener("change", () => compare($("compare").value));
  // A link that cannot be opened does not stay in the address of the position that is shown.
  window.addEventListener("hashchange", async () => { if (!(await page.fromLink()) && page.facts) address.note(); });

  (async () => {
    begin("Working out the routs", false);
    try {
      page.words = await (await got("/api/words")).json();
      examples.fill(page.words.groups);
      boards(page.words.boards);
      board.fill(page.words);
      if (!(await page.again()) && !(await page.fromLink())) {
        const said = $("problem").textContent;  // what is wrong with the link stays in sight
        await load(`${START}.lp`, await example(START));
        if (said) complain(`${said}. The position shown is an example, not that of the link.`);
      }
      if (new URLSearchParams(location.search).has("edit") && page.facts && !page.facts.table && !pyrout.narrow()) board.show(true);
      document.body.dataset.ready = "yes";
    } catch (error) { complain(error.message); } finally { begins(); }
  })();
})();
