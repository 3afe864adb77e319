"use strict";
// The events on a table: lines, followed event by event. Every sentence comes with the view; nothing here knows a rule.
const tableEvents = (() => {
  const points = (corners) => corners.map((corner) => corner.join(",")).join(" ");
  const chosen = []; // who hears which unit was chosen in the list
  let view = null, unit = null;
  let past = []; // the events so far, by their numbers

  // The lines that begin as it went so far, and what each goes on with.
  const fitting = () => unit.lines.filter((line) => past.every((event, n) => line.events[n] === event));
  const next = () => [...new Set(fitting().map((line) => line.events[past.length]))].filter((event) => event !== undefined);

  function draw() {
    const now = document.querySelector("#map .now");
    if (!view || !now) return;
    now.replaceChildren();
    const blocks = new Map();
    past.forEach((number, n) => {
      const event = view.events[number];
      if (event.block) {
        blocks.set(event.unit, event);
        const last = n === past.length - 1;
        now.append(drawn("polyline", {points: points(event.way), fill: "none", stroke: event.colour, "stroke-width": last ? 4 : 2}));
      }
      for (const gone of event.gone || []) blocks.set(gone, null);
    });
    for (const [id, event] of blocks) {
      if (!event) continue;
      // Its name stands at its left end, clear of the path to its middle
      const middle = event.way[event.way.length - 1], left = event.block.reduce((a, b) => (a[0] <= b[0] ? a : b));
      now.append(drawn("polygon", {points: points(event.block), fill: view.colours[id], "fill-opacity": 0.45, stroke: view.colours[id], "stroke-width": 2}));
      now.append(drawn("text", {x: (2 * left[0] + middle[0]) / 3, y: middle[1] + 4, "font-family": "sans-serif", "font-size": 11, "text-anchor": "middle", fill: "#111111"}, id));
    }
    for (const start of document.querySelectorAll("#map [data-unit]")) {
      start.setAttribute("opacity", blocks.has(start.dataset.unit) ? 0.25 : 1);
    }
    document.querySelector("#map .ways").setAttribute("display", $("ways").checked && !past.length ? "inline" : "none");
  }

  // A unit in the list: those that are answered first, then whoever else there is to be chosen.
  function row(id, words, fate, kind, pressed) {
    const press = () => { choose(id, true); for (const listener of chosen) listener(id); };
    return element("li", {}, element("button", { type: "button", class: `row-of ${kind}`, "data-choose": id, "aria-pressed": String(pressed), onclick: press },
      element("span", { class: "who" }, words), ...(fate ? [element("span", { class: "fate" }, fate)] : [])));
  }

  // The unit whose lines are followed: from their beginning, if it is another one or `anew`.
  function choose(id, anew) {
    const found = view && view.units.find((one) => one.id === id);
    if (!found || (found === unit && !anew)) return;
    unit = found;
    past = [];
    show();
    const row = $("units").querySelector(`[data-choose="${CSS.escape(id)}"]`);
    if (anew && row) row.focus();
  }

  function tell() {
    $("units").replaceChildren(element("ul", { class: "rows" },
      ...view.units.map((one) => row(one.id, one.words, [one.verdict, ...one.own].join("; "), one.kind, one === unit)),
      ...(view.rest || []).map(([id, words]) => row(id, words, "", "", false))));
    for (const id of ["answer", "steps", "next", "why"]) $(id).replaceChildren();
    $("reasons").hidden = !unit;
    $("back").disabled = $("begin").disabled = !past.length;
    if (!unit) { $("detail").textContent = view.nobody || "Nobody has to be answered."; return; }
    const lines = [...unit.ends, ...unit.barred];
    if (unit.lines.length < unit.total) lines.push(`the first ${unit.lines.length} of ${unit.total} ways`);
    $("answer").replaceChildren(element("p", { class: `head ${unit.kind}` }, `${unit.id}: ${unit.verdict}`), ...lines.map((line) => element("p", {}, line)));
    $("steps").replaceChildren(...past.map((number, n) => {
      const event = view.events[number];
      return element("li", { "aria-current": n === past.length - 1 && "step" }, element("span", {}, `turn ${event.turn}: ${event.text}`));
    }));
    const choices = next();
    const open = fitting();
    const ends = open.filter((line) => line.events.length === past.length);
    $("detail").replaceChildren(element("p", {}, ends.length
      ? `This is the end: ${ends[0].end}${ends[0].chance ? `, chance ${ends[0].chance}` : ""}.`
      : choices.length > 1
        ? choices.every((number) => view.events[number].chance) ? "A die decides. What does it show?" : "Any of these is legal."
        : unit.lines.length ? `Turn ${view.events[choices[0]].turn}.` : "It does nothing."));
    $("next").replaceChildren(...choices.map((number) => {
      const event = view.events[number];
      const words = `turn ${event.turn}: ${event.text}${event.chance ? ` (chance ${event.chance})` : ""}`;
      return element("button", { type: "button", class: "choice", onclick: () => { past = [...past, number]; show(true); } }, choices.length > 1 ? words : `Next: ${words}`);
    }));
    const rules = past.length ? view.events[past[past.length - 1]].rules : unit.why;
    $("why").replaceChildren(...rules.map((rule) => element("p", { title: rule }, view.sentences[rule])));
    $("reasons").hidden = !rules.length;
  }

  function show(onward) {
    tell();
    draw();
    if (onward) ($("next").querySelector("button") || $("back")).focus();
  }

  // The events of another view, from its beginning; the same unit as before, if it is there.
  function begin(other) {
    const before = unit && unit.id;
    view = other;
    unit = view.units.find((one) => one.id === before) || view.units.find((one) => one.total) || view.units[0] || null;
    past = [];
    $("events").hidden = !unit;
    $("reasons").querySelector("summary").textContent = "Why";
    show();
  }
  function end() {
    view = unit = null;
    past = [];
    $("events").hidden = true;
  }

  $("back").addEventListener("click", () => { past = past.slice(0, -1); show(); });
  $("begin").addEventListener("click", () => { past = []; show(); });
  $("ways").addEventListener("change", draw);
  const embedded = $("view");
  if (embedded) begin(JSON.parse(embedded.textContent));
  return { begin, end, choose, chosen };
})();
