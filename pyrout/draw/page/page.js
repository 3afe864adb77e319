"use strict";
// The page over a drawing. Every sentence comes with the view; nothing here knows a rule.
const pyrout = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);
  const STATES = {
    start: "where it starts", destination: "destination", ignorable: "destination that may be ignored",
    end: "a legal rout can end here", through: "a legal rout can pass here",
    barred: "cover, but no legal way leads there", none: "not a legal destination",
  };
  const NOTHING = { state: "none", ends: 0, through: 0 };
  const FEW = 4;  // the most units that may break on purpose, or reasons, shown at once
  // Pixels of the screen for a unit of the drawing: from NEAR on a counter shows all it has, below FAR only where it is.
  const NEAR = 0.62, FAR = 0.34;
  const MANY = 60;  // ways of a unit that the first view has all of
  const NEXT = 4 * 70;  // of the drawing, four hexes: enemies within it belong to the first view of a unit
  const COUNTER = { width: 34, height: 24 }, ROW = 6;
  let view = null, unit = null, zoom = 1, chosen = null, route = null, at = null, opened = null;
  let named = new Map(), counterOf = new Map();
  let sought = null;  // the chosen unit whose answer is to follow
  const listeners = { hex: [], unit: [], shown: [], ask: [], select: [], play: [] };

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "onclick") made.addEventListener("click", value);
      else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }
  function drawn(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  // A name that nothing else has. `randomUUID` is missing where the page comes from another machine.
  const unique = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
  const narrow = () => window.matchMedia("(max-width: 60rem)").matches;
  const map = () => $("map").querySelector("svg");
  const hexOf = (location) => location.split("@")[0];
  const spot = (location) => view.spots[location] || (view.hexes[hexOf(location)] || []).slice(3, 5);
  const entryOf = (location) => unit && (unit.hexes[location] || NOTHING);
  const locations = (hex) => Object.keys(unit ? unit.hexes : {}).filter((l) => l === hex || l.startsWith(hex + "@"));
  const within = (hex) => Object.entries(view.counters).filter(([, c]) => hexOf(c.at) === hex);

  // -- what is shown -------------------------------------------------------------------------------------------------
  function show(next, keep) {
    const before = keep ? (unit ? unit.id : sought) : null;
    const hex = keep ? chosen : null, open = keep && opened ? opened.hex : null;
    view = next; route = null; chosen = null; opened = null; at = null;
    wire();
    const first = view.units.find((u) => u.id === before) || view.units.find((u) => u.total) || view.units[0] || null;
    list();
    select(awaited(before) ? before : first ? first.id : null);
    if (hex && view.hexes[hex]) choose(hex, false); else { hint(); hush(); }
    if (open && view.hexes[open]) openStack(open);
    for (const listener of listeners.shown) listener(view);
  }
  // Nothing of a file that is gone stays.
  function clear() {
    unit = null; sought = null; route = null; chosen = null; opened = null; at = null;
    for (const id of ["units", "answer", "routes", "why", "walk", "legend"]) $(id).replaceChildren();
    for (const id of ["reasons", "chart", "beside"]) $(id).hidden = true;
    $("map").replaceChildren();
    $("next-unit").hidden = true;
    $("hover").textContent = "";
    hint();
  }
  function hint() {
    $("detail").replaceChildren(element("p", { class: "hint" }, "Choose a unit, a hex of the map, or a route."));
  }

  // Units whose answer is to follow, each with its place in the list; where that failed, none does.
  const missing = () => (view.failed ? "not worked out" : "being worked out \u2026");
  const pending = () => view.pending || [];
  const awaited = (id) => pending().find(([, other]) => other === id);
  const routers = () => new Set([...view.units.map((u) => u.id), ...pending().map(([, id]) => id)]);

  const KINDS = { eliminated: "bad", surrenders: "bad", may_rout: "good", routs: "must" };
  // All units, those that rout first: the way into everything else.
  function list() {
    const parts = [];
    const row = (id, who, place, fate, kind, best = "") => element("button", { type: "button", class: `row-of ${kind}`, "data-choose": id, "aria-pressed": "false", onclick: () => take(id) },
      element("span", { class: "who" }, who, " ", element("span", { class: "place" }, place)), element("span", { class: "fate" }, fate), ...(best ? [element("span", { class: "fate" }, best)] : []));
    const listed = (items) => element("ul", { class: "rows" }, ...items.map((item) => element("li", {}, item)));
    const rows = view.units.map((u) => row(u.id, u.words, u.at, u.fate, KINDS[u.verdict] || "", u.best));
    for (const [place, id, words] of pending()) rows.splice(place, 0, row(id, words, view.counters[id].at, missing(), "pending"));
    if (rows.length) parts.push(listed(rows));
    else if (Object.keys(view.counters).length && !view.unsolved) parts.push(element("p", { class: "hint" }, "Nobody has to rout."));
    if (view.others.length) {
      const items = view.others.map(([id, words]) => element("p", { class: "hint", "data-other": id }, words + ". ",
        ...listeners.ask.map((ask) => element("button", { type: "button", onclick: () => ask(id) }, `What if ${id} breaks?`))));
      parts.push(view.others.length <= FEW ? element("div", {}, ...items)
        : element("details", {}, element("summary", {}, `${view.others.length} units may break on purpose`), ...items));
    }
    const routing = routers();
    const rest = Object.entries(view.counters).filter(([id]) => !routing.has(id));
    if (rest.length) {
      rest.sort(([, a], [, b]) => a.side.localeCompare(b.side) || a.at.localeCompare(b.at, "en", { numeric: true }));
      parts.push(element("details", { class: "all-units" }, element("summary", {}, `${rest.length} other unit${rest.length === 1 ? "" : "s"}`),
        listed(rest.map(([id, c]) => row(id, id, c.at, c.words.replace(/^[^,]*, /, ""), "")))));
    }
    $("units").replaceChildren(...parts);
    $("next-unit").hidden = view.units.length < 2;
  }
  // A unit that was chosen in the list: its answer if it has one, else its hex; either way it is in sight on the map.
  function take(id) {
    const counter = view.counters[id];
    if (view.units.some((u) => u.id === id) || awaited(id)) select(id);
    for (const listener of listeners.unit) listener(id);
    if (counter && view.hexes[hexOf(counter.at)]) choose(hexOf(counter.at), false);
    home(id, false);
    pressed(id);
  }
  function pressed(id) {
    for (const b of $("units").querySelectorAll("[data-choose]")) b.setAttribute("aria-pressed", String(b.dataset.choose === id));
  }

  function select(id) {
    unit = view.units.find((u) => u.id === id) || null;
    sought = awaited(id) ? id : null;
    route = null;
    for (const layer of $("map").querySelectorAll(".overlay")) layer.classList.toggle("other", layer.dataset.overlay !== id);
    clearRoute();
    name();
    pressed(id);
    $("answer").replaceChildren(...(unit ? answer() : sought ? [element("p", { class: "head" }, `${awaited(id)[2]}: ${missing()}`)] : []));
    $("routes-name").hidden = !unit || !unit.groups.length;
    $("routes").replaceChildren(...(unit ? routes() : []));
    reasons();
    chart();
    if (chosen) choose(chosen, false); else hint();
    for (const listener of listeners.select) listener(id);
  }

  function name() {
    for (const [hex, shape] of named) {
      const words = view.hexes[hex][2], entry = entryOf(hex);
      shape.setAttribute("aria-label", words + (entry ? ": " + stateWords(entry) : ""));
    }
  }
  function stateWords(entry) {
    return STATES[entry.state] + (entry.mf ? `, ${entry.mf}` : "");
  }

  // The verdict and where it leads stand above the routes; what made it so, and what was assumed, below them.
  const REASON = /^(why|here|DM):/, ASSUMED = /^(assumes|odds assume|odds):/;
  function answer() {
    const short = unit.lines.filter((line) => !REASON.test(line) && !ASSUMED.test(line));
    return [element("p", { class: "head " + (KINDS[unit.verdict] || "") }, unit.head), lines(short)];
  }
  function reasons() {
    const why = unit ? unit.lines.filter((line) => REASON.test(line)) : [];
    const assumed = unit ? unit.lines.filter((line) => ASSUMED.test(line)) : [];
    const many = why.filter((line) => line.startsWith("why:")).length;
    $("reasons").hidden = !why.length && !assumed.length;
    $("reasons").querySelector("summary").textContent = "Why" + (many > 1 ? ` (${many} reasons)` : "");
    $("reasons").open = many <= FEW;
    const said = why.map((line) => line.replace(/^why: /, ""));  // under that heading
    $("why").replaceChildren(...[said, assumed].filter((found) => found.length).map(lines));
  }

  // The title of a rule stands for its [id] in a line, with its section where that is a number; the id is behind it. Where
  // the sentence of the rule follows, its whole heading stands before that.
  function worded(line, sentences = view.sentences) {
    const pieces = line.split(/\[([a-z0-9_.-]+)\]/), rule = (at) => (at % 2 ? sentences[pieces[at]] : null);
    const whole = (at) => rule(at) && pieces[at + 1].startsWith(` ${rule(at)[1]}`);
    return pieces.map((piece, at) => {
      if (at % 2 === 0) return whole(at + 1) && /[^\s.:;]\s*$/.test(piece) ? `${piece.trimEnd()}. ` : piece;
      if (!rule(at)) return `[${piece}]`;
      const [heading, sentence] = rule(at), [, title, section] = /^(.*) \(([^()]*)\)$/.exec(heading) || [heading, heading, ""];
      const [number] = /^[A-Z]\d[\w.]*/.exec(section) || [];
      return whole(at) ? element("b", { class: "cited", title: piece }, `${heading}:`) : element("span", { class: "cited", title: `${piece}: ${sentence}` }, `(${[title, number].filter(Boolean).join(", ")})`);
    });
  }
  // Lines, and below them the sentences of the rules that they name and do not have.
  function lines(found) {
    const list = element("ul", { class: "lines" }, ...found.map((line) => element("li", {}, ...worded(line))));
    const named = new Set(found.flatMap((line) => [...line.matchAll(/\[([a-z0-9_.-]+)\]/g)].map(([, id]) => id).filter((id) => view.sentences[id] && !line.includes(view.sentences[id][1]))));
    if (!named.size) return list;
    const sentences = element("ul", { class: "lines sentences" }, ...[...named].map((id) => element("li", { class: "rule" }, element("b", { title: id }, view.sentences[id][0]), `: ${view.sentences[id][1]}`)));
    return element("div", {}, list, sentences);
  }

  // The questions of the chart in their order, each part under its heading; there only where somebody has walked it.
  function chart() {
    const walked = (unit && unit.chart) || [];
    $("chart").hidden = !walked.length;
    $("walk").replaceChildren(...walked.flatMap(([part, boxes]) => [
      element("h4", {}, part),
      element("ol", { class: "walk" }, ...boxes.map(([answer, line]) => {
        const item = element("li", { class: answer }, element("b", {}, answer === "holds" ? "\u2022" : answer), " ");
        item.append(...worded(line));
        return item;
      })),
    ]));
  }

  // -- hexes ---------------------------------------------------------------------------------------------------------
  function hexLines(hex) {
    const found = [];
    for (const location of locations(hex)) {
      const entry = unit.hexes[location];
      found.push(...(entry.lines || []));
    }
    return found;
  }
  function choose(hex, focus = true) {
    if (opened && opened.hex !== hex) closeStack();
    const before = named.get(chosen);
    if (before) { before.classList.remove("chosen"); before.setAttribute("tabindex", "-1"); }
    chosen = hex;
    const shape = named.get(hex);
    shape.classList.add("chosen");
    shape.setAttribute("tabindex", "0");
    if (focus) shape.focus({ preventScroll: false });
    clearRoute();
    mark(hex);
    const entry = entryOf(hex);
    const parts = [element("h3", {}, view.hexes[hex][2])];
    const here = within(hex);
    if (here.length) parts.push(lines(here.map(([, c]) => c.words)));
    if (entry) {
      parts.push(element("p", {}, element("b", {}, `For ${unit.id}${unit.supposed && `, ${unit.supposed}`}: `), stateWords(entry) + "."));
      parts.push(lines(hexLines(hex)));
      const ends = unit.routes.map((r, i) => [r, i]).filter(([r]) => hexOf(r.path[r.path.length - 1]) === hex);
      if (ends.length) {
        parts.push(element("ul", { class: "lines" }, ...ends.slice(0, 5).map(([r, i]) =>
          element("li", {}, element("button", { type: "button", onclick: () => follow(i) }, r.label)))));
      }
    }
    $("detail").replaceChildren(...parts);
    beside();
    for (const listener of listeners.hex) listener(hex);
  }
  // Why the chosen hex is open or closed, beside it; the rules are behind a mark. On a phone it is a sheet from below.
  function beside() {
    const box = $("beside"), entry = chosen && entryOf(chosen);
    box.hidden = !entry || !entry.why;
    if (box.hidden) return;
    const rules = [...new Set((entry.lines || []).join(" ").match(/\[[a-z0-9_.-]+\]/g) || [])].map((cited) => view.sentences[cited.slice(1, -1)]).filter(Boolean);
    const sentences = element("ul", { class: "lines", hidden: true }, ...rules.map(([heading, sentence]) => element("li", { class: "rule" }, element("b", {}, heading), `: ${sentence}`)));
    const mark = element("button", { type: "button", class: "mark-of-rules", "aria-expanded": "false", "aria-label": "The rules for it", onclick: () => { sentences.hidden = !sentences.hidden; mark.setAttribute("aria-expanded", String(!sentences.hidden)); place(); } }, "\u00a7");
    const close = element("button", { type: "button", class: "close", "aria-label": "Close", onclick: hush }, "\u00d7");
    box.replaceChildren(element("p", {}, entry.why, " ", ...(rules.length ? [mark] : [])), sentences, close);
    place();
  }
  function hush() { $("beside").hidden = true; }
  function place() {
    const box = $("beside"), shape = chosen && named.get(chosen);
    if (box.hidden || !shape) return;
    box.classList.toggle("sheet", narrow());
    if (narrow()) { box.style.left = box.style.top = ""; return; }
    const port = $("map").getBoundingClientRect(), hex = (opened && opened.hex === chosen ? opened.box : shape).getBoundingClientRect(), frame = $("board").getBoundingClientRect();
    const out = hex.right < port.left || hex.left > port.right || hex.bottom < port.top || hex.top > port.bottom;
    box.style.visibility = out ? "hidden" : "";
    // Beside the hex, else above or below it; not over the unit, and rather on the side where that is not.
    const wide = box.offsetWidth, high = box.offsetHeight, from = unit && named.get(hexOf(unit.at)), own = from && from.getBoundingClientRect();
    const across = Math.max(port.left + 4, Math.min(hex.left, port.right - wide - 4)), down = Math.max(port.top + 4, Math.min(hex.top, port.bottom - high - 4));
    const left = [hex.left - 6 - wide, down], right = [hex.right + 6, down], others = [[across, hex.top - 6 - high], [across, hex.bottom + 6]];
    const places = [...(own && own.left > hex.left + 1 ? [left, right] : [right, left]), ...others].filter(([x, y]) => x >= port.left && x + wide <= port.right && y >= port.top && y + high <= port.bottom);
    const clear = ([x, y]) => !own || x + wide <= own.left || own.right <= x || y + high <= own.top || own.bottom <= y;
    const [x, y] = places.find(clear) || places[0] || others[1];
    box.style.left = `${x - frame.left}px`;
    box.style.top = `${y - frame.top}px`;
  }
  $("map").addEventListener("scroll", place);
  window.addEventListener("resize", place);
  function mark(hex) {
    const shape = named.get(hex).querySelector("polygon").cloneNode();
    shape.setAttribute("class", "mark");
    $("map").querySelector(".pointer").append(shape);
  }
  function hover(hex) {
    const entry = entryOf(hex);
    const first = entry ? entry.why || stateWords(entry) : "";
    $("hover").textContent = hex ? `${view.hexes[hex][2]}${first ? (entry.why ? ". " : ": ") + first : ""}` : "";
  }

  // -- stacks --------------------------------------------------------------------------------------------------------
  // The counters of a hex side by side, as large as they can be read, a row for each level.
  function openStack(hex) {
    closeStack();
    const here = within(hex).filter(([id]) => counterOf.has(id));
    if (!here.length || (here.length < 2 && zoom >= NEAR)) return;
    const active = document.activeElement && document.activeElement.closest("#map .unit");
    const height = (inside) => (/^-?\d+$/.test(inside) ? Number(inside) : inside ? -0.5 : 0);
    const levels = new Map();
    for (const [id, c] of here) {
      const inside = c.at.split("@")[1] || "";
      if (!levels.has(inside)) levels.set(inside, []);
      levels.get(inside).push(id);
    }
    const rows = [...levels.keys()].sort((a, b) => height(b) - height(a)).flatMap((inside) => {
      const all = levels.get(inside), pieces = [];
      for (let i = 0; i < all.length; i += ROW) pieces.push([i ? "" : inside, all.slice(i, i + ROW)]);
      return pieces;
    });
    const scale = Math.max(1, 1.05 / zoom), step = (COUNTER.width + 8) * scale, tall = (COUNTER.height + 14) * scale;
    const label = levels.size > 1 || !levels.has("") ? 30 * scale : 0;
    const width = Math.max(...rows.map(([, ids]) => ids.length)) * step + label + 8 * scale, high = rows.length * tall + 6 * scale;
    const [, , w, h] = map().getAttribute("viewBox").split(" ").map(Number);
    const [x, y] = view.hexes[hex].slice(3, 5);
    const left = Math.max(1, Math.min(x - width / 2, w - width - 1)), top = Math.max(1, Math.min(y - high / 2, h - high - 1));
    const box = drawn("g", { class: "opened", "data-opened": hex }, drawn("rect", { x: left, y: top, width, height: high, rx: 5 * scale, class: "tray" }));
    opened = { hex, box, moved: [] };
    rows.forEach(([inside, ids], row) => {
      const middle = top + 3 * scale + (row + 0.55) * tall;
      if (label) {
        const words = drawn("text", { x: left + 15 * scale, y: middle + 4 * scale, class: "tray-text", "font-size": 11 * scale });
        words.textContent = inside ? `@${inside}` : ids.length && levels.get("") && levels.get("").includes(ids[0]) ? "@0" : "";
        box.append(words);
      }
      ids.forEach((id, column) => {
        const counter = counterOf.get(id);
        opened.moved.push({ counter, parent: counter.parentNode, next: counter.nextSibling, was: counter.getAttribute("transform") });
        counter.setAttribute("transform", `translate(${left + 4 * scale + label + (column + 0.5) * step} ${middle}) scale(${scale})`);
        box.append(counter);
      });
    });
    $("map").querySelector(".play").append(box);
    place();
    if (active) active.focus({ preventScroll: true });
  }
  function closeStack() {
    if (!opened) return;
    const active = document.activeElement && document.activeElement.closest("#map .unit");
    for (const { counter, parent, next, was } of opened.moved.reverse()) {
      counter.setAttribute("transform", was);
      parent.insertBefore(counter, next);
    }
    opened.box.remove();
    opened = null;
    if (active) active.focus({ preventScroll: true });
  }

  // -- routes --------------------------------------------------------------------------------------------------------
  function routes() {
    return unit.groups.map((group, number) => {
      const box = element("details", number === 0 ? { open: true } : {});
      const count = `${group.ways} way${group.ways === 1 ? "" : "s"}`;
      box.append(element("summary", {}, (unit.supposed ? `${unit.supposed}: ` : "") + `${group.label}: ${count}`));
      const list = element("ul");
      let shown = 0;
      const more = element("button", { type: "button" });
      const grow = (count) => {
        for (const i of group.routes.slice(shown, shown + count)) {
          const button = element("button", { type: "button", "aria-pressed": "false", "data-route": i, onclick: () => follow(i) });
          button.textContent = unit.routes[i].label + (i !== group.routes[0] || unit.routes.length < 2 ? "" : number ? group.ways > 1 ? " (safest of these)" : "" : " (safest)");
          list.append(element("li", {}, button));
        }
        shown = Math.min(group.routes.length, shown + count);
        more.hidden = shown >= group.routes.length;
        more.textContent = `${group.routes.length - shown} more`;
      };
      more.addEventListener("click", () => grow(12));
      grow(unit.groups.length > 1 ? 5 : 8);
      box.append(list, more);
      if (group.routes.length < group.ways) box.append(element("p", { class: "hint" }, `${group.ways - group.routes.length} more ways are not listed here.`));
      return box;
    });
  }
  function clearRoute() {
    route = null; at = null;
    $("map").classList.remove("one");
    const pointer = $("map").querySelector(".pointer");
    if (pointer) pointer.replaceChildren();
    for (const c of $("map").querySelectorAll(".unit.watching")) c.classList.remove("watching");
    for (const b of document.querySelectorAll("[data-route]")) b.setAttribute("aria-pressed", "false");
  }
  const line = (a, b, kind) => (a && b && a.length && b.length ? [drawn("path", { d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, class: kind })] : []);
  const spotOf = (id) => view.counters[id] && view.counters[id].spot;
  // `quiet`: the view of the map stays.
  function follow(index, quiet = false) {
    closeStack();
    clearRoute();
    route = unit.routes[index];
    hush();
    for (const b of document.querySelectorAll(`[data-route="${index}"]`)) b.setAttribute("aria-pressed", "true");
    $("map").classList.add("one");
    const steps = stepList();
    const said = element("p", { class: "seen", id: "seen" });
    const back = element("button", { type: "button", id: "step-back", onclick: () => step((at === null ? 0 : at) - 1) }, "◀ Back");
    const on = element("button", { type: "button", id: "step-on", onclick: () => step(at === null ? 0 : at + 1) }, "Step ▶");
    const close = element("button", { type: "button", onclick: () => { clearRoute(); if (chosen) choose(chosen, false); else hint(); } }, "Show all ways again");
    const play = listeners.play.map((offer) => offer(unit, route)).filter(Boolean);
    $("detail").replaceChildren(element("h3", {}, route.label), element("div", { class: "row" }, back, on, ...play), said, steps, close);
    step(null);
    if (quiet) return;
    into(box(route.path.map(spot)));
    if (narrow()) $("detail").scrollIntoView({ block: "nearest" });
  }
  // The hex of the unit after this many steps, and who sees it there; null: the whole way.
  function step(next) {
    const last = route.path.length - 1;
    at = next === null ? null : Math.min(last, Math.max(0, next));
    const pointer = $("map").querySelector(".pointer");
    pointer.replaceChildren();
    for (const c of $("map").querySelectorAll(".unit.watching")) c.classList.remove("watching");
    const seen = at === null || !unit.seen ? [] : unit.seen[route.path[at]] || [];
    if (at === null) {
      for (const [by, hex] of route.sights) pointer.append(...line(spotOf(by), spot(hex), "sight"));
      for (const [hex, enemy] of route.found) pointer.append(...line(spot(hex), spotOf(enemy), "found"));
    }
    for (const id of seen) {
      pointer.append(...line(spotOf(id), spot(route.path[at]), "sight now"));
      if (counterOf.has(id)) counterOf.get(id).classList.add("watching");
    }
    pointer.append(drawn("path", { d: route.d, class: "halo" }), drawn("path", { d: route.d, class: `picked ${route.posture}` }));
    route.path.forEach((location, i) => {
      const [x, y] = spot(location);
      pointer.append(drawn("circle", { cx: x, cy: y, r: i === at ? 11 : i ? 8 : 6, class: i === at ? "picked-head here" : "picked-head" }));
      if (!i) return;
      const number = drawn("text", { x, y: y + 3.5, "font-size": 10, class: "picked-number" });
      number.textContent = i;
      pointer.append(number);
      const words = drawn("text", { x: 0, y: -9, class: "tag-text" });
      words.textContent = String(route.mf[i]).replace(".5", "½").replace(/^0½/, "½") + " MF";
      const keep = drawn("g", { class: "keep" }, drawn("rect", { x: -17, y: -17, width: 34, height: 11, rx: 3, class: "tag ground" }), words);
      pointer.append(drawn("g", { transform: `translate(${x} ${y - 3})` }, keep));
    });
    const items = $("detail").querySelectorAll("ol.steps > li");
    items.forEach((item, i) => { if (i === at) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current"); });
    $("step-back").disabled = !at;
    $("step-on").disabled = at === last;
    $("step-on").textContent = at === null ? "Step through ▶" : "Step ▶";
    const who = seen.map((id) => (view.counters[id] ? view.counters[id].words.split(":")[0] : id));
    $("seen").textContent = at === null ? "" : `In ${route.path[at]}: ` + (!unit.seen ? "…" : who.length ? `seen by ${who.join("; ")}.` : "seen by no enemy.");
  }
  const again = () => { if (route) step(at); };
  // The step reached in a route, to be taken up again when the same answer is shown anew.
  function mark_place() {
    if (!unit || !route) return () => {};
    const id = unit.id, path = JSON.stringify([route.path, route.posture, route.to]), where = at;
    return () => {
      const index = unit && unit.id === id ? unit.routes.findIndex((r) => JSON.stringify([r.path, r.posture, r.to]) === path) : -1;
      if (index >= 0) { follow(index, true); step(where); }
    };
  }
  function stepList() {
    const steps = element("ol", { class: "steps" });
    for (const step of route.steps) {
      const found = lines([step]);
      steps.append(element("li", {}, ...(found.tagName === "UL" ? found.firstChild.childNodes : [found])));
    }
    return steps;
  }

  // -- the map -------------------------------------------------------------------------------------------------------
  const size = () => map().getAttribute("viewBox").split(" ").slice(2).map(Number);
  // A new scale; the middle of what is in sight stays there. What is written keeps its size on the screen (`--k`).
  function setZoom(next, x, y) {
    const svg = map(), port = $("map");
    if (!svg) return;
    const before = zoom, [w, h] = size();
    const px = x === undefined ? port.clientWidth / 2 : x, py = y === undefined ? port.clientHeight / 2 : y;
    const cx = (port.scrollLeft + px) / before, cy = (port.scrollTop + py) / before;
    const open = opened && opened.hex;
    zoom = Math.min(4, Math.max(0.08, next));
    svg.setAttribute("width", Math.round(w * zoom));
    svg.setAttribute("height", Math.round(h * zoom));
    svg.style.setProperty("--k", (1 / zoom).toFixed(4));
    port.dataset.scale = zoom >= NEAR ? "near" : zoom >= FAR ? "mid" : "far";
    port.scrollTo(cx * zoom - px, cy * zoom - py);
    if (open) openStack(open);
    place();
  }
  function fit() {
    if (!map()) return;
    const [w, h] = size(), port = $("map");
    setZoom(Math.min(port.clientWidth / w, port.clientHeight / h) * 0.99);
  }
  const box = (spots) => (spots.length ? [Math.min(...spots.map((s) => s[0])), Math.min(...spots.map((s) => s[1])), Math.max(...spots.map((s) => s[0])), Math.max(...spots.map((s) => s[1]))] : null);
  // The hex of a unit, all that its routs pass through, and the enemies near by who fire at them or are met. Of many routs
  // the safest count: the ends of the others lie all over the map.
  function ways(found) {
    const routes = found.total <= MANY ? found.routes : found.groups.flatMap((group) => group.routes.slice(0, 3)).map((i) => found.routes[i]);
    const spots = routes.flatMap((r) => r.path.map(spot)), own = spot(found.at);
    const enemies = new Set([...found.close || [], ...routes.flatMap((r) => [...r.found.map(([, id]) => id), ...r.sights.map(([id]) => id)])]);
    const near = [...enemies].map((id) => view.counters[id] && view.counters[id].spot).filter((s) => s && own && Math.hypot(s[0] - own[0], s[1] - own[1]) < NEXT);
    return box([own, ...spots, ...near].filter((s) => s && s.length));
  }
  // Shows a part of the drawing, scaled so that it fits, and no larger than it must be to be read.
  function frame(found) {
    const port = $("map"), [w, h] = size();
    const wide = found[2] - found[0] + 150, high = found[3] - found[1] + 130;
    const whole = Math.min(port.clientWidth / w, port.clientHeight / h) * 0.99;
    zoom = 1;
    setZoom(Math.max(Math.min(port.clientWidth / wide, port.clientHeight / high, 1.35), Math.min(0.7, whole * 4), Math.min(whole, 1.35)));
    port.scrollTo((found[0] + found[2]) / 2 * zoom - port.clientWidth / 2, (found[1] + found[3]) / 2 * zoom - port.clientHeight / 2);
  }
  // The map begins with the unit that is answered and its ways, or with all counters.
  function home(id, always = true) {
    if (!map()) return;
    const found = view.units.find((u) => u.id === (id || (unit && unit.id)));
    const counter = !found && view.counters[id];
    const spots = Object.values(view.counters).map((c) => c.spot).filter(Boolean);
    const part = found ? ways(found) : counter ? counter.spot && box([counter.spot]) : box(spots);
    if (!part) { fit(); if (zoom < 0.5) setZoom(0.5, 0, 0); } else if (always) frame(part); else into(part);
  }
  // Moves the map only where a part of it is out of sight.
  function into(part) {
    const port = $("map"), margin = 45;
    if (!part) return;
    const [l, t, r, b] = [part[0] - margin, part[1] - margin, part[2] + margin, part[3] + margin].map((v) => v * zoom);
    if (l >= port.scrollLeft && t >= port.scrollTop && r <= port.scrollLeft + port.clientWidth && b <= port.scrollTop + port.clientHeight) return;
    if (r - l > port.clientWidth || b - t > port.clientHeight) { frame(part); return; }
    port.scrollTo((l + r) / 2 - port.clientWidth / 2, (t + b) / 2 - port.clientHeight / 2);
  }
  function neighbour(hex, key) {
    const [c, r] = view.hexes[hex];
    const where = new Map(Object.entries(view.hexes).map(([n, [x, y]]) => [`${x},${y}`, n]));
    const tries = { ArrowUp: [[0, -2]], ArrowDown: [[0, 2]], ArrowLeft: [[-1, -1], [-1, 1]], ArrowRight: [[1, 1], [1, -1]] }[key];
    for (const [x, y] of tries || []) {
      const found = where.get(`${c + x},${r + y}`);
      if (found) return found;
    }
    return null;
  }
  function wire() {
    if (!map()) return;
    named = new Map([...$("map").querySelectorAll(".hex")].map((e) => [e.dataset.hex, e]));
    counterOf = new Map([...$("map").querySelectorAll(".unit")].map((e) => [e.dataset.unit, e]));
    for (const e of named.values()) { e.setAttribute("tabindex", "-1"); e.classList.remove("chosen"); }
    const first = view.units.find((u) => u.total) || view.units[0];
    const start = (first && named.get(hexOf(first.at))) || named.values().next().value;
    if (start) start.setAttribute("tabindex", "0");
    const routing = routers();
    for (const [id, e] of counterOf) { e.setAttribute("tabindex", "0"); e.classList.toggle("router", routing.has(id)); }
    setZoom(zoom);
  }
  $("map").addEventListener("click", (event) => {
    const counter = event.target.closest(".unit");
    const hex = event.target.closest(".hex");
    if (counter) pick(counter);
    else if (hex) choose(hex.dataset.hex);
  });
  function pick(counter) {
    const id = counter.dataset.unit, hex = counter.dataset.at, open = opened && opened.hex === hex;
    if (view.units.some((u) => u.id === id)) select(id); else pressed(id);
    for (const listener of listeners.unit) listener(id);
    choose(hex, false);
    if (!open) openStack(hex);
  }
  $("map").addEventListener("keydown", (event) => {
    const hex = event.target.closest(".hex"), counter = event.target.closest(".unit");
    if (event.key === "Escape" && (opened || !$("beside").hidden)) { event.stopPropagation(); hush(); closeStack(); return; }
    if (event.key === "Enter" || event.key === " ") {
      if (!hex && !counter) return;
      event.preventDefault();
      if (counter) pick(counter); else { choose(hex.dataset.hex); openStack(hex.dataset.hex); }
    } else if (hex) {
      const next = neighbour(hex.dataset.hex, event.key);
      if (!next) return;
      event.preventDefault();
      hex.setAttribute("tabindex", "-1");
      const e = named.get(next);
      e.setAttribute("tabindex", "0");
      e.focus();
      hover(next);
    }
  });
  $("map").addEventListener("pointerover", (event) => {
    const hex = event.target.closest(".hex, .unit");
    if (hex) hover(hex.dataset.hex || hex.dataset.at);
  });
  $("map").addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const port = $("map").getBoundingClientRect();
    setZoom(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX - port.left, event.clientY - port.top);
  }, { passive: false });
  $("larger").addEventListener("click", () => setZoom(zoom * 1.25));
  $("smaller").addEventListener("click", () => setZoom(zoom / 1.25));
  $("fit").addEventListener("click", fit);
  $("home").addEventListener("click", () => home());
  // The unit after the chosen one, in the order of the list; after the last the first.
  $("next-unit").addEventListener("click", () => take(view.units[(view.units.indexOf(unit) + 1) % view.units.length].id));
  $("ways").addEventListener("change", () => $("map").classList.toggle("few", !$("ways").checked));

  const embedded = $("view");
  if (embedded) {
    show(JSON.parse(embedded.textContent), false);
    home();
  }
  return {
    show, clear, fit, home, into, scale: setZoom, element, $, choose, select, take, chart, lines, worded, listeners, narrow, unique, again, mark_place, openStack, missing, closeStack, counters: () => counterOf,
    get view() { return view; }, get unit() { return unit; }, get sought() { return sought; }, get chosen() { return chosen; }, get route() { return route; }, get zoom() { return zoom; },
  };
})();
