"use strict";
// The page over a drawing. Every sentence comes with the view; nothing here knows a rule.
const pyrout = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const $ = (id) => document.getElementById(id);
  const STATES = {
    start: "where it starts", destination: "destination", ignorable: "destination that may be ignored",
    end: "a legal rout can end here", through: "a legal rout can pass here",
    barred: "cover, but no legal way leads there", none: "no destination",
  };
  let view = null, unit = null, zoom = 1, chosen = null, route = null;
  const listeners = { hex: [], unit: [], shown: [], ask: [] };

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "onclick") made.addEventListener("click", value);
      else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  }
  function drawn(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
  const narrow = () => window.matchMedia("(max-width: 52rem)").matches;
  const map = () => $("map").querySelector("svg");
  const hexes = () => [...$("map").querySelectorAll(".hex")];
  const hexElement = (name) => hexes().find((e) => e.dataset.hex === name);
  const locations = (hex) => Object.keys(unit ? unit.hexes : {}).filter((l) => l === hex || l.startsWith(hex + "@"));

  // -- what is shown -------------------------------------------------------------------------------------------------
  function show(next, keep) {
    const before = keep && unit ? unit.id : null;
    const hex = keep ? chosen : null;
    view = next; route = null; chosen = null;
    $("unit").replaceChildren(...view.units.map((u) => element("option", { value: u.id }, u.head)));
    $("choose").hidden = view.units.length < 2;
    const first = view.units.find((u) => u.id === before) || view.units.find((u) => u.total) || view.units[0] || null;
    select(first ? first.id : null);
    wire();
    if (hex && view.hexes[hex]) choose(hex, false);
    for (const listener of listeners.shown) listener(view);
  }

  function select(id) {
    unit = view.units.find((u) => u.id === id) || null;
    route = null;
    if (unit) $("unit").value = unit.id;
    for (const layer of $("map").querySelectorAll(".overlay")) layer.classList.toggle("other", layer.dataset.overlay !== id);
    clearRoute();
    name();
    $("answer").replaceChildren(...(unit ? answer() : [element("p", {}, "Nobody has to rout.")]), ...others());
    $("routes").replaceChildren(...(unit ? routes() : []));
    chart();
    if (chosen) choose(chosen, false);
  }

  function name() {
    for (const hex of hexes()) {
      const words = view.hexes[hex.dataset.hex][2];
      const state = unit && unit.hexes[hex.dataset.hex] ? ": " + stateWords(unit.hexes[hex.dataset.hex]) : "";
      hex.setAttribute("aria-label", words + state);
    }
  }
  function stateWords(entry) {
    return STATES[entry.state] + (entry.mf ? `, ${entry.mf} away` : "");
  }

  function answer() {
    const kinds = { routs: "", eliminated: "bad", surrenders: "bad", may_rout: "good" };
    return [
      element("p", { class: "head " + (kinds[unit.verdict] || "") }, unit.head),
      lines(unit.lines),
    ];
  }

  // Units that may break on purpose, and whose answer is not here; who serves the page can be asked for it.
  function others() {
    return view.others.map(([id, words]) => element("p", { class: "hint", "data-other": id }, words + ". ",
      ...listeners.ask.map((ask) => element("button", { type: "button", onclick: () => ask(id) }, `What if ${id} breaks?`))));
  }

  // A line says [rule-id]; the sentence of the rule follows where the line does not have it already.
  function lines(found) {
    const list = element("ul", { class: "lines" });
    const cited = new Set();
    for (const line of found) {
      const item = element("li");
      for (const piece of line.split(/(\[[a-z0-9_.-]+\])/)) {
        const rule = piece.startsWith("[") && view.sentences[piece.slice(1, -1)];
        if (rule) {
          item.append(element("b", { title: `${rule[0]}: ${rule[1]}` }, piece));
          if (!line.includes(rule[1])) cited.add(piece.slice(1, -1));
        } else item.append(piece);
      }
      list.append(item);
    }
    if (!cited.size) return list;
    const sentences = element("ul", { class: "lines sentences" });
    for (const id of cited) {
      const [section, sentence] = view.sentences[id];
      sentences.append(element("li", { class: "rule" }, element("b", {}, `[${id}]`), ` ${sentence} (${section})`));
    }
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
        const found = lines([line]);
        item.append(...(found.tagName === "UL" ? found : found.firstChild).firstChild.childNodes);
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
    chosen = hex;
    for (const e of hexes()) {
      const here = e.dataset.hex === hex;
      e.classList.toggle("chosen", here);
      e.setAttribute("tabindex", here ? "0" : "-1");
      if (here && focus) e.focus({ preventScroll: false });
    }
    clearRoute();
    mark(hex);
    const entry = unit && unit.hexes[hex];
    const parts = [element("h3", {}, view.hexes[hex][2])];
    const here = Object.entries(view.counters).filter(([, c]) => c.at === hex || c.at.startsWith(hex + "@"));
    if (here.length) parts.push(lines(here.map(([, c]) => c.words)));
    if (entry) {
      parts.push(element("p", {}, element("b", {}, `For ${unit.id}${unit.supposed && `, ${unit.supposed}`}: `), stateWords(entry) + "."));
      parts.push(lines(hexLines(hex)));
      const ends = unit.routes.map((r, i) => [r, i]).filter(([r]) => r.path[r.path.length - 1].split("@")[0] === hex);
      if (ends.length) {
        parts.push(element("ul", { class: "lines" }, ...ends.slice(0, 5).map(([r, i]) =>
          element("li", {}, element("button", { type: "button", onclick: () => follow(i) }, r.label)))));
      }
    }
    $("detail").replaceChildren(...parts);
    if (focus && narrow()) $("detail").scrollIntoView({ block: "nearest" });
    for (const listener of listeners.hex) listener(hex);
  }
  function mark(hex) {
    const shape = hexElement(hex).querySelector("polygon").cloneNode();
    shape.setAttribute("class", "mark");
    $("map").querySelector(".pointer").append(shape);
  }
  function hover(hex) {
    const entry = unit && unit.hexes[hex];
    const first = entry && entry.lines && entry.lines.length ? entry.lines.slice(0, 2).join("; ").replace(":;", ":") : entry ? stateWords(entry) : "";
    $("hover").textContent = hex ? `${view.hexes[hex][2]}${first ? ": " + first : ""}` : "";
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
      const grow = () => {
        for (const i of group.routes.slice(shown, shown + 12)) {
          const button = element("button", { type: "button", "aria-pressed": "false", "data-route": i, onclick: () => follow(i) });
          button.textContent = unit.routes[i].label + (i === group.routes[0] && group.ways > 1 ? " (safest)" : "");
          list.append(element("li", {}, button));
        }
        shown = Math.min(group.routes.length, shown + 12);
        more.hidden = shown >= group.routes.length;
        more.textContent = `${group.routes.length - shown} more`;
      };
      more.addEventListener("click", grow);
      grow();
      box.append(list, more);
      if (group.routes.length < group.ways) box.append(element("p", { class: "hint" }, `${group.ways - group.routes.length} more ways are not listed here.`));
      return box;
    });
  }
  function clearRoute() {
    route = null;
    $("map").classList.remove("one");
    const pointer = $("map").querySelector(".pointer");
    if (pointer) pointer.replaceChildren();
    for (const b of document.querySelectorAll("[data-route]")) b.setAttribute("aria-pressed", "false");
  }
  function follow(index) {
    clearRoute();
    route = unit.routes[index];
    for (const b of document.querySelectorAll(`[data-route="${index}"]`)) b.setAttribute("aria-pressed", "true");
    const pointer = $("map").querySelector(".pointer");
    $("map").classList.add("one");
    const line = (a, b, kind) => {
      if (a && b) pointer.append(drawn("path", { d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, class: kind }));
    };
    for (const [by, hex] of route.sights) line(view.counters[by] && view.counters[by].spot, view.spots[hex], "sight");
    for (const [hex, enemy] of route.found) line(view.spots[hex], view.counters[enemy] && view.counters[enemy].spot, "found");
    pointer.append(drawn("path", { d: route.d, class: "halo" }), drawn("path", { d: route.d, class: `picked ${route.posture}` }));
    route.path.forEach((location, i) => {
      const [x, y] = view.spots[location];
      pointer.append(drawn("circle", { cx: x, cy: y, r: 6, class: "picked-head" }));
      if (!i) return;
      const words = drawn("text", { x, y: y - 9, class: "tag-text" });
      words.textContent = String(route.mf[i]).replace(".5", "½").replace(/^0½/, "½") + " MF";
      const box = drawn("rect", { x: x - 17, y: y - 17, width: 34, height: 11, rx: 3, class: "tag ground" });
      pointer.append(box, words);
    });
    const close = element("button", { type: "button", onclick: () => { clearRoute(); if (chosen) choose(chosen, false); } }, "Show all ways again");
    $("detail").replaceChildren(element("h3", {}, route.label), stepList(), close);
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
  function setZoom(next) {
    const svg = map();
    if (!svg) return;
    zoom = Math.min(4, Math.max(0.2, next));
    const [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("width", Math.round(w * zoom));
    svg.setAttribute("height", Math.round(h * zoom));
  }
  function fit() {
    const svg = map();
    if (!svg) return;
    const [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    const box = $("map");
    setZoom(narrow() ? Math.max(0.6, box.clientWidth / w) : Math.min(box.clientWidth / w, box.clientHeight / h) * 0.99);
    const spot = unit && view.spots[unit.at.split("@")[0]];
    if (spot) box.scrollTo(spot[0] * zoom - box.clientWidth / 2, spot[1] * zoom - box.clientHeight / 2);
  }
  function neighbour(hex, key) {
    const [c, r] = view.hexes[hex];
    const at = new Map(Object.entries(view.hexes).map(([n, [x, y]]) => [`${x},${y}`, n]));
    const tries = { ArrowUp: [[0, -2]], ArrowDown: [[0, 2]], ArrowLeft: [[-1, -1], [-1, 1]], ArrowRight: [[1, 1], [1, -1]] }[key];
    for (const [x, y] of tries || []) {
      const found = at.get(`${c + x},${r + y}`);
      if (found) return found;
    }
    return null;
  }
  function wire() {
    const start = unit && hexElement(unit.at.split("@")[0]);
    const first = start || hexes()[0];
    if (first) first.setAttribute("tabindex", "0");
    for (const e of $("map").querySelectorAll(".unit")) e.setAttribute("tabindex", "0");
    setZoom(zoom);
  }
  $("map").addEventListener("click", (event) => {
    const counter = event.target.closest(".unit");
    const hex = event.target.closest(".hex");
    if (counter) pick(counter);
    else if (hex) choose(hex.dataset.hex);
  });
  function pick(counter) {
    const id = counter.dataset.unit;
    if (view.units.some((u) => u.id === id)) select(id);
    for (const listener of listeners.unit) listener(id);
    choose(counter.dataset.at, false);
  }
  $("map").addEventListener("keydown", (event) => {
    const hex = event.target.closest(".hex"), counter = event.target.closest(".unit");
    if (event.key === "Enter" || event.key === " ") {
      if (!hex && !counter) return;
      event.preventDefault();
      if (counter) pick(counter); else choose(hex.dataset.hex);
    } else if (hex) {
      const next = neighbour(hex.dataset.hex, event.key);
      if (!next) return;
      event.preventDefault();
      hex.setAttribute("tabindex", "-1");
      const e = hexElement(next);
      e.setAttribute("tabindex", "0");
      e.focus();
      hover(next);
    }
  });
  $("map").addEventListener("pointerover", (event) => {
    const hex = event.target.closest(".hex, .unit");
    if (hex) hover(hex.dataset.hex || hex.dataset.at);
  });
  $("unit").addEventListener("change", () => select($("unit").value));
  $("larger").addEventListener("click", () => setZoom(zoom * 1.25));
  $("smaller").addEventListener("click", () => setZoom(zoom / 1.25));
  $("fit").addEventListener("click", fit);
  $("ways").addEventListener("change", () => $("map").classList.toggle("few", !$("ways").checked));

  const embedded = $("view");
  if (embedded) {
    show(JSON.parse(embedded.textContent), false);
    fit();
  }
  return {
    show, fit, element, $, choose, select, chart, lines, listeners,
    get view() { return view; }, get unit() { return unit; }, get chosen() { return chosen; },
  };
})();
