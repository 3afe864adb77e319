"use strict";
// The page of a position on a table: blocks are dragged and turned, sizes and edges are controls. What a change means the referee says.
// `desk` is the rest of the page: `change` sends changes of the position, `open` another text of it, `setup` writes the set-up anew.
const tablePage = (desk) => {
  const FEWEST = 0.55;  // pixels of the screen for one of the drawing, at the least
  const TURNS = [["rallies", "rallies in turn"], ["attacked", "attacked in turns"], ["goes_on", "moves on in turns"]];
  const KEYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  let table = null, words = null, text = "", picked = null, drag = null;
  let shown = null, draft = null;  // what the page has, and a text of the position that it has not become

  const unit = () => (table && picked ? table.units[picked] : null);
  const said = (word) => word.replaceAll("_", " ");
  const block = (id) => $("map").querySelector(`[data-unit="${CSS.escape(id)}"]`);
  const change = (edit) => desk.change([edit]);
  const shift = (id, east, north, what) => change({ op: "shift", unit: id, east, north, ...(what ? { what } : {}) });
  const turn = (id, by) => change({ op: "turn", unit: id, by });

  // -- showing -------------------------------------------------------------------------------------------------------
  function draw(found, keep, list) {
    const port = $("map"), x = port.scrollLeft, y = port.scrollTop, first = !table || !keep;
    const focus = document.activeElement && document.activeElement.closest("#map [data-unit], #map [data-threat], #editor [id], #setup-controls [id]");
    const again = focus && (focus.id ? `#${CSS.escape(focus.id)}` : focus.dataset.unit ? `#map [data-unit="${CSS.escape(focus.dataset.unit)}"]` : `#map [data-threat="${CSS.escape(focus.dataset.threat)}"]`);
    if (found !== shown) draft = null;
    shown = found; table = found.table; words = list; text = found.text; drag = null;
    if (picked && !table.units[picked]) picked = null;
    port.innerHTML = found.svg;
    for (const made of port.querySelectorAll("[data-unit]")) name(made, `${table.units[made.dataset.unit].words}. Arrow keys shift it, R and L turn it.`);
    for (const made of port.querySelectorAll("[data-threat]")) name(made, `Threat to ${made.dataset.threat}. Arrow keys shift it.`);
    const whole = port.querySelector("svg");
    whole.setAttribute("role", "group");
    whole.setAttribute("aria-label", `Table of ${table.width} by ${table.depth} inches`);
    if (first) { $("reasons").open = false; pyrout.fit(); if (pyrout.zoom < FEWEST) pyrout.scale(FEWEST, 0, 0); } else { pyrout.scale(pyrout.zoom); port.scrollTo(x, y); }
    for (const id of ["routes", "walk", "legend"]) $(id).replaceChildren();
    for (const id of ["chart", "routes-name"]) $(id).hidden = true;
    $("hover").textContent = "";
    tableEvents.begin(found.view);
    mark();
    editor();
    blocks.draw(table, words);
    desk.setup();
    if (again) (document.querySelector(again) || port).focus({ preventScroll: true });
  }
  function name(made, label) {
    made.setAttribute("tabindex", "0");
    made.setAttribute("role", "button");
    made.setAttribute("aria-label", label);
  }
  function end() {
    if (table) { tableEvents.end(); blocks.end(); }
    table = null; picked = null;
  }
  function mark() {
    for (const made of $("map").querySelectorAll("[data-unit]")) made.classList.toggle("taken", made.dataset.unit === picked);
  }
  function pick(id) {
    picked = id;
    mark();
    editor();
  }
  tableEvents.chosen.push((id) => { if (table) pick(id); });

  const blocks = blocksOf({ change, taken: (id) => { pick(id); block(id).focus({ preventScroll: true }); } });

  // -- controls ------------------------------------------------------------------------------------------------------
  const options = (all) => all.map((word) => [word, said(word)]);
  const number = (id, value, send, more = {}) => numberField({ id, step: 1 / table.counts, min: 0, ...more }, value, send);
  const button = (id, label, press, title) => element("button", { type: "button", id, onclick: press, "aria-label": title || label, title: title || label }, label);
  const row = (...parts) => element("div", { class: "row" }, ...parts);

  function editor() {
    $("editor").replaceChildren(element("h3", {}, "Change the position"),
      ...(unit() ? [ofUnit()] : [element("p", { class: "hint" }, "Choose a block to change it, or drag it. On a block that has the focus the arrow keys shift it by an inch (with Shift by the least that the file counts), R and L turn it, Delete removes it.")]),
      ...(table.areas.length ? [fold("ground", { "data-fold": "ground" }, `Ground (${table.areas.length})`, ...table.areas.map(area))] : []), writer());
  }
  function ofUnit() {
    const u = unit(), id = picked, [x, y] = u.stands_at || ["", ""];
    const measure = (key, label, more) => field(label, number(`of-${key}`, u[key], (value) => change({ op: "measure", unit: id, name: key, value }), more));
    const place = (east, north) => change({ op: "place", unit: id, x: east, y: north });
    const parts = [
      row(button("turn-left", "\u21b6 L", () => turn(id, -1), "Turn left"), button("turn-right", "\u21b7 R", () => turn(id, 1), "Turn right"),
        field("facing", chooser({ id: "of-facing" }, options(words.facings), u.facing || "", (facing) => change({ op: "turn", unit: id, facing })))),
      row(field("east", number("of-x", x, (value) => place(value, y))), field("north", number("of-y", y, (value) => place(x, value)))),
      row(measure("frontage", "width"), measure("depth", "depth"), measure("widest_stand", "widest stand")),
      row(measure("movement", "movement"), measure("rating", "rating", { step: 1 })),
      row(field("side", chooser({ id: "of-side" }, options(Object.keys(table.homes)), u.side, (side) => change({ op: "belongs", unit: id, side }))),
        field("kind", chooser({ id: "of-kind" }, options(words.kinds.includes(u.kind) ? words.kinds : [...words.kinds, u.kind]), u.kind, (kind) => change({ op: "belongs", unit: id, kind })))),
      row(field("order", chooser({ id: "of-order" }, options(words.orders), u.order, (value) => change({ op: "order", unit: id, value }))),
        checkbox({ id: "of-formed" }, "formed", u.formed, (on) => change({ op: "formed", unit: id, on })),
        checkbox({ id: "of-first" }, "moves first", u.moves_first, (on) => change({ op: "moves_first", unit: id, on }))),
      row(checkbox({ id: "of-threat" }, "threat", u.threat, (on) => change({ op: "threat", unit: id, on })),
        ...(u.threat ? [field("east", number("of-threat-x", u.threat[0], (value) => change({ op: "threat", unit: id, on: true, x: value, y: u.threat[1] }))),
          field("north", number("of-threat-y", u.threat[1], (value) => change({ op: "threat", unit: id, on: true, x: u.threat[0], y: value })))] : [])),
      row(...TURNS.map(([key, label]) => {
        const made = element("input", { id: `of-${key}`, class: "few", value: (u[key] || []).join(", ") });
        made.addEventListener("change", () => change({ op: "turns", unit: id, name: key, turns: made.value.split(/[\s,]+/).filter(Boolean).map(Number) }));
        return field(label, made);
      })),
      row(button("of-remove", "Remove this unit", () => change({ op: "remove", unit: id }))),
    ];
    return element("fieldset", {}, element("legend", {}, u.words), ...parts);
  }
  function area([kind, ...ends], index) {
    const id = `area-${index}`;
    const keep = () => {
      const [x, y, x2, y2] = [0, 1, 2, 3].map((n) => Number($(`${id}-${n}`).value));
      change({ op: "area", number: index, kind: $(id).value, from: [x, y], to: [x2, y2] });
    };
    const corner = (n, label) => field(label, number(`${id}-${n}`, ends[n], keep));
    return row(field(`area ${index + 1}`, chooser({ id }, options(words.areas), kind, keep)), corner(0, "from east"), corner(1, "north"), corner(2, "to east"), corner(3, "north"),
      button(`${id}-remove`, "Remove", () => change({ op: "area", number: index }), `Remove area ${index + 1}`));
  }
  function writer() {
    const written = element("textarea", { id: "facts", rows: 8, spellcheck: "false", "aria-label": "The position as text" });
    written.value = draft === null ? text : draft;
    written.addEventListener("input", () => { draft = written.value; });
    return fold("writer", { "data-fold": "writer" }, "Position as text", written, row(button("facts-open", "Answer this text", () => desk.open(written.value))));
  }
  // The table itself, for the set-up: its size, home edges, and dice.
  function setup() {
    const sized = (more) => change({ op: "table", width: table.width, depth: table.depth, ...more });
    const counts = words.counts.some(([value]) => value === table.counts) ? words.counts : [...words.counts, [table.counts, `parts of an inch, ${table.counts} to one`]];
    const dice = table.dice.map(([turn, score]) => field(`die of turn ${turn}`, chooser({ id: `die-${turn}` }, [["", "not thrown"], ...[1, 2, 3, 4, 5, 6].map((n) => [String(n), String(n)])],
      score === null ? "" : String(score), (value) => change({ op: "die", turn, score: value ? Number(value) : null }))));
    return [
      row(field("Table: width", number("table-width", table.width, (width) => sized({ width }))), field("depth", number("table-depth", table.depth, (depth) => sized({ depth }))),
        field("counted in", chooser({ id: "table-counts" }, counts.map(([value, label]) => [String(value), label]), String(table.counts), (value) => change({ op: "counts", value: Number(value) })))),
      row(...Object.entries(table.homes).map(([side, edge]) => field(`home of ${side}`, chooser({ id: `home-${side}` }, options(words.edges), edge, (value) => change({ op: "home", side, edge: value }))))),
      ...(dice.length ? [row(...dice)] : []),
    ];
  }

  // -- dragging and keys ---------------------------------------------------------------------------------------------
  const taken = (event) => table && event.target.closest("#map [data-unit], #map [data-threat]");
  const at = (made) => made.dataset.unit || made.dataset.threat;
  $("map").addEventListener("pointerdown", (event) => {
    if (drag) { let_go(drag.made); return; }  // a second finger drags nothing
    const made = taken(event);
    if (!made || event.button !== 0) return;
    drag = { made, pointer: event.pointerId, x: event.clientX, y: event.clientY, east: 0, north: 0, moved: false };
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    drag.moved = true;
    const step = table.scale * pyrout.zoom;
    drag.east = Math.round(dx / step);
    drag.north = Math.round(-dy / step);
    drag.made.classList.add("dragged");
    drag.made.setAttribute("transform", `translate(${drag.east * table.scale} ${-drag.north * table.scale})`);
    const spot = drag.made.dataset.unit ? table.units[at(drag.made)].stands_at : table.units[at(drag.made)].threat;
    $("hover").textContent = `${at(drag.made)}: ${spot.map((v, n) => Math.round(100 * (v + (n ? drag.north : drag.east) / table.counts)) / 100).join(",")}`;
  });
  function let_go(made) {
    made.classList.remove("dragged");
    made.removeAttribute("transform");
    $("hover").textContent = "";
    drag = null;
  }
  window.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { made, east, north } = drag;
    if (!east && !north) let_go(made); else { made.classList.remove("dragged"); drag = null; }
    tableEvents.choose(at(made), false);
    pick(at(made));
    if (east || north) shift(at(made), east, north, made.dataset.threat && "threat");
  });
  window.addEventListener("pointercancel", () => { if (drag) let_go(drag.made); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) let_go(drag.made); });
  $("map").addEventListener("keydown", (event) => {
    const made = taken(event);
    if (!made || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = at(made), way = KEYS[event.key], by = { r: 1, R: 1, l: -1, L: -1 }[event.key], step = event.shiftKey ? 1 : table.counts;
    if (way) shift(id, way[0] * step, way[1] * step, made.dataset.threat && "threat");
    else if (by && made.dataset.unit) turn(id, by);
    else if (event.key === "Delete") change(made.dataset.unit ? { op: "remove", unit: id } : { op: "threat", unit: id, on: false });
    else if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (picked !== id) pick(id);
  });

  return { draw, end, setup, edit: blocks.show, get shown() { return Boolean(table); } };
};
