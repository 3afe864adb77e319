"use strict";
// The chips of a palette: one that is pressed is held, one that is pulled is carried over the page.
// `held` hears which is, `over` and `landed` where one is carried and let go, `dropped` that what was begun is given up.
const chipsOf = ({ box, press, held, over, landed, dropped }) => {
  const MOVED = 6;  // pixels after which a press is a drag
  let tool = null, carrying = null;

  function chip(made, ...face) {
    const button = element("button", { type: "button", class: "tool", "data-tool": made.key, "aria-label": made.words, "aria-pressed": String(!!tool && tool.key === made.key) }, ...face);
    button.addEventListener("pointerdown", (event) => { delete button.dataset.carried; if (event.button === 0) carrying = { made, button, x: event.clientX, y: event.clientY, picture: null, pointer: event.pointerId }; });
    button.addEventListener("click", (event) => { if (button.dataset.carried) delete button.dataset.carried; else press(made, event); });
    return button;
  }
  const toggle = (made) => hold(tool && tool.key === made.key ? null : made);
  function hold(next) {
    drop();
    tool = next;
    document.body.classList.toggle("painting", !!tool);
    for (const button of box.querySelectorAll("[data-tool]")) button.setAttribute("aria-pressed", String(!!tool && button.dataset.tool === tool.key));
    held(tool);
  }
  // The line that says what is held, with the way to press it, and ends that.
  const line = (way, ...more) => (tool ? [element("span", { class: "held" }, `${tool.words}: ${way} \u2026 `), ...more, element("button", { type: "button", onclick: () => hold(null) }, "End", element("span", { class: "key" }, " (Esc)"))] : []);

  // Gives up what is drawn or carried.
  function drop() {
    carrying?.picture?.remove();
    carrying = null;
    dropped();
  }
  window.addEventListener("pointermove", (event) => {
    if (!carrying || event.pointerId !== carrying.pointer) return;
    if (!carrying.picture && Math.hypot(event.clientX - carrying.x, event.clientY - carrying.y) < MOVED) return;
    if (!carrying.picture) {
      carrying.picture = element("div", { id: "carried", class: "tool" }, ...[...carrying.button.childNodes].map((node) => node.cloneNode(true)));
      document.body.append(carrying.picture);
    }
    carrying.picture.style.left = `${event.clientX}px`;
    carrying.picture.style.top = `${event.clientY}px`;
    over(event);
  });
  window.addEventListener("pointerup", (event) => {
    if (!carrying || event.pointerId !== carrying.pointer) return;
    const { made, button, picture } = carrying;
    if (!picture) return void (carrying = null);
    drop();
    if (button.contains(event.target)) button.dataset.carried = "yes";  // the click that follows presses nothing
    landed(made, event);
  });
  window.addEventListener("pointercancel", drop);
  box.addEventListener("touchmove", (event) => { if (carrying && carrying.picture) event.preventDefault(); }, { passive: false });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && (tool || carrying)) hold(null); });
  return { chip, toggle, hold, drop, line };
};
