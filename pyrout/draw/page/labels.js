"use strict";
// The labels of the map: each moves off the counters, off the other labels and off the hex that is asked about.
// One that finds no room is left out: the panel has what it says.
const labelsOf = ({ now, shapeOf }) => {
  const MOST = 6;  // labels at once
  const RINGS = [24, 40, 58];  // of the drawing, around the place where a label would stand
  const TURNS = Array.from({ length: 14 }, (_, n) => (n / 14) * 2 * Math.PI + Math.PI / 2);
  const GAP = 2;  // pixels
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > -GAP && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > -GAP;
  const moved = (box, dx, dy) => ({ left: box.left + dx, right: box.right + dx, top: box.top + dy, bottom: box.bottom + dy });

  function place() {
    const svg = $("map").querySelector("svg");
    for (const line of $("map").querySelectorAll(".leader")) line.remove();
    if (!svg || $("map").dataset.scale === "far") return;
    const solid = [...svg.querySelectorAll(".unit .counter")].map((one) => one.getBoundingClientRect());
    const asked = now.chosen && shapeOf(now.chosen);
    if (asked) { const { left, right, top, bottom } = asked.getBoundingClientRect(), inset = (right - left) * 0.2; solid.push({ left: left + inset, right: right - inset, top: top + 4, bottom: bottom - 4 }); }
    const labels = [...svg.querySelectorAll(".marks > .overlay:not(.other) > g")].filter((one) => one.querySelector(".tag"));
    labels.sort((a, b) => Number(!a.querySelector("[data-price]")) - Number(!b.querySelector("[data-price]")));
    let shown = 0;
    for (const label of labels) {
      if (!label.dataset.home) label.dataset.home = label.getAttribute("transform");
      label.setAttribute("transform", label.dataset.home);
      label.removeAttribute("display");
      const box = label.getBoundingClientRect(), found = shown < MOST && room(box, solid);
      if (!found) { label.setAttribute("display", "none"); continue; }
      const [dx, dy, ring] = found;
      shown += 1;
      solid.push(moved(box, dx * now.zoom, dy * now.zoom));
      if (!dx && !dy) continue;
      label.setAttribute("transform", `translate(${dx} ${dy}) ${label.dataset.home}`);
      if (ring) label.before(drawn("path", { class: "leader", d: `M0 0L${dx.toFixed(1)} ${dy.toFixed(1)}`, transform: label.dataset.home }));
    }
  }
  // The nearest place where nothing lies, in units of the drawing, and its ring.
  function room(box, solid) {
    const free = (dx, dy) => !solid.some((other) => meets(moved(box, dx * now.zoom, dy * now.zoom), other));
    if (free(0, 0)) return [0, 0, 0];
    for (const [ring, far] of RINGS.entries()) {
      for (const turn of TURNS) { const dx = Math.cos(turn) * far * 1.4, dy = Math.sin(turn) * far; if (free(dx, dy)) return [dx, dy, ring]; }
    }
    return null;
  }
  return { place };
};
