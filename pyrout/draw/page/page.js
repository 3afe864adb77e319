"use strict";
// The page over a drawing. Every sentence comes with the view; nothing here knows a rule.
const pyrout = (() => {
  const STATES = {
    start: "where it starts", destination: "destination", ignorable: "destination that may be ignored",
    end: "a legal rout can end here", through: "a legal rout can pass here",
    barred: "cover, but no legal way leads there", none: "not a legal destination",
  };
  const NOTHING = { state: "none", ends: 0, through: 0 };
  const FEW = 4;  // the most reasons that are shown at once
  let view = null, unit = null, chosen = null, route = null, at = null;
  let wondering = false;  // whether somebody wants to know why the chosen hex is open or closed
  let named = new Map(), counterOf = new Map();
  let sought = null;  // the chosen unit whose answer is to follow
  const listeners = { hex: [], unit: [], shown: [], ask: [], select: [], play: [], wanted: [] };

  const narrow = () => window.matchMedia("(max-width: 699px)").matches;
  const map = () => $("map").querySelector("svg");
  const hexOf = (location) => location.split("@")[0];
  const spot = (location) => view.spots[location] || (view.hexes[hexOf(location)] || []).slice(3, 5);
  const entryOf = (location) => unit && (unit.hexes[location] || NOTHING);
  const locations = (hex) => Object.keys(unit ? unit.hexes : {}).filter((l) => l === hex || l.startsWith(hex + "@"));
  const within = (hex) => Object.entries(view.counters).filter(([, c]) => hexOf(c.at) === hex);

  // The state that the parts of the page read.
  const now = {
    get view() { return view; }, get unit() { return unit; }, get chosen() { return chosen; }, get entry() { return entryOf(chosen); }, get route() { return route; }, get counterOf() { return counterOf; },
    get zoom() { return port.zoom; }, get NEAR() { return port.NEAR; }, get opened() { return stack.opened && stack.opened.hex === chosen ? stack.opened.box : null; },
  };
  const port = mapViewOf({ map, now, spot, zoomed() { const open = stack.opened && stack.opened.hex; if (open) openStack(open); labels.place(); why.place(); } });
  const { fit, home, into, box, setZoom } = port;
  const stack = stackOf({ map, now, within, place: () => why.place() });
  const { openStack, closeStack } = stack;
  const { worded, lines } = wordsOf({ now });
  const card = cardOf({ follow, choose: reach, wanted: (one) => listeners.wanted.map((offer) => offer(one)).find(Boolean) || element("p", { class: "hint" }, "The odds are not known without its broken morale.") });
  const roster = rosterOf({ take, missing: () => missing(), piece: card.piece, counterOf: (id) => counterOf.get(id), ask: listeners.ask });
  const why = besideOf({ now, shapeOf: (hex) => named.get(hex), narrow, spans: card.spans });
  const { hush } = why;
  const spotOf = (id) => view.counters[id] && view.counters[id].spot;
  const way = wayOf({ spot, spotOf, hexOf, shapeOf: (hex) => named.get(hex) });
  const labels = labelsOf({ now, shapeOf: (hex) => named.get(hex) });
  // A name in a sentence leads to its hex, or that of its unit.
  function reach(kind, name) {
    const place = kind === "unit" ? view.counters[name] && view.counters[name].at : name;
    if (!place || !view.hexes[hexOf(place)]) return;
    into(box([spot(place)]));
    choose(hexOf(place), false);
  }

  // -- what is shown -------------------------------------------------------------------------------------------------
  function show(next, keep) {
    const before = keep ? (unit ? unit.id : sought) : null;
    const hex = keep ? chosen : null, open = keep && stack.opened ? stack.opened.hex : null;
    view = next; route = null; chosen = null; at = null;
    stack.forget();
    wire();
    const first = view.units.find((u) => u.id === before) || roster.first(view) || view.units[0] || null;
    roster.show(view);
    select(awaited(before) ? before : first ? first.id : null);
    if (hex && view.hexes[hex]) choose(hex, false); else { hint(); hush(); }
    if (open && view.hexes[open]) openStack(open);
    for (const listener of listeners.shown) listener(view);
  }
  // Nothing of a file that is gone stays.
  function clear() {
    unit = null; sought = null; route = null; chosen = null; at = null;
    stack.forget();
    for (const id of ["units", "answer", "routes", "why", "walk", "legend", "of-readings", "closed-hexes", "foot", "unit-count"]) $(id).replaceChildren();
    for (const id of ["reasons", "chart", "beside", "closed", "foot", "routes-name"]) $(id).hidden = true;
    $("map").replaceChildren();
    $("next-unit").hidden = $("previous-unit").hidden = true;
    roster.fold(false);
    $("hover").textContent = "";
    hint();
  }
  function hint() {
    $("detail").replaceChildren();
  }

  // Units whose answer is to follow, each with its place in the list; where that failed, none does.
  const missing = () => (view.failed ? "not worked out" : "being worked out \u2026");
  const pending = () => view.pending || [];
  const awaited = (id) => pending().find(([, other]) => other === id);
  const routers = () => new Set([...view.units.map((u) => u.id), ...pending().map(([, id]) => id)]);

  // A unit that was chosen in the list: its answer if it has one, else its hex; either way it is in sight on the map.
  function take(id) {
    const counter = view.counters[id];
    if (view.units.some((u) => u.id === id) || awaited(id)) select(id);
    for (const listener of listeners.unit) listener(id);
    if (counter && view.hexes[hexOf(counter.at)]) choose(hexOf(counter.at), false, false);
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
    $("of-readings").replaceChildren();
    const ways = unit ? unit.card.ends.reduce((sum, end) => sum + end.ways, 0) : 0;
    $("routes-name").hidden = !ways;
    $("routes-name").replaceChildren("Ways ", element("span", { class: "count-of" }, `${ways}${unit && unit.supposed ? `, ${unit.supposed}` : ""}`));
    $("routes").replaceChildren(...(unit ? card.ends(unit) : []));
    reasons();
    shut();
    chart();
    acts();
    if (chosen) rechoose(); else hint();
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

  function answer() {
    return [card.banner(unit, roster.kindOf(unit), counterOf.get(unit.id)), ...card.facts(unit), ...card.odds(unit), ...(unit.assumed.length ? [lines(unit.assumed)] : []), ...(unit.said.length ? [lines(unit.said)] : [])];
  }
  // The rules behind the verdict.
  function reasons() {
    $("reasons").hidden = !unit || !unit.reasons.length;
    $("reasons").open = !!unit && unit.reasons.length <= FEW && reasons.open;
    $("why").replaceChildren(...(unit && unit.reasons.length ? [lines(unit.reasons)] : []));
  }
  reasons.open = false;
  $("reasons").addEventListener("toggle", () => { reasons.open = $("reasons").open; });
  // The cover that is no destination: each says why beside its hex.
  function shut() {
    const found = unit ? card.closed(unit) : [];
    $("closed").hidden = !found.length;
    $("closed").querySelector("summary .count-of").textContent = `${found.length} hex${found.length === 1 ? "" : "es"}`;
    $("closed-hexes").replaceChildren(...found);
  }
  // The actions on the way that is chosen, or on the best one.
  function acts() {
    const best = unit && unit.card.ends.length ? unit.card.ends[0].routes[0] : null;
    const now = route || (best !== null && best !== undefined ? unit.routes[best] : null);
    const play = now ? listeners.play.map((offer) => offer(unit, now)).filter(Boolean) : [];
    $("foot").hidden = !now;
    $("foot").replaceChildren(...play, ...(now ? [element("button", { type: "button", id: "step-through", onclick: () => { if (!route) follow(best); step(at === null ? 0 : at + 1); } }, card.icon("step"), "Step")] : []));
  }

  // The questions of the chart in their order, each part under its heading; there only where somebody has walked it.
  function chart() {
    const walked = (unit && unit.chart) || [];
    $("chart").hidden = !walked.length;
    $("walk").replaceChildren(...walked.flatMap(([part, boxes]) => [
      element("h4", {}, part),
      element("ol", { class: "walk" }, ...boxes.map(([answer, line]) =>
        element("li", { class: answer }, element("b", {}, answer === "holds" ? "\u2022" : answer), " ", ...worded(line)))),
    ]));
  }

  // -- hexes ---------------------------------------------------------------------------------------------------------
  const hexLines = (hex) => locations(hex).flatMap((location) => unit.hexes[location].lines || []);
  // Without `asked` nobody wants to know why it is open or closed.
  function choose(hex, focus = true, asked = true) {
    wondering = asked;
    if (stack.opened && stack.opened.hex !== hex) closeStack();
    const before = named.get(chosen);
    if (before) { before.classList.remove("chosen"); before.setAttribute("tabindex", "-1"); }
    chosen = hex;
    const shape = named.get(hex);
    shape.classList.add("chosen");
    shape.setAttribute("tabindex", "0");
    if (focus) shape.focus({ preventScroll: false });
    clearRoute();
    acts();
    $("map").querySelector(".pointer").append(outline(shape, { class: "mark" }));
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
    labels.place();
    if (asked) why.show(); else hush();
    for (const listener of listeners.hex) listener(hex);
  }
  function hover(hex) {
    const entry = entryOf(hex);
    const first = entry ? entry.why || stateWords(entry) : "";
    $("hover").textContent = hex ? `${view.hexes[hex][2]}${first ? (entry.why ? ". " : ": ") + first : ""}` : "";
  }

  // -- routes --------------------------------------------------------------------------------------------------------
  function clearRoute() {
    route = null; at = null;
    $("map").classList.remove("one");
    const pointer = $("map").querySelector(".pointer");
    if (pointer) pointer.replaceChildren();
    for (const c of $("map").querySelectorAll(".unit.watching")) c.classList.remove("watching");
    for (const b of document.querySelectorAll("[data-route], .end-row")) b.setAttribute("aria-pressed", "false");
  }
  // `quiet`: the view of the map stays.
  function follow(index, quiet = false) {
    closeStack();
    clearRoute();
    route = unit.routes[index];
    hush();
    const end = unit.card.ends.findIndex(({ routes }) => routes.includes(index)), row = $("routes").querySelector(`[data-end="${end}"]`);
    if (row) { row.setAttribute("aria-pressed", "true"); row.parentElement.hidden = false; }
    $("map").classList.add("one");
    const steps = stepList();
    const said = element("p", { class: "seen", id: "seen" });
    const back = element("button", { type: "button", id: "step-back", onclick: () => step((at === null ? 0 : at) - 1) }, "◀ Back");
    const on = element("button", { type: "button", id: "step-on", onclick: () => step(at === null ? 0 : at + 1) }, "Step ▶");
    const close = element("button", { type: "button", onclick: () => { clearRoute(); acts(); if (chosen) rechoose(); else hint(); } }, "Show all ways again");
    $("detail").replaceChildren(element("h3", {}, route.label), element("div", { class: "row" }, back, on), said, steps, ...card.alike(unit, index), close);
    acts();
    step(null);
    if (quiet) return;
    into(box(route.path.map(spot)));
    if (narrow()) pyrout.frame.height("half");
    $("detail").scrollIntoView({ block: narrow() ? "start" : "nearest" });
  }
  // The hex of the unit after this many steps, and who sees it there; null: the whole way.
  function step(next) {
    const last = route.path.length - 1;
    at = next === null ? null : Math.min(last, Math.max(0, next));
    const pointer = $("map").querySelector(".pointer");
    pointer.replaceChildren();
    for (const c of $("map").querySelectorAll(".unit.watching")) c.classList.remove("watching");
    const seen = at === null || !unit.seen ? [] : unit.seen[route.path[at]] || [];
    pointer.append(...way.danger(route), ...(at === null ? way.sights(route) : seen.flatMap((id) => way.line(spotOf(id), spot(route.path[at]), "sight now"))));
    for (const id of seen) if (counterOf.has(id)) counterOf.get(id).classList.add("watching");
    pointer.append(...way.steps(route, at));
    const items = $("detail").querySelectorAll("ol.steps > li");
    items.forEach((item, i) => { if (i === at) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current"); });
    $("step-back").disabled = !at;
    $("step-on").disabled = at === last;
    $("step-on").textContent = at === null ? "Step through ▶" : "Step ▶";
    const who = seen.map((id) => (view.counters[id] ? view.counters[id].name : id));
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
    // The routing unit lies on top of its stack.
    for (const id of routing) { const e = counterOf.get(id), all = e && e.parentNode.querySelectorAll(":scope > .unit"); if (e && all[all.length - 1] !== e) all[all.length - 1].after(e); }
    setZoom(port.zoom);
  }
  $("map").addEventListener("click", (event) => {
    const counter = event.target.closest(".unit");
    const hex = event.target.closest(".hex");
    if (counter) pick(counter);
    else if (hex) choose(hex.dataset.hex);
  });
  // Shows the chosen hex again after a change, with its reasons only if they are wanted.
  const rechoose = () => choose(chosen, false, wondering);
  function pick(counter) {
    const id = counter.dataset.unit, hex = counter.dataset.at, open = stack.opened && stack.opened.hex === hex;
    if (view.units.some((u) => u.id === id)) select(id); else pressed(id);
    for (const listener of listeners.unit) listener(id);
    choose(hex, false, false);
    if (!open) openStack(hex);
  }
  $("map").addEventListener("keydown", (event) => {
    const hex = event.target.closest(".hex"), counter = event.target.closest(".unit");
    if (event.key === "Escape" && (stack.opened || !$("beside").hidden)) { event.stopPropagation(); wondering = false; hush(); closeStack(); return; }
    if (event.key === "Enter" || event.key === " ") {
      if (!hex && !counter) return;
      event.preventDefault();
      if (counter) pick(counter); else { choose(hex.dataset.hex); openStack(hex.dataset.hex); }
    } else if (hex) {
      const next = neighbour(view.hexes, hex.dataset.hex, event.key);
      if (!next) return;
      event.preventDefault();
      goOn(hex, named.get(next));
      hover(next);
    }
  });
  $("map").addEventListener("pointerover", (event) => {
    const hex = event.target.closest(".hex, .unit");
    if (hex) hover(hex.dataset.hex || hex.dataset.at);
  });
  // The unit after the chosen one, in the order of the list; after the last the first.
  $("next-unit").addEventListener("click", () => take(roster.beside(unit && unit.id, 1)));
  $("previous-unit").addEventListener("click", () => take(roster.beside(unit && unit.id, -1)));
  $("ways").addEventListener("change", () => $("map").classList.toggle("few", !$("ways").checked));

  pointingOf({ now, hexOf, shapeOf: (hex) => named.get(hex) });

  const embedded = $("view");
  if (embedded) {
    show(JSON.parse(embedded.textContent), false);
    home();
  }
  return {
    show, clear, fit, home, into, scale: setZoom, choose, rechoose, select, chart, lines, worded, listeners, narrow, again, mark_place, missing, shut, icon: card.icon, counters: () => counterOf,
    get view() { return view; }, get unit() { return unit; }, get sought() { return sought; }, get chosen() { return chosen; }, get route() { return route; }, get zoom() { return port.zoom; },
  };
})();
