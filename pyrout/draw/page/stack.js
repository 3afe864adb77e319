"use strict";
// The counters of a hex side by side, opened on the map.
const stackOf = ({ map, now, within, place }) => {
  const COUNTER = { width: 42, height: 42 }, ROW = 6;
  let opened = null;

  // The counters of a hex side by side, as large as they can be read, a row for each level.
  function openStack(hex) {
    closeStack();
    const here = within(hex).filter(([id]) => now.counterOf.has(id));
    if (!here.length || (here.length < 2 && now.zoom >= now.NEAR)) return;
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
    const scale = Math.max(1, 1.05 / now.zoom), step = (COUNTER.width + 8) * scale, tall = (COUNTER.height + 14) * scale;
    const label = levels.size > 1 || !levels.has("") ? 30 * scale : 0;
    const width = Math.max(...rows.map(([, ids]) => ids.length)) * step + label + 8 * scale, high = rows.length * tall + 6 * scale;
    const [, , w, h] = map().getAttribute("viewBox").split(" ").map(Number);
    const [x, y] = now.view.hexes[hex].slice(3, 5);
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
        const counter = now.counterOf.get(id);
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
  return { openStack, closeStack, forget() { opened = null; }, get opened() { return opened; } };
};
