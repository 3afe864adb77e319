"use strict";
// The board editor: what is chosen, carried or typed here is put on the map. Words and counters come from the program.
const editorPage = (desk) => {
  const OFTEN = ["woods", "brush", "orchard", "grain", "stone_building", "wooden_building", "open_ground"];
  const SIDES = ["road", "paved", "wall", "hedge"], ACROSS = ["road", "paved", "path"], FEATURES = ["foxhole", "wire", "smoke"];
  const MARKS = ["illuminated", "fordable"];
  const HEIGHTS = [1, 2, 3, -1, 0];
  const box = $("palette");
  let words = null, tool = null, stroke = null, shelf = "counters";
  const broken = [true, false];  // whether the counters of the first and second nationality come broken
  const nations = [null, null];
  let sides = [];  // of the position
  let leave = () => {};  // closes the menu of a hex
  let keeping = false, placed = false;  // whether a counter is put again and again; whether a press has put one
  const said = (word) => (word === "paved" ? "paved road" : word.replaceAll("_", " "));
  const named = (all) => all.map((one) => [one, said(one)]);

  // -- the things to put ---------------------------------------------------------------------------------------------
  function fill(given) {
    words = given;
    draw();
  }
  const { chip, toggle, hold, drop, line } = chipsOf({
    box, press: (made) => toggle(made), landed: apply,
    held(next) {
      tool = next;
      if (tool) tool.last = null;
      tell();
      if (tool && !pyrout.narrow()) { const first = $("map").querySelector(".hex[tabindex='0']"); if (first) first.focus({ preventScroll: true }); }
    },
    over(event) {
      clean();
      const hex = hexAt(event);
      if (hex) hex.classList.add("target");
    },
    dropped() { stroke = null; clean(); },
  });
  const terrainTool = (terrain) => ({ key: `terrain:${terrain}`, words: said(terrain), ground: words.terrains[terrain], edit: (hexes) => ({ op: "terrain", hexes, terrain }) });
  const sideTool = (kind) => ({ key: `side:${kind}`, words: said(kind), across: ACROSS.includes(kind), sides: true, edit: (sides) => ({ op: "hexside", sides, kind, on: sides.length > 1 ? true : "toggle" }) });
  const heightTool = (value) => ({ key: `height:${value}`, words: `level ${value}`, edit: (hexes) => ({ op: "elevation", hexes, value }) });
  const featureTool = (feature) => ({ key: `feature:${feature}`, words: said(feature), edit: (hexes) => ({ op: "feature", hexes, feature, on: "toggle" }) });
  const markTool = (mark) => ({ key: mark, words: mark, edit: (hexes) => ({ op: mark, hexes, on: "toggle" }) });
  const tunnelTool = (side) => ({ key: `tunnel:${side}`, words: `tunnel, ${said(side)}`, ends: true, edit: (ends) => ({ op: "tunnel", ends, side, on: "toggle" }) });
  function unitTool(nation, kind, strength, isBroken) {
    const text = [nation, kind, strength, ...(isBroken ? ["broken", "dm"] : [])].filter(Boolean).join(" ");
    return { key: `unit:${text}`, words: said(text), one: true, counter: { face: strength || said(kind), fill: words.nations[nation] || "#ddd", broken: isBroken }, edit: ([at]) => ({ op: "put", at, words: text }) };
  }
  const eraser = { key: "erase", words: "Eraser", edit: (hexes) => ({ op: "clear", hexes }) };

  function swatch(terrain) {
    const family = words.terrains[terrain], house = ["stone", "wooden"].includes(family);
    return drawn("svg", { class: "pyrout swatch", viewBox: "0 0 20 18", "aria-hidden": "true" },
      drawn("polygon", { points: "0.5,9 5,1 15,1 19.5,9 15,17 5,17", class: `ground t-${family}` }),
      ...(house ? [drawn("rect", { x: 5, y: 5, width: 10, height: 8, class: `g-house ${family}` })] : []));
  }
  function face(nation, kind, strength, isBroken) {
    const made = element("span", { class: "counter-face" + (isBroken ? " broken" : "") }, strength || said(kind));
    made.style.background = words.nations[nation] || "#ddd";
    return made;
  }
  // A strip of counters of one nationality: a squad of each line, and the other kinds in a list.
  function counters(index) {
    const nation = nations[index], kinds = words.counters[nation] || {};
    const choose = chooser({ "aria-label": index ? "Nationality of the other side" : "Nationality of one side" }, named([...new Set([...Object.keys(words.counters), ...nations.filter(Boolean)])]), nation,
      (next) => { nations[index] = next; hold(null); draw(); });
    const flip = checkbox({}, "broken, DM", broken[index], (on) => { broken[index] = on; hold(null); draw(); });
    const strengths = (kind) => (kinds[kind] || "").split(" ").filter(Boolean), squads = strengths("squad"), leaders = strengths("leader"), put = (kind, strength) => chip(unitTool(nation, kind, strength, broken[index]), face(nation, kind, strength, broken[index]));
    const strip = [...squads.slice(0, 4).map((s) => put("squad", s)), ...strengths("half_squad").slice(0, 1).map((s) => put("half_squad", s)), put("leader", ["8-1", "9-1"].find((s) => leaders.includes(s)) || "")];
    if (!squads.length) strip.unshift(put("squad", ""));
    const rest = [...squads.slice(4).map((s) => ["squad", s]), ...["half_squad", "crew", "leader", "commissar"].flatMap((kind) => strengths(kind).map((s) => [kind, s])),
      ...words.kinds.filter((kind) => kind !== "squad" && !strengths(kind).length).map((kind) => [kind, ""])];
    const more = moreOf("More counters", rest.map(([kind, s]) => [`${kind} ${s}`, said(`${kind} ${s}`).trim()]), (value) => { const [kind, s] = value.split(" "); hold(unitTool(nation, kind, s, broken[index])); });
    return element("fieldset", { class: "shelf", "data-shelf": "counters" }, element("legend", { class: "quiet" }, index ? "Other side" : "One side"), choose, " ", flip, element("div", { class: "strip" }, ...strip, more));
  }
  function moreOf(label, options, take) {
    const made = chooser({ "aria-label": label }, [["", "more \u2026"], ...options], "", (value) => { if (value) take(value); made.value = ""; });
    return made;
  }
  const shelfOf = (name, title, chips, more) => element("fieldset", { class: "shelf", "data-shelf": name }, element("legend", {}, title), element("div", { class: "strip" }, ...chips, more));
  function draw() {
    if (!words) return;
    const typed = element("input", { id: "typed", "aria-label": "Type terrain or a unit", placeholder: "E5 woods; E5 german 4-6-7 broken dm", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const before = $("typed");
    const focused = before && before === document.activeElement;
    if (before) typed.value = before.value;
    const form = element("form", {}, typed, element("button", {}, "Put"));
    form.addEventListener("submit", (event) => { event.preventDefault(); say(typed); });
    const other = (all, some) => named(all.filter((one) => !some.includes(one)));
    const shelves = ["counters", "terrain", "hexsides", "features"];
    $("shelves").replaceChildren(
      element("div", { class: "tabs", role: "group", "aria-label": "Shelves of the board editor" }, ...shelves.map((name) => element("button", { type: "button", "aria-pressed": String(name === shelf), onclick: () => { shelf = name; draw(); } }, name))),
      form, counters(0), counters(1),
      shelfOf("terrain", "Terrain", OFTEN.map((t) => chip(terrainTool(t), swatch(t), said(t).replace(" building", ""))), moreOf("More terrain", other(Object.keys(words.terrains), OFTEN), (t) => hold(terrainTool(t)))),
      shelfOf("hexsides", "Roads and hexsides", SIDES.map((k) => chip(sideTool(k), said(k))), moreOf("More hexsides", other(words.hexsides, SIDES), (k) => hold(sideTool(k)))),
      shelfOf("features", "Levels and features", [...HEIGHTS.map((h) => chip(heightTool(h), `level ${h}`)), ...FEATURES.map((f) => chip(featureTool(f), said(f))), ...MARKS.map((mark) => chip(markTool(mark), mark)), ...sides.map((side) => chip(tunnelTool(side), `tunnel, ${said(side)}`))], moreOf("More features", other(words.features, FEATURES), (f) => hold(featureTool(f)))),
      element("div", { class: "foot" }, chip(eraser, "Eraser"), element("span", { id: "holding", role: "status" })));
    for (const each of box.querySelectorAll("[data-shelf]")) each.classList.toggle("open", each.dataset.shelf === shelf);
    if (focused) typed.focus();
    tell();
  }
  async function say(typed) {
    const before = typed.value;
    if (await desk.change([{ op: "say", line: before, at: pyrout.chosen || "" }]) && $("typed").value === before && $("problem").hidden) $("typed").value = "";
  }

  // -- the tool that is held -----------------------------------------------------------------------------------------
  function tell() {
    const press = tool && (tool.ends ? "press both entrances, or drag from one to the other" : tool.sides ? "press beside a hexside, or drag along" : tool.one ? (keeping ? "press hexes" : "press a hex") : "press hexes, or drag over them");
    $("holding")?.replaceChildren(...line(press, ...(tool && tool.one ? [keeper(), " "] : [])));
  }
  // A counter is put once, unless the player wants to put more of it.
  function keeper() {
    return checkbox({ id: "keep-placing" }, "keep placing", keeping, (on) => { keeping = on; tell(); $("keep-placing").focus(); });
  }
  function spent() {
    if (tool && tool.one && !keeping) hold(null);
  }
  function show(on) {
    if (box.hidden === on && pyrout.view) { box.hidden = !on; pyrout.home(); }  // the map has another width
    box.hidden = !on;
    if (on) pyrout.frame.mode("edit"); else if (pyrout.frame.mode_now === "edit") pyrout.frame.mode("judge");
    if (!on) hold(null);
  }
  // The nationalities of a position stand in the palette, those with broken units first.
  function know(facts) {
    const names = facts.sides.map((side) => (facts.nations.find(([who]) => who === side) || [])[1] || side);
    const ordered = names.length > 1 && facts.attacker === facts.sides[0] ? [names[1], names[0]] : names;
    const next = [ordered[0] || nations[0] || "german", ordered[1] || nations[1] || "american"];
    if (next[0] === next[1]) next[1] = "american";
    const same = sides.join(" ") === facts.sides.join(" ");
    sides = facts.sides;
    if (nations[0] && new Set([...nations, ...next]).size === 2) { if (!same) draw(); return; }
    [nations[0], nations[1]] = next;
    draw();
  }

  // -- on the map ----------------------------------------------------------------------------------------------------
  const hexAt = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("#map .hex")).find(Boolean) || null;
  // The hexside nearest to a point: the two hexes that it lies between.
  function sideAt(event) {
    const hex = hexAt(event);
    if (!hex) return null;
    const svg = $("map").querySelector("svg"), point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const hexes = pyrout.view.hexes, [column, row, , x, y] = hexes[hex.dataset.hex];
    const near = Object.entries(hexes).filter(([, [c, r]]) => ["0,2", "1,1"].includes(`${Math.abs(c - column)},${Math.abs(r - row)}`));
    const turn = ([, [, , , nx, ny]]) => { const d = Math.atan2(ny - y, nx - x) - Math.atan2(point.y - y, point.x - x); return Math.abs(Math.atan2(Math.sin(d), Math.cos(d))); };
    if (!near.length) return null;
    const [other, spot] = near.reduce((a, b) => (turn(a) <= turn(b) ? a : b));
    return { pair: [hex.dataset.hex, other].sort(), far: Math.hypot(point.x - x, point.y - y), spots: [[x, y], spot.slice(3, 5)] };
  }
  function take(event, made) {
    const hex = hexAt(event);
    if (!hex) return;
    const name = hex.dataset.hex;
    if (!made.sides) { if (!made.one || !stroke.hexes.size) { stroke.hexes.add(name); hex.classList.add("stroke"); } return; }
    if (made.across) {  // a road runs from hex to hex
      if (stroke.last && stroke.last !== name) stroke.sides.set([stroke.last, name].sort().join(" "), [stroke.last, name].sort());
      stroke.last = name;
      hex.classList.add("stroke");
      return;
    }
    const side = sideAt(event);
    if (side && side.far > 22) { stroke.sides.set(side.pair.join(" "), side.pair); mark(side.spots); }
  }
  function mark(spots) {
    const [ax, ay, bx, by] = spots.flat();
    const mx = (ax + bx) / 2, my = (ay + by) / 2, dx = (by - ay) * 0.29, dy = (ax - bx) * 0.29;
    $("map").querySelector(".pointer").append(drawn("line", { x1: mx - dx, y1: my - dy, x2: mx + dx, y2: my + dy, class: "edge-now" }));
  }
  function apply(made, event) {
    const sides = stroke ? [...stroke.sides.values()] : [];
    const hexes = stroke ? [...stroke.hexes] : [];
    if (made.sides && !sides.length) { const side = sideAt(event); if (side) sides.push(side.pair); }
    if (!made.sides && !hexes.length) { const hex = hexAt(event); if (hex) hexes.push(hex.dataset.hex); }
    const under = document.elementFromPoint(event.clientX, event.clientY);  // the target of a finger is where it began
    const unit = made === eraser && hexes.length < 2 && under && under.closest("#map .unit");
    if (unit) desk.change([{ op: "remove", unit: unit.dataset.unit }]);
    else if (made.ends) enter(made, hexes);
    else if (made.sides ? sides.length : hexes.length) {
      desk.change([made.edit(made.sides ? sides : hexes)]);
      if (!made.sides) foresee(made, hexes);
    }
  }
  // Terrain and counters are on the map at once; what the answer brings takes their place.
  function foresee(made, hexes) {
    const layer = $("map").querySelector(".play");
    if (!layer || !pyrout.view) return;
    for (const name of hexes) {
      const shape = $("map").querySelector(`.hex[data-hex="${CSS.escape(name)}"] polygon`), [, , , x, y] = pyrout.view.hexes[name] || [];
      const coming = drawn("g", { class: "coming", "data-coming": name });
      layer.append(coming);
      if (made.ground && shape) {
        layer.prepend(coming);
        coming.append(drawn("polygon", { class: `ground t-${made.ground}`, points: shape.getAttribute("points") }));
      } else if (made.counter && x !== undefined) {
        const { fill, broken, face } = made.counter;
        coming.append(drawn("rect", { class: "counter", x: x - 21, y: y - 18, width: 42, height: 42, rx: 3, fill, "stroke-dasharray": broken ? "3 2" : "none" }),
          drawn("text", { class: "coming-face", x, y: y + 7 }, face));
      }
    }
  }
  // A tunnel runs between the first and the last of some hexes, or from the one that was chosen before.
  function enter(made, hexes) {
    if (!hexes.length) return;
    if (!tool || tool.key !== made.key) hold(made);
    const last = hexes[hexes.length - 1], first = hexes.length > 1 ? hexes[0] : tool.last;
    if (first && first !== last) desk.change([tool.edit([first, last])]);
    from(first && first !== last ? null : last);
  }
  function from(name) {
    tool.last = name;
    tell();
    $("holding").prepend(name ? `from ${name}: ` : "");
  }
  function clean() { for (const e of $("map").querySelectorAll(".hex.stroke, .hex.target")) e.classList.remove("stroke", "target"); for (const e of $("map").querySelectorAll(".edge-now")) e.remove(); }
  $("map").addEventListener("pointerdown", (event) => {
    placed = false;
    if (!tool || event.button !== 0 || !hexAt(event)) return;
    event.stopImmediatePropagation();
    if (stroke) { drop(); return; }  // a second finger puts nothing
    stroke = { hexes: new Set(), sides: new Map(), last: null, pointer: event.pointerId };
    take(event, tool);
  }, { capture: true });
  window.addEventListener("pointermove", (event) => {
    if (stroke && tool && event.pointerId === stroke.pointer) take(event, tool);
  });
  window.addEventListener("pointerup", (event) => {
    if (stroke && tool && event.pointerId === stroke.pointer) { apply(tool, event); stroke = null; clean(); placed = true; spent(); }
  });
  $("map").addEventListener("touchmove", (event) => { if (stroke) event.preventDefault(); }, { passive: false });
  $("map").addEventListener("click", (event) => { if ((tool || placed) && event.target.closest(".hex, .unit")) { placed = false; event.preventDefault(); event.stopImmediatePropagation(); } }, { capture: true });
  // By keyboard a hexside is named by the two hexes beside it, one after the other.
  $("map").addEventListener("keydown", (event) => {
    const hex = tool && event.target.closest(".hex");
    if (!hex || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const name = hex.dataset.hex;
    if (tool.ends) { enter(tool, [name]); return; }
    if (!tool.sides) { desk.change([tool.edit([name])]); foresee(tool, [name]); spent(); return; }
    if (tool.last && tool.last !== name) { desk.change([tool.edit([[tool.last, name].sort()])]); from(tool.across ? name : null); } else from(name);
  }, { capture: true });

  // -- the menu of a hex ---------------------------------------------------------------------------------------------
  function menu(hex, x, y) {
    shut();
    const view = pyrout.view.hexes[hex];
    // The focus goes back to the hex.
    const close = () => { shut(); const shape = $("map").querySelector(`[data-hex="${CSS.escape(hex)}"]`); if (shape) shape.focus({ preventScroll: true }); };
    leave = close;
    const pick = (label, options, change) => element("label", {}, label,
      chooser({ "aria-label": label }, [["", "\u2026"], ...options], "", (value) => { if (value) { close(); desk.change([change(value)]); } }));
    const typed = element("input", { "aria-label": "Unit", placeholder: "german 4-6-7 broken dm", autocapitalize: "none", spellcheck: "false" });
    const form = element("form", {}, element("label", {}, "Unit", typed), element("div", { class: "row" }, element("button", {}, "Add"), element("button", { type: "button", onclick: () => { close(); desk.change([eraser.edit([hex])]); } }, "Clear the hex"), element("button", { type: "button", onclick: close }, "Close")));
    form.addEventListener("submit", (event) => { event.preventDefault(); close(); desk.change([{ op: "put", at: hex, words: typed.value }]); });
    const made = element("div", { id: "hex-menu", role: "dialog", "aria-label": `Change ${hex}` }, element("h3", {}, view[2]),
      pick("Terrain", named([...OFTEN, ...Object.keys(words.terrains).filter((t) => !OFTEN.includes(t))]), (terrain) => ({ op: "terrain", hexes: [hex], terrain })),
      pick("Level", [0, 1, 2, 3, 4, -1, -2].map((h) => [String(h), String(h)]), (value) => ({ op: "elevation", hexes: [hex], value: Number(value) })),
      pick("Storeys above", [0, 1, 2, 3].map((h) => [String(h), String(h)]), (value) => ({ op: "storeys", hexes: [hex], value: Number(value) })),
      pick("Feature", named(words.features), (feature) => ({ op: "feature", hexes: [hex], feature, on: "toggle" })), form);
    document.querySelector("main").append(made);
    const size = made.getBoundingClientRect();
    made.style.left = `${Math.max(6, Math.min(x, innerWidth - size.width - 6))}px`;
    made.style.top = `${Math.max(6, Math.min(y, innerHeight - size.height - 6))}px`;
    made.querySelector("select").focus();
    made.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); } });
  }
  // After a long press the focus is not in the menu.
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && $("hex-menu")) leave(); });
  function shut() { const made = $("hex-menu"); if (made) made.remove(); }
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest("#hex-menu")) shut(); }, { capture: true });

  // A table has a palette of its own.
  pyrout.frame.heard.push((mode) => { if ((mode === "edit") === box.hidden && document.body.dataset.on !== "table") show(mode === "edit"); });
  return { fill, know, show, hold, menu, get holding() { return tool; } };
};
