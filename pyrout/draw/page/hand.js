"use strict";
// The hand on the map: it drags counters, takes them off, and opens the menu of a counter or hex.
const handOf = (page) => {
  const LONG = 500;  // milliseconds of a long press
  const MOVED = 6;  // pixels after which a press is a drag

  // -- a status, by a menu -------------------------------------------------------------------------------------------
  function menu(unit, x, y) {
    closeMenu();
    const counter = page.facts.view.counters[unit];
    if (!counter) return;
    const has = new Set(page.facts.statuses[unit] || []);
    const checked = (key, on, words, edit) => element("button", { type: "button", role: "menuitemcheckbox", "aria-checked": String(on), tabindex: -1, "data-menu": key,
      onclick: () => { closeMenu(); page.picked = unit; page.change([{ ...edit, unit }]); } }, (on ? "\u2713 " : "\u2002 ") + words);
    const item = (status) => checked(status, has.has(status), status.replaceAll("_", " "), { op: "status", status, on: !has.has(status) });
    const skis = (mode, words) => checked(`skis:${mode}`, page.facts.skis[unit] === mode, words, { op: "skis", value: page.facts.skis[unit] === mode ? null : mode });
    const wall = (has, words) => checked(`wall:${has}`, page.facts.wall_advantage[unit] === has, words, { op: "wall_advantage", value: page.facts.wall_advantage[unit] === has ? null : has });
    const gone = element("button", { type: "button", role: "menuitem", tabindex: -1, onclick: () => { closeMenu(); page.remove(unit); } }, "\u2002 Remove this unit");
    const box = element("div", { id: "status-menu", role: "menu", "aria-label": `Status of ${unit}` }, ...page.COMMON.map(item), ...(page.ruleSet() === "asl" ? [skis("on", "on skis"), skis("off", "skis, carried"), wall(true, "Wall Advantage"), wall(false, "no Wall Advantage")] : []), gone);
    document.querySelector("main").append(box);
    const port = box.getBoundingClientRect();
    box.style.left = `${Math.max(4, Math.min(x, innerWidth - port.width - 6))}px`;
    box.style.top = `${Math.max(4, Math.min(y, innerHeight - port.height - 6))}px`;
    const items = [...box.querySelectorAll("button")];
    items[0].focus();
    box.addEventListener("keydown", (event) => {
      const at = items.indexOf(document.activeElement), to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
      if (to !== undefined) { event.preventDefault(); items[(to + items.length) % items.length].focus(); }
      if (event.key === "Escape" || event.key === "Tab") { event.preventDefault(); closeMenu(); const e = pyrout.counters().get(unit); if (e) e.focus(); }
    });
  }
  function closeMenu() { const box = $("status-menu"); if (box) box.remove(); }
  // The menu of the counter, or else of the hex, at a place of the screen; true if there is one.
  function menuOf(target, x, y) {
    const unit = target.closest("#map .unit"), hex = target.closest("#map .hex");
    if (!page.facts || page.facts.table || !(unit || hex)) return false;
    const where = (unit || hex).getBoundingClientRect();
    if (unit) menu(unit.dataset.unit, x || where.right, y || where.bottom); else page.board.menu(hex.dataset.hex, x || where.right, y || where.bottom);
    return true;
  }
  $("map").addEventListener("contextmenu", (event) => {
    if (menuOf(event.target, event.clientX, event.clientY)) event.preventDefault();
  });
  $("map").addEventListener("keydown", (event) => {
    if (!(event.key === "m" || event.key === "M" || event.key === "ContextMenu") || event.ctrlKey || event.metaKey) return;
    if (menuOf(event.target, 0, 0)) event.preventDefault();
  });
  // A long press is the right click of a finger; what is let go after it is no click.
  const press = { timer: 0, done: false, x: 0, y: 0 };
  $("map").addEventListener("pointerdown", (event) => {
    clearTimeout(press.timer);
    press.done = false;
    if (event.pointerType !== "touch" || page.board.holding) return;
    Object.assign(press, { x: event.clientX, y: event.clientY });
    press.timer = setTimeout(() => { press.done = menuOf(event.target, event.clientX, event.clientY); drag = null; }, LONG);
  });
  window.addEventListener("pointermove", (event) => { if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOVED) clearTimeout(press.timer); });
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, () => clearTimeout(press.timer));
  $("map").addEventListener("click", (event) => { if (press.done) { press.done = false; event.preventDefault(); event.stopImmediatePropagation(); } }, { capture: true });
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest("#status-menu")) closeMenu(); }, { capture: true });  // a tool that is held stops the press at the map

  // -- dragging ------------------------------------------------------------------------------------------------------
  let drag = null;
  const fingers = new Set();  // that are on the map
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, (event) => fingers.delete(event.pointerId), { capture: true });
  $("map").addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") fingers.add(event.pointerId);
    if (drag || fingers.size > 1) { letGo(); return; }  // a second finger drags nothing
    const unit = event.target.closest(".unit");
    if (unit && event.button === 0) drag = { unit, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId, at: unit.getAttribute("transform") };
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.unit.isConnected) {  // the map was drawn anew
      const again = pyrout.counters().get(drag.unit.dataset.unit);
      if (!again) { drag = null; return; }
      Object.assign(drag, { unit: again, at: again.getAttribute("transform") });
    }
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < MOVED) return;
    drag.moved = true;
    drag.unit.classList.add("dragged");
    const svg = drag.unit.ownerSVGElement, scale = svg.viewBox.baseVal.width / svg.clientWidth;
    drag.unit.setAttribute("transform", `translate(${dx * scale} ${dy * scale}) ${drag.at}`);
    for (const hex of $("map").querySelectorAll(".hex.target")) hex.classList.remove("target");
    const hex = under(event);
    if (hex) hex.classList.add("target");
  });
  window.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { unit, moved, at } = drag;
    drag = null;
    if (!moved) return;
    unit.classList.remove("dragged");
    window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => window.dispatchEvent(new Event("click")), 0);
    const hex = under(event);
    for (const h of $("map").querySelectorAll(".hex.target")) h.classList.remove("target");
    unit.setAttribute("transform", at);
    page.picked = unit.dataset.unit;
    if (!hex && off(event)) page.remove(page.picked);  // dragged off the map
    else if (hex && hex.dataset.hex !== unit.dataset.at) page.change([{ op: "move", unit: page.picked, to: hex.dataset.hex }]);
  });
  // Without this a finger on a counter would scroll the map, and the drag would be cancelled.
  $("map").addEventListener("touchmove", (event) => { if (drag) event.preventDefault(); }, { passive: false });
  function letGo() {
    if (!drag) return;
    drag.unit.setAttribute("transform", drag.at);
    drag.unit.classList.remove("dragged");
    for (const hex of $("map").querySelectorAll(".hex.target")) hex.classList.remove("target");
    drag = null;
  }
  window.addEventListener("pointercancel", letGo);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") letGo(); });
  const off = ({ clientX: x, clientY: y }) => { const port = $("map").getBoundingClientRect(); return x < port.left || x > port.right || y < port.top || y > port.bottom; };
  $("map").addEventListener("keydown", (event) => {
    const unit = (event.key === "Delete" || event.key === "Backspace") && event.target.closest(".unit");
    if (unit && page.facts && !page.facts.table) { event.preventDefault(); page.remove(unit.dataset.unit); }
  });
  const under = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest(".hex")).find(Boolean) || null;
  return { closeMenu };
};
