"use strict";
// The page made editable: positions are sent to the server on this machine, which changes, answers and draws them.
(() => {
  const { $, element, lines } = pyrout;
  const START = "example-07";
  const state = { name: "position.lp", text: "", rules: null, options: {}, board: "" };
  let words = null, past = [], future = [], facts = null, picked = null, asked = 0, reasonsTimer = 0, shown = 0;
  let volunteers = [];  // units of which the player asked what they could do if they broke on purpose

  async function post(path, value, binary) {
    const response = await fetch(path, {
      method: "POST",
      headers: { "X-Pyrout": "1", "Content-Type": binary ? "application/octet-stream" : "application/json" },
      body: binary ? value : JSON.stringify(value),
    });
    if (response.ok) return response;
    let message = `the server says ${response.status}`;
    try { message = (await response.json()).error || message; } catch { /* no JSON */ }
    throw new Error(message);
  }
  function complain(message) {
    $("problem").textContent = message || "";
    $("problem").hidden = !message;
  }
  const session = crypto.randomUUID();
  const request = (more) => ({ session, text: state.text, name: state.name, rules: state.rules, options: state.options, board: state.board, volunteers, ...more });

  // -- showing -------------------------------------------------------------------------------------------------------
  // Sends the position with its changes; the answer is drawn at once, and the reasons of the hexes follow.
  async function refresh(edits, keep = true) {
    const ticket = ++asked;
    clearTimeout(reasonsTimer);
    if (edits) volunteers = [];
    const began = performance.now();
    $("busy").textContent = "…";
    let found;
    try {
      found = await (await post("/api/view", request({ edits }))).json();
    } catch (error) {
      if (ticket === asked) { $("busy").textContent = ""; complain(error.message); if (facts) draw(facts, true); }
      return false;
    }
    if (ticket !== asked) return true;
    if (edits && found.text !== state.text) remember();
    state.text = found.text;
    facts = found;
    complain(found.unsolved);
    draw(found, keep);
    document.body.dataset.ms = Math.round(performance.now() - began);
    $("busy").textContent = `${document.body.dataset.ms} ms`;
    buttons();
    if (!found.unsolved) reasonsTimer = setTimeout(() => reasons(ticket), 200);
    return true;
  }
  async function reasons(ticket) {
    try {
      const found = await (await post("/api/why", request())).json();
      if (ticket !== asked) return;
      for (const unit of pyrout.view.units) unit.hexes = found.hexes[unit.id] || unit.hexes;
      for (const unit of pyrout.view.units) unit.chart = found.charts[unit.id] || [];
      pyrout.view.sentences = { ...pyrout.view.sentences, ...found.sentences };
      document.body.dataset.reasons = "there";
      pyrout.chart();
      if (pyrout.chosen) pyrout.choose(pyrout.chosen, false);
    } catch (error) { if (ticket === asked) complain(error.message); }
  }
  function draw(found, keep) {
    const box = $("map"), x = box.scrollLeft, y = box.scrollTop;
    const focus = document.activeElement && document.activeElement.closest("#map [data-unit]");
    $("map").innerHTML = found.svg;
    $("legend").innerHTML = found.legend;
    document.body.dataset.reasons = "";
    document.body.dataset.shown = ++shown;
    pyrout.show(found.view, keep);
    if (keep) box.scrollTo(x, y); else pyrout.fit();
    if (focus) { const again = box.querySelector(`[data-unit="${CSS.escape(focus.dataset.unit)}"]`); if (again) again.focus(); }
    $("title").textContent = `${state.name}: the Rout Phase`;
    $("warning").replaceChildren(...(found.warnings || []).map((w) => element("p", { class: "hint" }, w)), ...(found.blind || []).map((w) => element("p", { class: "hint" }, w + " ",
      element("button", { type: "button", onclick: () => refresh([{ op: "derive_los" }]) }, "Derive LOS from the terrain"))));
    $("rules").value = state.rules || found.rules || "aslsk";
    if (picked && !found.view.counters[picked]) picked = null;
    editor();
  }

  // -- undo ----------------------------------------------------------------------------------------------------------
  const snapshot = () => JSON.stringify({ text: state.text, rules: state.rules, options: state.options, name: state.name, board: state.board });
  function remember() {
    volunteers = [];
    past.push(snapshot());
    if (past.length > 200) past.shift();
    future = [];
  }
  function buttons() {
    $("undo").disabled = !past.length;
    $("redo").disabled = !future.length;
  }
  async function back(from, to) {
    if (!from.length) return;
    to.push(snapshot());
    Object.assign(state, JSON.parse(from.pop()));
    volunteers = [];
    await refresh(null);
    buttons();
  }

  // -- the editor ----------------------------------------------------------------------------------------------------
  function editor() {
    let box = $("editor");
    if (!box) {
      box = element("section", { id: "editor", "aria-label": "Change the position" });
      $("routes").previousElementSibling.before(box);
    }
    const places = element("datalist", { id: "places" }, ...Object.keys(facts.view.hexes).map((h) => element("option", { value: h })));
    box.replaceChildren(places, element("h3", {}, "Change the position"), ...(picked ? unitEditor() : [element("p", { class: "hint" }, "Choose a counter to change it, or drag it to another hex.")]),
      optionEditor(), adder());
  }
  function field(words, input) {
    return element("label", {}, words + " ", input);
  }
  function unitEditor() {
    const counter = facts.view.counters[picked];
    const has = new Set(facts.statuses[picked] || []);
    const common = ["broken", "dm", "pinned", "cx", "concealed", "wounded", "melee", "disrupted", "unarmed", "encircled", "fanatic", "berserk"];
    const check = (status) => {
      const input = element("input", { type: "checkbox", "data-status": status });
      input.checked = has.has(status);
      input.addEventListener("change", () => refresh([{ op: "status", unit: picked, status, on: input.checked }]));
      return element("label", { class: "check" }, input, " " + status.replaceAll("_", " "));
    };
    const place = element("input", { class: "place", list: "places", id: "place", value: counter.at });
    const form = element("form", { class: "row" }, field("In", place), element("button", {}, "Move"));
    form.addEventListener("submit", (event) => { event.preventDefault(); refresh([{ op: "move", unit: picked, to: place.value.trim() }]); });
    const numbers = element("div", { class: "row" }, ...[["broken_morale", "broken morale"], ["normal_range", "range"], ["firepower", "FP"]].map(([name, said]) => {
      const input = element("input", { type: "number", min: 0, max: 99, "data-number": name });
      const value = (facts.numbers[picked] || {})[name];
      input.value = value === undefined ? "" : value;
      input.addEventListener("change", () => refresh([{ op: "number", unit: picked, name, value: input.value === "" ? null : Number(input.value) }]));
      return field(said, input);
    }));
    const rest = words.statuses.filter((s) => !common.includes(s));
    return [element("fieldset", {}, element("legend", {}, counter.words), form,
      element("div", { class: "checks" }, ...common.map(check)),
      element("details", {}, element("summary", {}, "more statuses"), element("div", { class: "checks" }, ...rest.map(check))),
      numbers,
      element("div", { class: "row" }, element("button", { type: "button", onclick: () => { const gone = picked; picked = null; refresh([{ op: "remove", unit: gone }]); } }, "Remove this unit")))];
  }
  function optionEditor() {
    const set = words.rules[state.rules || facts.rules || "aslsk"] || [];
    const box = element("details", { class: "options" }, element("summary", {}, "Options of the rules"));
    for (const name of new Set(set.map((o) => o.option))) {
      const select = element("select", { "data-option": name });
      for (const value of set.filter((o) => o.option === name)) select.append(element("option", { value: value.value, title: value.meaning }, value.value + (value.default ? " (default)" : "")));
      select.value = state.options[name] || facts.options[name] || set.find((o) => o.option === name && o.default).value;
      const said = element("p", { class: "hint" }, (set.find((o) => o.option === name && o.value === select.value) || {}).meaning || "");
      select.addEventListener("change", () => { remember(); state.options = { ...state.options, [name]: select.value }; refresh(null); });
      box.append(element("div", { class: "row" }, field(name, select)), said);
    }
    box.open = editor.open || false;
    box.addEventListener("toggle", () => { editor.open = box.open; });
    return box;
  }
  function adder() {
    const side = element("input", { id: "new-side", list: "sides", value: facts.sides[0] || "german", class: "place" });
    const kind = element("select", { id: "new-kind" }, ...words.kinds.map((k) => element("option", { value: k }, k.replaceAll("_", "-"))));
    const place = element("input", { id: "new-place", list: "places", class: "place", value: pyrout.chosen || "" });
    const range = element("input", { id: "new-range", type: "number", min: 0, max: 99, value: 6 });
    const power = element("input", { id: "new-fp", type: "number", min: 0, max: 99, value: 4 });
    const form = element("form", {}, element("div", { class: "row" }, field("side", side), field("kind", kind), field("hex", place)),
      element("div", { class: "row" }, field("range", range), field("FP", power), element("button", {}, "Add a unit")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const number = (input) => (input.value === "" ? null : Number(input.value));
      refresh([{ op: "add", side: side.value.trim(), kind: kind.value, at: place.value.trim(), normal_range: number(range), firepower: number(power) }]);
    });
    const sides = element("datalist", { id: "sides" }, ...facts.sides.map((s) => element("option", { value: s })));
    const box = element("details", { class: "adder" }, element("summary", {}, "Add a unit"), sides, form);
    box.open = adder.open || false;
    box.addEventListener("toggle", () => { adder.open = box.open; });
    return box;
  }
  pyrout.listeners.ask.push(async (id) => {
    volunteers = [...volunteers, id];
    if (!(await refresh(null))) volunteers = volunteers.filter((other) => other !== id);
    else if (pyrout.view.units.some((u) => u.id === id)) pyrout.select(id);
  });
  pyrout.listeners.unit.push((id) => { picked = id; editor(); });
  pyrout.listeners.hex.push((hex) => { const place = $("new-place"); if (place) place.value = hex; });

  // -- dragging ------------------------------------------------------------------------------------------------------
  let drag = null;
  $("map").addEventListener("pointerdown", (event) => {
    const unit = event.target.closest(".unit");
    if (unit && event.button === 0) drag = { unit, x: event.clientX, y: event.clientY, moved: false, at: unit.getAttribute("transform") };
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 6) return;
    drag.moved = true;
    drag.unit.classList.add("dragged");
    const svg = drag.unit.ownerSVGElement, scale = svg.viewBox.baseVal.width / svg.clientWidth;
    drag.unit.setAttribute("transform", `translate(${dx * scale} ${dy * scale}) ${drag.at}`);
    for (const hex of $("map").querySelectorAll(".hex.target")) hex.classList.remove("target");
    const hex = under(event);
    if (hex) hex.classList.add("target");
  });
  window.addEventListener("pointerup", (event) => {
    if (!drag) return;
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
    if (hex && hex.dataset.hex !== unit.dataset.at) refresh([{ op: "move", unit: picked, to: hex.dataset.hex }]);
  });
  window.addEventListener("pointercancel", () => { if (drag) drag.unit.setAttribute("transform", drag.at); drag = null; });
  const under = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest(".hex")).find(Boolean) || null;

  // -- opening and saving --------------------------------------------------------------------------------------------
  async function load(name, text, more = {}) {
    if (state.text) remember();
    Object.assign(state, { name, text, rules: null, options: {}, board: "", ...more });
    picked = null;
    // A file that is no position leaves the one that was open
    if (!(await refresh(null, false)) && past.length) Object.assign(state, JSON.parse(past.pop()));
    $("art").value = state.board;
    buttons();
  }
  async function open(file) {
    complain("");
    try {
      const name = file.name, low = name.toLowerCase();
      if (low.endsWith(".vsav") || low.endsWith(".vlog")) {
        const found = await (await post(`/api/import?name=${encodeURIComponent(name)}`, file, true)).json();
        await load(name.replace(/\.[^.]*$/, "") + ".lp", found.text);
        $("warning").append(...found.notes.map((n) => element("p", { class: "hint" }, n)));
      } else if (/^(bd)?[a-z0-9_]{1,16}(\.zip)?$/i.test(name) && (await file.slice(0, 2).text()) === "PK") {
        const found = await (await post(`/api/board?name=${encodeURIComponent(name)}`, file, true)).json();
        boards(found.boards);
        const shared = Object.keys(facts ? facts.view.hexes : {}).some((h) => found.text.includes(`"${h}"`));
        // The board of the position that is open goes under it; another one is a position of its own
        if (shared) { remember(); state.board = found.board; await refresh(null); } else await load(`${found.board}.lp`, found.text, { board: found.board });
        $("art").value = state.board;
      } else {
        if (file.size > 5_000_000) throw new Error(`${name}: is larger than 5 MB; leave out hexes far from the routing units`);
        await load(name, await file.text());
      }
    } catch (error) { complain(error.message); }
  }
  function boards(names) {
    $("art").replaceChildren(element("option", { value: "" }, "none"), ...names.map((n) => element("option", { value: n }, n)));
    $("art").value = state.board;
  }
  function download(name, blob) {
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  const stem = () => state.name.replace(/\.[^.]*$/, "");
  function withOptions() {
    // The position as a file says by itself what was chosen beside it
    const kept = state.text.split("\n").filter((line) => !(state.rules && line.startsWith("rules(")) && !Object.keys(state.options).some((o) => line.startsWith(`option(${o},`)));
    const more = [...(state.rules ? [`rules(${state.rules}).`] : []), ...Object.entries(state.options).map(([o, v]) => `option(${o},${v}).`)];
    return [...more, ...kept].join("\n");
  }
  async function save(kind) {
    try {
      const response = await post("/api/draw", request({ kind }));
      download(stem() + kind, await response.blob());
    } catch (error) { complain(error.message); }
  }
  async function packed(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
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
  async function link() {
    location.hash = "p=" + (await packed(snapshot()));
    let said = "The address of this page now holds the position.";
    try { await navigator.clipboard.writeText(location.href); said += " It is in the clipboard."; } catch { /* not allowed here */ }
    $("busy").textContent = said;
  }
  async function fromLink() {
    const code = /^#p=([A-Za-z0-9_-]+)$/.exec(location.hash);
    if (!code) return false;
    try {
      const found = JSON.parse(await unpacked(code[1]));
      await load(String(found.name), String(found.text), { rules: found.rules || null, options: found.options || {}, board: "" });
      return true;
    } catch (error) { complain("the link holds no position: " + error.message); return false; }
  }

  // -- two readings --------------------------------------------------------------------------------------------------
  async function compare(option) {
    let box = $("readings");
    if (box) box.remove();
    if (!option) return;
    const values = (words.rules[state.rules || facts.rules || "aslsk"] || []).filter((o) => o.option === option);
    box = element("section", { id: "readings", "aria-label": `Readings of ${option}` }, element("h2", {}, `Readings of ${option}`));
    document.body.append(box);
    try {
      const found = await Promise.all(values.map(async (v, i) => (await post("/api/view", request({ options: { ...state.options, [option]: v.value }, second: i + 1 }))).json()));
      const said = found.map((f) => (f.unsolved ? f.unsolved : JSON.stringify(f.view.units.map((u) => [u.id, u.verdict, u.lines, u.total, u.groups.map((g) => [g.label, g.ways])]))));
      const same = said.every((s) => s === said[0]);
      box.append(element("p", { class: "whole head" }, same ? "All readings give the same answer here." : "The readings give different answers here."));
      found.forEach((f, i) => {
        const column = element("section", { "aria-label": `${option}=${values[i].value}` }, element("h3", {}, `${option}=${values[i].value}`), element("p", { class: "hint" }, values[i].meaning));
        if (f.unsolved) column.append(element("p", { class: "bad" }, f.unsolved));
        for (const unit of f.view.units) column.append(element("p", { class: "head" }, unit.head), lines(unit.lines.concat(unit.groups.map((g) => `${unit.supposed && `${unit.supposed}: `}${g.label}: ${g.ways} ways`))));
        const still = element("div");
        still.innerHTML = f.svg;
        for (const e of still.querySelectorAll("[tabindex]")) { e.removeAttribute("tabindex"); e.removeAttribute("role"); }
        const svg = still.querySelector("svg");
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", `Map for ${option}=${values[i].value}`);
        column.append(still);
        box.append(column);
      });
      box.append(element("p", { class: "whole" }, element("button", { type: "button", onclick: () => { box.remove(); $("compare").value = ""; } }, "Close")));
      box.scrollIntoView();
    } catch (error) { complain(error.message); box.remove(); }
  }
  function compareList() {
    const set = words.rules[state.rules || (facts && facts.rules) || "aslsk"] || [];
    $("compare").replaceChildren(element("option", { value: "" }, "…"), ...[...new Set(set.map((o) => o.option))].map((o) => element("option", { value: o }, o)));
  }

  // -- beginning -----------------------------------------------------------------------------------------------------
  $("open").addEventListener("change", async () => { const [file] = $("open").files; if (file) await open(file); $("open").value = ""; });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => { event.preventDefault(); const [file] = event.dataTransfer.files; if (file) open(file); });
  $("example").addEventListener("change", async () => {
    const name = $("example").value;
    if (name) await load(`${name}.lp`, await (await fetch(`/api/examples/${name}`)).text(), { board: "" });
  });
  $("undo").addEventListener("click", () => back(past, future));
  $("redo").addEventListener("click", () => back(future, past));
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, select")) return;
    if (event.key === "z" && !event.shiftKey) { event.preventDefault(); back(past, future); }
    if (event.key === "y" || (event.key === "Z" && event.shiftKey)) { event.preventDefault(); back(future, past); }
  });
  $("rules").addEventListener("change", async () => { remember(); state.rules = $("rules").value; state.options = {}; await refresh(null); compareList(); });
  $("art").addEventListener("change", () => { remember(); state.board = $("art").value; refresh(null); });
  $("save-lp").addEventListener("click", () => download(stem() + ".lp", new Blob([withOptions()], { type: "text/plain" })));
  for (const kind of ["svg", "png", "html"]) $(`save-${kind}`).addEventListener("click", () => save(`.${kind}`));
  $("link").addEventListener("click", link);
  $("compare").addEventListener("change", () => compare($("compare").value));
  window.addEventListener("hashchange", fromLink);

  (async () => {
    try {
      words = await (await fetch("/api/words")).json();
      $("rules").replaceChildren(...Object.keys(words.rules).map((r) => element("option", { value: r }, r)));
      $("example").append(...words.examples.map((e) => element("option", { value: e }, e)));
      boards(words.boards);
      if (!(await fromLink())) await load(`${START}.lp`, await (await fetch(`/api/examples/${START}`)).text());
      compareList();
      document.body.dataset.ready = "yes";
    } catch (error) { complain(error.message); }
  })();
})();
