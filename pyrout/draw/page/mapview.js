"use strict";
// The part of the map that is in sight, and its scale.
const mapViewOf = ({ map, now, spot, zoomed }) => {
  // Pixels of the screen for a unit of the drawing: from NEAR on a counter shows all it has, below FAR only where it is.
  const NEAR = 0.62, FAR = 0.34;
  const MANY = 60;  // ways of a unit that the first view has all of
  const NEXT = 4 * 70;  // of the drawing, four hexes: enemies within it belong to the first view of a unit
  let zoom = 1;

  const size = () => map().getAttribute("viewBox").split(" ").slice(2).map(Number);
  // A new scale; the middle of what is in sight stays there. What is written keeps its size on the screen (`--k`).
  function setZoom(next, x, y) {
    const svg = map(), port = $("map");
    if (!svg) return;
    const before = zoom, [w, h] = size();
    const px = x === undefined ? port.clientWidth / 2 : x, py = y === undefined ? port.clientHeight / 2 : y;
    const cx = (port.scrollLeft + px) / before, cy = (port.scrollTop + py) / before;
    zoom = Math.min(4, Math.max(0.08, next));
    svg.setAttribute("width", Math.round(w * zoom));
    svg.setAttribute("height", Math.round(h * zoom));
    svg.style.setProperty("--k", (1 / zoom).toFixed(4));
    port.dataset.scale = zoom >= NEAR ? "near" : zoom >= FAR ? "mid" : "far";
    port.scrollTo(cx * zoom - px, cy * zoom - py);
    zoomed();
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
    const near = [...enemies].map((id) => now.view.counters[id] && now.view.counters[id].spot).filter((s) => s && own && Math.hypot(s[0] - own[0], s[1] - own[1]) < NEXT);
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
    const found = now.view.units.find((u) => u.id === (id || (now.unit && now.unit.id)));
    const counter = !found && now.view.counters[id];
    const spots = Object.values(now.view.counters).map((c) => c.spot).filter(Boolean);
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
  $("map").addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const port = $("map").getBoundingClientRect();
    setZoom(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX - port.left, event.clientY - port.top);
  }, { passive: false });
  // Two fingers zoom about the middle between them.
  let pinch = null;
  const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  $("map").addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    pinch = { apart: apart(event.touches), zoom };
  }, { passive: false });
  $("map").addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches, port = $("map").getBoundingClientRect();
    setZoom(pinch.zoom * apart(event.touches) / pinch.apart, (a.clientX + b.clientX) / 2 - port.left, (a.clientY + b.clientY) / 2 - port.top);
  }, { passive: false });
  for (const kind of ["touchend", "touchcancel"]) $("map").addEventListener(kind, (event) => { if (event.touches.length < 2) pinch = null; });
  $("larger").addEventListener("click", () => setZoom(zoom * 1.25));
  $("smaller").addEventListener("click", () => setZoom(zoom / 1.25));
  $("fit").addEventListener("click", fit);
  $("home").addEventListener("click", () => home());
  return { setZoom, fit, box, home, into, NEAR, get zoom() { return zoom; } };
};
