"use strict";
// The palette of a table: blocks and ground that are dragged, or chosen and pressed, onto it.
const blocksOf = ({ change, taken }) => {
  const SIZE = { frontage: 4, depth: 2, movement: 9 };  // inches of a block whose like is not there yet
  const AREA = [6, 4];  // inches of an area that is not drawn
  const box = $("table-shelves"), said = (word) => word.replaceAll("_", " ");
  const orders = {};  // in which the blocks of a side come
  let table = null, words = null, tool = null, drawing = null;

  // -- chips ---------------------------------------------------------------------------------------------------------
  const like = (side, kind) => Object.values(table.units).reverse().find((unit) => unit.side === side && unit.kind === kind && unit.frontage && unit.depth && unit.movement);
  function blockTool(side, kind) {
    const order = orders[side] || words.orders[0], { frontage, depth, movement } = like(side, kind) || SIZE;
    return { key: `block:${side}:${kind}`, words: [side, kind, order].map(said).join(" "), edit: (at) => ({ op: "add_block", side, kind, order, frontage, depth, movement, ...(at ? { x: at[0], y: at[1] } : {}) }) };
  }
  const areaTool = (kind) => ({ key: `area:${kind}`, words: said(kind), drawn: true, edit: (from, to) => ({ op: "area", kind, from, to }) });
  const eraser = { key: "erase", words: "Eraser", erases: true };

  const { chip, toggle, hold, drop, line } = chipsOf({
    box,
    // By keyboard it is put at once, where there is room.
    press: (made, event) => (!event.detail && !made.erases ? put(made) : toggle(made)),
    held(next) { tool = next; tell(); },
    over() {},
    landed(made, event) {
      if (!inside(event)) return;
      if (made.erases) { erase({ target: document.elementFromPoint(event.clientX, event.clientY), clientX: event.clientX, clientY: event.clientY }); return; }
      const [x, y] = at(event);
      put(made, [x, y], [Math.min(table.width, x + AREA[0]), Math.min(table.depth, y + AREA[1])]);
    },
    dropped() { drawing?.shape.remove(); drawing = null; },
  });
  function face(side, kind) {
    const block = element("span", { class: "block-face" }, kind[0].toUpperCase());
    block.style.setProperty("--side", table.colours[side]);
    return [block, said(kind)];
  }
  function shelf(side) {
    const order = chooser({ "aria-label": `Order of ${side}` }, words.orders.map((one) => [one, said(one)]), orders[side] || words.orders[0],
      (next) => { orders[side] = next; hold(null); draw(); });
    return element("fieldset", { class: "shelf", "data-side": side }, element("legend", {}, side), order, element("div", { class: "strip" }, ...words.kinds.map((kind) => chip(blockTool(side, kind), ...face(side, kind)))));
  }
  function draw(found = table, list = words) {
    table = found; words = list;
    const focus = box.contains(document.activeElement) && document.activeElement.dataset.tool;
    box.replaceChildren(...Object.keys(table.homes).map(shelf),
      element("fieldset", { class: "shelf" }, element("legend", {}, "Ground"), element("div", { class: "strip" }, ...words.areas.map((kind) => chip(areaTool(kind), said(kind))))),
      element("div", { class: "foot" }, chip(eraser, "Eraser"), element("span", { class: "holding", role: "status" })));
    tell();
    if (focus) box.querySelector(`[data-tool="${CSS.escape(focus)}"]`)?.focus();
  }
  function tell() {
    const press = tool && (tool.erases ? "press a block or ground" : tool.drawn ? "draw it from corner to corner" : "press the table");
    box.querySelector(".holding")?.replaceChildren(...line(press));
  }

  // -- on the table --------------------------------------------------------------------------------------------------
  const inside = (event) => { const { left, right, top, bottom } = $("map").getBoundingClientRect(); return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom; };
  // The inches from the south-west, of those that the file can say.
  function at(event) {
    const { left, bottom, width, height } = $("map").querySelector(".ground").getBoundingClientRect();
    return [[(event.clientX - left) / width, table.width], [(bottom - event.clientY) / height, table.depth]].map(([share, most]) => Math.round(Math.min(1, Math.max(0, share)) * most * table.counts) / table.counts);
  }
  async function put(made, from = null, to = null) {
    const before = new Set(Object.keys(table.units));
    if (!made.drawn) { await change(made.edit(from)); const id = table && Object.keys(table.units).find((one) => !before.has(one)); if (id) taken(id); return; }
    const least = 1 / table.counts, [x, y] = from || [0, 0], [x2, y2] = to || AREA;
    if (Math.abs(x2 - x) >= least && Math.abs(y2 - y) >= least) change(made.edit([x, y], [x2, y2]));
  }
  function erase(event) {
    const block = event.target.closest("#map [data-unit]"), [x, y] = at(event);
    if (block) { change({ op: "remove", unit: block.dataset.unit }); return; }
    const number = table.areas.map(([, west, south, east, north]) => x >= west && x <= east && y >= south && y <= north).lastIndexOf(true);
    if (number >= 0) change({ op: "area", number });
  }
  $("map").addEventListener("pointerdown", (event) => {
    if (!table || !tool || event.button !== 0) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (drawing) { drop(); return; }  // a second finger draws nothing
    if (tool.erases) { erase(event); return; }
    if (!tool.drawn) { const made = tool; hold(null); put(made, at(event)); return; }
    const shape = element("div", { class: "area-now" });
    $("board").append(shape);
    drawing = { from: at(event), x: event.clientX, y: event.clientY, shape, pointer: event.pointerId };
  }, { capture: true });
  window.addEventListener("pointermove", (event) => {
    if (!drawing || event.pointerId !== drawing.pointer) return;
    const { left, top } = $("board").getBoundingClientRect(), { x, y, shape } = drawing;
    Object.assign(shape.style, { left: `${Math.min(x, event.clientX) - left}px`, top: `${Math.min(y, event.clientY) - top}px`, width: `${Math.abs(event.clientX - x)}px`, height: `${Math.abs(event.clientY - y)}px` });
  });
  window.addEventListener("pointerup", (event) => {
    if (!drawing || event.pointerId !== drawing.pointer) return;
    const { from } = drawing, made = tool;
    drop();
    put(made, from, at(event));
  });
  $("map").addEventListener("touchmove", (event) => { if (drawing) event.preventDefault(); }, { passive: false });

  function end() { hold(null); table = null; }
  // The palette is there while the table is changed.
  function show(on) {
    if ($("palette").hidden !== on) return;
    $("palette").hidden = !on;
    if (!on) hold(null);
    pyrout.fit();  // the table has another width
  }
  pyrout.frame.heard.push((mode) => { if (table) show(mode === "edit"); });
  return { draw, end, show };
};
