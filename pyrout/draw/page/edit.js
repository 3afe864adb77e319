"use strict";
// The page made editable: positions are sent to the server on this machine, which changes, answers and draws them.
(() => {
  const { $, element, lines } = pyrout;
  const START = "example-07", ALL = "all";
  const COMMON = ["broken", "dm", "pinned", "cx", "concealed", "wounded", "melee", "disrupted", "unarmed", "encircled", "fanatic", "berserk"];
  const NOBODY = "No unit may rout: none is broken. Mark one: right click, long press, or the key M, on its counter. For one that may break on purpose, press What if it breaks?";
  const AWAY = self.PYROUT ? "a file of this site is not available; see whether there is a network, then try again" : "pyrout does not answer; see whether pyrout serve still runs, then try again";
  const PATIENCE = 600;  // milliseconds of a change after which the page says what is going on
  // A request that comes before the first position is shown waits for it.
  let begins;
  const started = new Promise((done) => { begins = done; });
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
    readings.leave();
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

  // The state and the actions that the parts of the editor share.
  const page = {
    COMMON, session, post, request, change, choose, remove, complain, begin, end, controlAt, saves: new Map(), there: () => there,
    get facts() { return facts; }, get words() { return words; }, get asked() { return asked; }, get picked() { return picked; }, set picked(unit) { picked = unit; },
    get positions() { return positions; }, get board() { return board; }, get tables() { return tables; },
    field: (...said) => settings.field(...said), count: (...said) => count(...said), ruleSet: () => settings.ruleSet(), ruleSets: () => settings.ruleSets(),
  };
  const settings = setupOf(page), { setup, ruleSet, chooser, field } = settings;
  const { editor } = formOf(page);
  const { closeMenu } = handOf(page);
  const readings = readingsOf(page), { compare, shutReadings, compareList } = readings;
  function remove(unit) {
    if (picked === unit) picked = null;
    change([{ op: "remove", unit }]);
  }
  const address = addressOf({ position: () => positions.position, past: () => positions.shown.past, future: () => positions.shown.future, line: inOneLine });

  // -- the board editor ----------------------------------------------------------------------------------------------
  const board = editorPage({ change });
  async function fresh() {
    await started;
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
  pyrout.listeners.play.push((unit, route) => !unit.supposed && element("button", { type: "button", id: "play-it", class: "go",
    onclick: () => play({ unit: unit.id, path: route.path, posture: route.posture, to: route.to }) }, pyrout.icon("play"), "Play it"));
  // The odds of a unit whose broken morale is not known: asked for where they would stand.
  pyrout.listeners.wanted.push((unit) => {
    const input = element("input", { type: "number", min: 0, max: 12, id: "wanted-morale", "aria-label": `Broken morale of ${unit.id}` });
    input.addEventListener("change", () => { if (input.value !== "") change([{ op: "number", unit: unit.id, name: "broken_morale", value: Number(input.value) }]); });
    return element("label", { class: "wanting" }, element("span", {}, "For the odds, give its broken morale"), input);
  });
  pyrout.listeners.unit.push((id) => { picked = id; editor(); });

  // -- opening and saving --------------------------------------------------------------------------------------------
  // A file that is no position leaves the one that was open.
  function load(name, text, more = {}, past = null, future = []) {
    picked = null;
    waiting = null;
    abandon();
    return positions.open({ name, text, ...more }, past, future);
  }
  async function openAll(files) {
    await started;
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
  const { saves } = page, GONE = "gone";
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
    if (/^(127\.[0-9.]+|\[::1\]|(.*\.)?localhost)$/.test(location.hostname)) said += " It opens on this machine only: for others, Share has the Page, and More the position in one line.";
    if (!facts.table && (facts.boards || []).length) said += ` Whoever opens it needs the board${facts.boards.length > 1 ? "s" : ""} ${facts.boards.join(", ")}.`;
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
    const { past: before, future, ...position } = kept;
    if (position.board !== ALL && !words.boards.includes(position.board)) position.board = words.boards.length ? ALL : "";
    if (await load(position.name, position.text, position, before, future)) return true;
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
  $("line-open").addEventListener("click", async () => { const line = $("line").value; await started; openLine(line); });
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
    } catch (error) { complain(error.message); } finally { begins(); }
  })();
})();
