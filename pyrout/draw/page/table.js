// The page of a table: lines of events, followed event by event.
"use strict";
(() => {
  const view = JSON.parse(document.getElementById("view").textContent);
  const at = (id) => document.getElementById(id);
  const svg = (name, attributes, words) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words !== undefined) made.textContent = words;
    return made;
  };
  const html = (name, words, attributes = {}) => {
    const made = document.createElement(name);
    if (words !== undefined) made.textContent = words;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const points = (corners) => corners.map((corner) => corner.join(",")).join(" ");
  let unit = view.units[0];
  let past = []; // the events so far, by their numbers

  // The lines that begin as it went so far, and what each goes on with.
  const fitting = () => unit.lines.filter((line) => past.every((event, n) => line.events[n] === event));
  const next = () => [...new Set(fitting().map((line) => line.events[past.length]))].filter((event) => event !== undefined);

  function draw() {
    const now = at("now");
    now.replaceChildren();
    const blocks = new Map();
    past.forEach((number, n) => {
      const event = view.events[number];
      if (event.block) {
        blocks.set(event.unit, event);
        const last = n === past.length - 1;
        now.append(svg("polyline", {points: points(event.way), fill: "none", stroke: event.colour, "stroke-width": last ? 4 : 2}));
      }
      for (const gone of event.gone || []) blocks.set(gone, null);
    });
    for (const [id, event] of blocks) {
      if (!event) continue;
      const middle = event.way[event.way.length - 1];
      now.append(svg("polygon", {points: points(event.block), fill: view.colours[id], "fill-opacity": 0.45, stroke: view.colours[id], "stroke-width": 2}));
      now.append(svg("text", {x: middle[0], y: middle[1] + 4, "font-family": "sans-serif", "font-size": 11, "text-anchor": "middle", fill: "#111111"}, id));
    }
    for (const start of document.querySelectorAll("#map [data-unit]")) {
      start.setAttribute("opacity", blocks.has(start.dataset.unit) ? 0.25 : 1);
    }
    at("ways").setAttribute("display", at("all").checked && !past.length ? "inline" : "none");
  }

  function tell() {
    at("units").replaceChildren(...view.units.map((one) => {
      const button = html("button", one.id, {type: "button", "aria-pressed": one === unit});
      button.addEventListener("click", () => { unit = one; past = []; show(); });
      return button;
    }));
    if (!unit) { at("detail").textContent = "Nobody has to be answered."; return; }
    const lines = [`${unit.id}: ${unit.verdict}`, ...unit.ends];
    if (unit.lines.length < unit.total) lines.push(`the first ${unit.lines.length} of ${unit.total} ways`);
    at("answer").replaceChildren(...lines.map((line) => html("p", line)));
    at("steps").replaceChildren(...past.map((number, n) => {
      const event = view.events[number];
      const row = html("li");
      if (n === past.length - 1) row.setAttribute("aria-current", "step");
      row.append(html("span", `turn ${event.turn}: ${event.text}`));
      return row;
    }));
    const choices = next();
    const open = fitting();
    const ends = open.filter((line) => line.events.length === past.length);
    at("detail").replaceChildren(html("p", ends.length
      ? `This is the end: ${ends[0].end}${ends[0].chance ? `, chance ${ends[0].chance}` : ""}.`
      : choices.length > 1
        ? choices.every((number) => view.events[number].chance) ? "A die decides. What does it show?" : "Any of these is legal."
        : unit.lines.length ? `Turn ${view.events[choices[0]].turn}.` : "It does nothing."));
    at("next").replaceChildren(...choices.map((number) => {
      const event = view.events[number];
      const words = `turn ${event.turn}: ${event.text}${event.chance ? ` (chance ${event.chance})` : ""}`;
      const button = html("button", choices.length > 1 ? words : `Next: ${words}`, {type: "button", class: "choice"});
      button.addEventListener("click", () => { past = [...past, number]; show(true); });
      return button;
    }));
    at("back").disabled = at("begin").disabled = !past.length;
    const rules = past.length ? view.events[past[past.length - 1]].rules : unit.why;
    at("why").replaceChildren(...rules.map((rule) => html("p", `[${rule}] ${view.sentences[rule]}`)));
  }

  function show(onward) {
    tell();
    if (unit) draw();
    if (onward) (at("next").querySelector("button") || at("back")).focus();
  }

  at("back").addEventListener("click", () => { past = past.slice(0, -1); show(); });
  at("begin").addEventListener("click", () => { past = []; show(); });
  at("all").addEventListener("change", draw);
  show();
})();
