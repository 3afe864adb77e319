"use strict";
// Elements of a page and of its drawings, and the controls that several parts of it have.
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}
function dressed(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
function drawn(name, attributes, ...children) {
  const made = dressed(document.createElementNS(SVG, name), attributes);
  made.append(...children);
  return made;
}
// The outline of a hex of the map, with another look.
const outline = (hex, look) => dressed(hex.querySelector("polygon").cloneNode(), look);

// The hex beside another where an arrow key points to; `hexes` has the column and doubled row of each.
const BESIDE = { ArrowUp: [[0, -2]], ArrowDown: [[0, 2]], ArrowLeft: [[-1, -1], [-1, 1]], ArrowRight: [[1, 1], [1, -1]] };
function neighbour(hexes, hex, key) {
  const [c, r] = hexes[hex], all = Object.entries(hexes);
  const near = (BESIDE[key] || []).map(([x, y]) => all.find(([, [column, row]]) => column === c + x && row === r + y));
  return near.find(Boolean)?.[0];
}
// The keyboard goes on to another hex: one alone is reached by Tab.
function goOn(hex, next) {
  hex.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}

// A list to choose from: the value and the words of each.
function chooser(attributes, options, value, change) {
  const made = element("select", attributes, ...options.map(([each, words]) => element("option", { value: each }, words)));
  made.value = value;
  made.addEventListener("change", () => change(made.value));
  return made;
}
const field = (words, input) => element("label", {}, `${words} `, input);
function checkbox(attributes, label, on, change) {
  const box = element("input", { type: "checkbox", ...attributes });
  box.checked = Boolean(on);
  box.addEventListener("change", () => change(box.checked));
  return element("label", { class: "check" }, box, ` ${label}`);
}
// A field for a number; `send` hears null where it is emptied.
function numberField(attributes, value, send) {
  const made = element("input", { type: "number", ...attributes, value: value === undefined ? "" : value });
  made.addEventListener("change", () => send(made.value === "" ? null : Number(made.value)));
  return made;
}
// A part that is folded. Whether the player has opened it is known by its key where it is made anew.
const unfolded = new Set();
function fold(key, attributes, label, ...parts) {
  const made = element("details", { ...attributes, open: unfolded.has(key) }, element("summary", {}, label), ...parts);
  made.addEventListener("toggle", () => {
    if (!made.isConnected) return;
    if (made.open) unfolded.add(key); else unfolded.delete(key);
  });
  return made;
}
// Follows a pointer that is pressed on a grip, until it is let go.
function pull(grip, event, moves, ends) {
  const end = new AbortController(), { signal } = end;
  grip.setPointerCapture(event.pointerId);
  grip.addEventListener("pointermove", moves, { signal });
  for (const kind of ["pointerup", "pointercancel"]) grip.addEventListener(kind, (last) => { end.abort(); ends(last); }, { signal });
}
// A name that nothing else has. `randomUUID` is missing where the page comes from another machine.
const unique = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
