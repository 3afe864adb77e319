"use strict";
// The frame of the page: its modes, the sheet of a phone, keys, and the look of counters.
(() => {
  const HEIGHTS = ["peek", "half", "full"];
  const phone = matchMedia("(max-width: 699px)");
  const panel = $("panel"), grip = $("grip");
  const MODES = { judge: "judge", phase: "to-phase", edit: "edit" };

  // -- modes ---------------------------------------------------------------------------------------------------------
  const heard = [];
  let current = "judge";
  function mode(next) {
    if (!$("modes") || next === current) return;
    current = next;
    document.body.dataset.mode = next;
    for (const [name, id] of Object.entries(MODES)) $(id).setAttribute("aria-pressed", String(name === next));
    $("phase").hidden = next !== "phase";
    if (phone.matches) height(next === "phase" ? "half" : "peek");
    for (const listener of heard) listener(next);
    $("sheet").scrollTo(0, 0);
  }
  if ($("modes")) {
    document.body.dataset.mode = "judge";
    $("judge").addEventListener("click", () => mode("judge"));
    $("to-phase").addEventListener("click", () => mode(current === "phase" ? "judge" : "phase"));
    $("edit").addEventListener("click", () => mode(current === "edit" ? "judge" : "edit"));
  }

  // -- the sheet -----------------------------------------------------------------------------------------------------
  // Its least height shows the verdict, and where the unit goes.
  function measure() {
    if (!phone.matches) return;
    const sheet = $("sheet"), top = sheet.getBoundingClientRect().top - sheet.scrollTop;
    const game = $("game") && !$("game").hidden && ($("game-turns").querySelector("[aria-current]") || $("game-at"));
    const banner = $("answer").querySelector(".banner");
    const last = game || (current === "edit" ? banner || $("editor").querySelector("h3") : $("answer").querySelector(".facts") || banner) || $("units");
    const inner = last.getBoundingClientRect().bottom - top + 8, foot = $("foot").hidden ? 0 : $("foot").offsetHeight;
    panel.style.setProperty("--peek", `${Math.round(Math.min(innerHeight * 0.46, Math.max(96, grip.offsetHeight + inner + foot)))}px`);
  }
  function height(next) {
    const port = $("map"), before = port.clientHeight;
    panel.dataset.h = next;
    grip.setAttribute("aria-label", `Height of the answer: ${next}`);
    if (next === "peek") { $("sheet").scrollTo(0, 0); measure(); }
    port.scrollBy(0, (before - port.clientHeight) / 2);  // the middle of what is in sight stays there
  }
  let pulled = null;
  if ($("to-legend")) $("to-legend").addEventListener("click", () => { $("key").open = true; if (phone.matches) height("full"); $("key").scrollIntoView({ block: "start" }); });
  grip.addEventListener("click", () => { if (!pulled) height(HEIGHTS[(HEIGHTS.indexOf(panel.dataset.h) + 1) % HEIGHTS.length]); });
  grip.addEventListener("pointerdown", (event) => {
    const from = event.clientY, at = HEIGHTS.indexOf(panel.dataset.h);
    pulled = null;
    const moves = (e) => { if (Math.abs(e.clientY - from) > 24) pulled = e.clientY < from ? 1 : -1; };
    const ends = () => { if (pulled) height(HEIGHTS[Math.max(0, Math.min(2, at + pulled))]); setTimeout(() => { pulled = null; }, 0); };
    pull(grip, event, moves, ends);
  });
  new ResizeObserver(measure).observe($("answer"));
  phone.addEventListener("change", measure);
  measure();
  if (phone.matches && pyrout.view) pyrout.home();  // the map has another height now

  // -- keys ----------------------------------------------------------------------------------------------------------
  const KEYS = { j: "next-unit", k: "previous-unit", u: "home", 0: "fit", a: "ways", "+": "larger", "-": "smaller", n: "new", o: "open" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, textarea, [role=menu], [role=dialog]")) return;
    const control = KEYS[event.key] && $(KEYS[event.key]);
    if (!control || control.hidden || control.disabled) return;
    event.preventDefault();
    control.click();
  });

  // -- the look of counters ------------------------------------------------------------------------------------------
  const LOOK = "pyrout.nato";
  const kept = (work) => { try { return work(localStorage); } catch { return null; } };
  function look(on) {
    for (const svg of document.querySelectorAll("svg.pyrout")) svg.classList.toggle("nato", on);
    if ($("nato")) $("nato").checked = on;
  }
  const nato = () => kept((store) => store.getItem(LOOK)) === "yes";
  if ($("nato")) $("nato").addEventListener("change", () => { const on = $("nato").checked; kept((store) => store.setItem(LOOK, on ? "yes" : "no")); look(on); });
  pyrout.listeners.shown.push(() => look(nato()));
  pyrout.listeners.select.push(() => { look(nato()); measure(); });
  look(nato());
  // On paper nothing is folded away.
  let folded = [];
  window.addEventListener("beforeprint", () => { folded = [...document.querySelectorAll("#panel details:not([open])")]; for (const fold of folded) fold.open = true; });
  window.addEventListener("afterprint", () => { for (const fold of folded) fold.open = false; });
  if ($("print")) $("print").addEventListener("click", () => window.print());
  pyrout.frame = { mode, height, heard, get mode_now() { return current; } };
})();
