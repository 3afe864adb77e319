"use strict";
// The pointer on names and ways: a name lights up its counter or hex, a row of ways draws its best one.
const pointingOf = ({ now, hexOf, shapeOf }) => {
  function preview(event) {
    for (const e of $("map").querySelectorAll(".preview")) e.remove();
    const row = event.type !== "pointerout" && event.target.closest("[data-preview]"), pointer = $("map").querySelector(".pointer");
    if (row && pointer && now.unit && !now.route) pointer.append(drawn("path", { class: "preview", d: now.unit.routes[row.dataset.preview].d }));
  }
  for (const kind of ["pointerover", "pointerout"]) $("routes").addEventListener(kind, preview);

  function light(event) {
    const spot = event.target.closest && event.target.closest(".spot"), on = event.type === "pointerover" || event.type === "focusin";
    for (const lit of $("map").querySelectorAll(".lit-up")) lit.classList.remove("lit-up");
    if (!spot || !on) return;
    const shape = spot.dataset.unitNamed ? now.counterOf.get(spot.dataset.unitNamed) : shapeOf(hexOf(spot.dataset.hexNamed || ""));
    if (shape) shape.classList.add("lit-up");
  }
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, light);
};
