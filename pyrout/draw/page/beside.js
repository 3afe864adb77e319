"use strict";
// Why the chosen hex is open or closed: a card beside it, on a phone a sheet from below.
const besideOf = ({ now, shapeOf, narrow, spans }) => {
  const GAP = 8, FLOATS = 64;  // pixels: around the hex, and of the controls at the foot of the map

  // The rules are behind a mark.
  function show() {
    const box = $("beside"), entry = now.chosen && now.entry;
    box.hidden = !entry || !entry.why;
    if (box.hidden) return;
    const rules = (entry.rules || []).map((id) => now.view.sentences[id]).filter(Boolean);
    const sentences = element("ul", { class: "lines", hidden: true }, ...rules.map(([heading, sentence]) => element("li", { class: "rule" }, element("b", {}, heading), `: ${sentence}`)));
    const mark = element("button", { type: "button", class: "mark-of-rules", "aria-expanded": "false", onclick: () => { sentences.hidden = !sentences.hidden; mark.setAttribute("aria-expanded", String(!sentences.hidden)); place(); } }, "Rules");
    const close = element("button", { type: "button", class: "close", "aria-label": "Close", onclick: hush }, "\u00d7");
    box.replaceChildren(element("h3", { class: `of-${entry.state}` }, now.view.hexes[now.chosen][2]), element("p", {}, ...spans(entry.spans), " ", ...(rules.length ? [mark] : [])), sentences, close);
    place();
  }
  function hush() { $("beside").hidden = true; }

  const cross = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  // Things that the card would rather not cover, each with its price.
  function obstacles() {
    const map = $("map"), named = new Set([now.entry.spans || []].flat().flatMap(([name, kind]) => (kind === "unit" ? [name] : []))), found = [];
    for (const counter of map.querySelectorAll(".unit .counter")) {
      const { unit } = counter.closest(".unit").dataset;
      found.push([counter.getBoundingClientRect(), unit === (now.unit && now.unit.id) ? 40 : named.has(unit) ? 30 : 6]);
    }
    for (const sign of map.querySelectorAll(".overlay:not(.other) :is(.destination, .tag, .route)")) found.push([sign.getBoundingClientRect(), sign.matches(".route") ? 1 : 8]);
    return found;
  }
  // Beside the hex, else above or below it, where it covers the least.
  function place() {
    const box = $("beside"), shape = now.chosen && shapeOf(now.chosen);
    if (box.hidden || !shape) return;
    box.classList.toggle("sheet", narrow());
    if (narrow()) { box.style.left = box.style.top = box.style.visibility = ""; return; }
    const port = $("map").getBoundingClientRect(), hex = (now.opened || shape).getBoundingClientRect(), frame = $("board").getBoundingClientRect();
    const out = hex.right < port.left || hex.left > port.right || hex.bottom < port.top || hex.top > port.bottom;
    box.style.visibility = out ? "hidden" : "";
    const wide = box.offsetWidth, high = box.offsetHeight, middle = (hex.left + hex.right - wide) / 2, level = (hex.top + hex.bottom - high) / 2;
    const tries = [];
    for (const far of [GAP, GAP + hex.width * 0.8, GAP + hex.width * 1.6]) {
      for (const y of [level, hex.top, hex.bottom - high]) tries.push([hex.right + far, y, far], [hex.left - far - wide, y, far]);
      for (const x of [middle, hex.left, hex.right - wide]) tries.push([x, hex.top - far - high, far], [x, hex.bottom + far, far]);
    }
    const all = obstacles();
    const cost = ([x, y, far]) => {
      const area = { left: x, right: x + wide, top: y, bottom: y + high };
      const outside = Math.max(0, port.left + 4 - x) + Math.max(0, x + wide - port.right + 4) + Math.max(0, port.top + 4 - y) + Math.max(0, y + high - port.bottom + FLOATS);
      return far * 4 + outside * 4000 + all.reduce((sum, [other, price]) => sum + price * cross(area, other), cross(area, hex) * 60);
    };
    const [x, y] = tries.map((one) => [cost(one), one]).reduce((a, b) => (a[0] <= b[0] ? a : b))[1];
    box.style.left = `${Math.max(port.left + 4, Math.min(x, port.right - wide - 4)) - frame.left}px`;
    box.style.top = `${Math.max(port.top + 4, Math.min(y, port.bottom - high - 4)) - frame.top}px`;
  }
  $("map").addEventListener("scroll", place);
  window.addEventListener("resize", place);
  return { show, hush, place };
};
