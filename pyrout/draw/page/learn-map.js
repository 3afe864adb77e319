"use strict";
// The map of a question: its hexes are chosen by mouse, touch and keyboard; what is chosen and judged is drawn on it.
const learnMap = (desk) => {
  const SMALLEST = 0.5, READABLE = 0.8, LARGEST = 1.8;  // scales of the map
  const hexes = () => new Map([...$("map").querySelectorAll(".hex")].map((e) => [e.dataset.hex, e]));
  const place = (location) => location.split("@")[0];
  const homeOf = (unit) => $("map").querySelector(`[data-unit="${CSS.escape(unit)}"]`);

  function layer(name, children) {
    const svg = $("map").querySelector("svg");
    if (!svg) return;
    let group = svg.querySelector(`.${name}`);
    if (!group) { group = drawn("g", { class: name }); svg.append(group); }
    group.replaceChildren(...children.filter(Boolean));
  }
  const marked = (several, kind) => several.map((hex) => hexes().get(hex)).filter(Boolean).map((shape) => outline(shape, { class: kind }));
  const line = (points, played) => drawn("polyline", { class: played ? "way-line played" : "way-line", pathLength: 1, points: points.map((s) => `${s[3]},${s[4]}`).join(" ") });
  // Draws what is chosen; a rout that a question names, or that an answer shows, is drawn like one that is chosen.
  function marks(puzzle, drawn, picked, verdicts, onMap, played = false) {
    const chosen = onMap ? picked : [], home = homeOf(puzzle.unit);
    const start = puzzle.form === "path" && chosen.length && home ? [place(home.dataset.at)] : [];
    const given = (puzzle.path || []).map(place);
    const spots = (given.length > 1 ? given : [...start, ...chosen]).map((hex) => drawn && drawn.hexes[hex]).filter(Boolean);
    layer("picks", [...marked(chosen, "picked-hex"), puzzle.form === "path" || given.length > 1 ? line(spots, played) : null]);
    for (const [hex, shape] of hexes()) {
      const there = [...$("map").querySelectorAll(".unit")].filter((unit) => place(unit.dataset.at) === hex).map((unit) => unit.dataset.unit);
      const words = [drawn.hexes[hex][2], there.length ? `${there.join(", ")} here` : "", onMap && verdicts.get(hex), chosen.includes(hex) ? "chosen" : ""];
      shape.setAttribute("aria-label", words.filter(Boolean).join(", "));
      shape.setAttribute("role", onMap ? "button" : "img");
      if (onMap) shape.setAttribute("aria-pressed", String(chosen.includes(hex))); else shape.removeAttribute("aria-pressed");
    }
    const svg = $("map").querySelector("svg");
    if (svg) svg.setAttribute("aria-label", `Map. Arrow keys go from hex to hex${onMap ? ", Enter chooses one" : ""}.`);
  }
  function judged(right, wrong) { layer("judged", [...marked(right, "right-hex"), ...marked(wrong, "wrong-hex")]); }
  function looked(seen) { layer("looked", marked(seen.map(place), "seen-hex")); }
  function clear() { for (const each of ["judged", "looked", "picks"]) layer(each, []); }

  function wire(puzzle, drawn) {
    const named = hexes(), at = Object.keys(drawn.hexes);
    for (const e of named.values()) e.setAttribute("tabindex", "-1");
    const home = homeOf(puzzle.unit), start = named.get(home ? place(home.dataset.at) : at[0]);
    if (start) start.setAttribute("tabindex", "0");
    const svg = $("map").querySelector("svg"), [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    // Beside the panel the whole map is seen; above it, on a phone, its width is.
    const room = $("map").clientWidth / w, wide = matchMedia("(min-width: 60rem)").matches;
    const scale = Math.min(LARGEST, Math.max(wide ? SMALLEST : READABLE, wide ? Math.min(room, $("map").clientHeight / h) : room));
    svg.setAttribute("width", Math.round(w * scale));
    svg.setAttribute("height", Math.round(h * scale));
    // The labels of hexes and units say more than the texts of the drawing.
    for (const drawnText of svg.querySelectorAll("text")) drawnText.setAttribute("aria-hidden", "true");
    for (const unit of svg.querySelectorAll(".unit")) {
      unit.setAttribute("role", "img");
      unit.setAttribute("aria-label", drawn.units[unit.dataset.unit]);
      unit.querySelector("title")?.remove();
    }
    if (home) {
      // The unit is in the middle of a map that is larger than its room; the page itself stays where it is.
      const unit = home.getBoundingClientRect(), frame = $("map").getBoundingClientRect();
      $("map").scrollBy(unit.x + unit.width / 2 - frame.x - frame.width / 2, unit.y + unit.height / 2 - frame.y - frame.height / 2);
    }
  }
  $("map").addEventListener("pointerover", (event) => {
    const hit = event.target.closest(".unit, .hex"), drawn = desk.drawn();
    if (!hit || !drawn) return;
    const id = hit.dataset.unit;
    $("hover").textContent = id ? drawn.units[id] : drawn.hexes[hit.dataset.hex][2];
  });
  $("map").addEventListener("click", (event) => {
    const hit = event.target.closest(".unit, .hex");
    if (hit) desk.toggle(hit.dataset.hex || place(hit.dataset.at));
  });
  $("map").addEventListener("keydown", (event) => {
    const hex = event.target.closest(".hex"), drawn = desk.drawn();
    if (!hex || !drawn) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); desk.toggle(hex.dataset.hex); return; }
    const next = neighbour(drawn.hexes, hex.dataset.hex, event.key);
    if (!next) return;
    event.preventDefault();
    goOn(hex, hexes().get(next));
  });
  return { marks, judged, looked, clear, wire };
};
