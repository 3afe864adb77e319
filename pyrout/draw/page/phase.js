"use strict";
// The whole Rout Phase in the page: what it can come to, what another order comes to, and its turns played one by one.
// Every sentence and every answer comes from the program; nothing here knows a rule.
(() => {
  const { lines, desk } = pyrout;
  const GONE = "The position is not the one that was explored any more.";
  // `asked`: the position that was explored; `found`: the answer for the order that is shown; `keys`: the positions after so
  // many turns of it as were played; `at`: how many are, -1 where the position is another one.
  let asked = null, found = null, keys = [], at = 0, playing = false, running = null, moved = null;
  let forward = null;  // how many turns are played once the position that is waited for is there

  const key = () => { const { text, rules, options, name } = desk.position; return JSON.stringify([name, text, rules, options]); };

  // -- asking --------------------------------------------------------------------------------------------------------
  async function post(order) {
    if (running) running.abort();
    const mine = running = new AbortController();
    desk.begin("Exploring the whole phase", false);
    try {
      return await (await desk.post("/api/phase", desk.request({ ...asked, order }), false, mine.signal)).json();
    } finally {
      if (mine === running) { running = null; desk.end(); }
    }
  }
  desk.leave.push(() => { if (running) { running.abort(); running = null; desk.end(); } });

  async function explore() {
    await desk.there();
    asked = desk.position;
    const began = performance.now(), start = key();
    found = null;
    say([]);
    show();
    try {
      const answer = await post([]);
      found = answer; keys = [start]; at = 0; moved = null;
      $("phase").dataset.ms = Math.round(performance.now() - began);
      if (keys[at] !== key()) at = -1;
      show();
    } catch (error) { if (error.name !== "AbortError") say([["bad", error.message]]); }
  }

  // The units of all sides in another order; what was played of the old one and is not the same in the new is taken back.
  async function reorder(order, focus) {
    $("phase-found").setAttribute("aria-busy", "true");
    try {
      const answer = await post(order);
      const before = found.log;
      found = answer; moved = order.length ? order : null;
      let same = 0;
      while (same < Math.min(at, before.length) && before[same] === answer.log[same]) same += 1;
      while (at > same) if (!(await step(desk.undo))) break;
      keys.length = Math.min(keys.length, same + 1);
    } catch (error) {
      if (error.name !== "AbortError") say([["bad", error.message]]);
    } finally {
      $("phase-found").removeAttribute("aria-busy");
      show();
      const again = focus && $("phase-sides").querySelector(focus);
      if (again) again.focus();
    }
  }

  // -- showing -------------------------------------------------------------------------------------------------------
  const say = (said) => $("phase-said").replaceChildren(...said.map(([kind, words]) => element("p", { class: kind }, words)));

  function show() {
    $("phase-found").hidden = !found || at < 0;
    if (!found || at < 0) picture();
    if (!found) return;
    if (at < 0) { say([["hint", GONE]]); return; }
    pyrout.view.sentences = { ...pyrout.view.sentences, ...found.sentences };
    const said = found.sides.flatMap((side) => [[`head ${side.all ? "good" : "bad"}`, `${side.side}: ${side.verdict}`],
      ...(side.ordered ? [["", `In this order: ${side.ordered.worth}; ${side.ordered.differs}.`]] : [])]);
    if (!found.sides.length) said.push(["hint", "No unit has a turn in this Rout Phase."]);
    if (!found.complete) said.push(["bad", `INCOMPLETE: not every state was looked at in the time there is (${found.states}); there may be more.`]);
    say(said);
    $("phase-sides").replaceChildren(...found.sides.map(section));
    picture(true);
    $("phase-rests").replaceChildren(...found.assumes.map((line) => element("li", {}, `assumes: ${line}`)));
    where();
  }
  // The plan lies on the large map, in place of the ways of one unit: arrows, numbers, and where a rout is interdicted.
  function picture(turned = false) {
    const svg = $("map").querySelector("svg"), on = !!(svg && found && at >= 0 && !$("phase").hidden && $("phase-drawn").checked);
    for (const before of $("map").querySelectorAll(".plan")) before.remove();
    $("map").classList.toggle("planned", on);
    if (!on) return;
    const holder = element("div");
    holder.innerHTML = found.svg;
    const part = (of) => drawn("g", { class: "plan" }, ...holder.querySelectorAll(of));
    svg.querySelector(".answers").append(part("defs, .answers > *"));  // below the counters
    svg.querySelector(".play").insertBefore(part(".play > .marks"), svg.querySelector(".pointer"));
    if (!turned) return;
    const [left, top, width, height] = holder.querySelector("svg").getAttribute("viewBox").split(" ").map(Number);
    pyrout.into([left, top, left + width, top + height]);
  }
  function section(side) {
    const plan = side.ordered || side.best, parts = [element("h3", {}, side.side)];
    if (!plan) return element("section", { "aria-label": side.side }, ...parts);
    parts.push(element("p", { class: "hint" }, moved ? `In this order: ${plan.worth}. The best order: ${side.best.worth}.` : `Best plan: ${side.best.worth}.`));
    const list = element("ol", { class: "turns", "data-side": side.side, "aria-label": `Turns of ${side.side} in their order` });
    plan.turns.forEach((turn, i) => list.append(item(side, turn, i, plan.turns.length)));
    parts.push(list);
    if (moved) {
      const mine = moved.filter((unit) => plan.order.includes(unit));
      if (mine.some((unit, i) => unit !== plan.order[i])) parts.push(element("p", { class: "hint" }, "Not all of them can have their turns in the order that you chose."));
      parts.push(element("button", { type: "button", class: "best-again", onclick: () => reorder([], "ol.turns button") }, "The best order again"));
    }
    if (plan.otherwise.length) parts.push(element("p", { class: "head" }, "If an NMC is not passed"), lines(plan.otherwise));
    if (side.matters.length) parts.push(element("p", { class: "head" }, "Where the order matters"), lines(side.matters));
    return element("section", { "aria-label": side.side }, ...parts);
  }
  function item(side, turn, i, count) {
    const names = Object.fromEntries(side.units);
    const shift = (by, words, sign) => element("button", { type: "button", "data-move": `${turn.unit} ${by}`, "aria-label": `${turn.unit} ${words}`, title: `${turn.unit} ${words}`,
      disabled: i + by < 0 || i + by >= count, onclick: () => move(side.side, turn.unit, i + by, `[data-move="${CSS.escape(turn.unit)} ${by}"]:not(:disabled), [data-move="${CSS.escape(turn.unit)} ${-by}"]`) }, sign);
    const grip = element("span", { class: "grip", "aria-hidden": "true" });
    const made = element("li", { class: turn.lost ? "lost" : "", "data-turn": turn.unit, title: names[turn.unit] }, grip, element("span", { class: "way" }, turn.words),
      ...(count > 1 ? [shift(-1, "earlier", "\u2191"), shift(1, "later", "\u2193")] : []));
    grip.addEventListener("pointerdown", (event) => drag(event, made, side.side));
    return made;
  }
  // The turn up to which it is played.
  function where() {
    const next = found.log[at], units = new Set(found.whose.slice(0, at));
    $("phase-back").disabled = playing || !at;
    $("phase-next").disabled = playing || !next;
    $("phase-play").hidden = $("phase-back").parentElement.hidden = $("phase-at").hidden = !found.log.length;
    $("phase-at").textContent = next ? `${at} of ${found.log.length} turns played. Next: ${next}` : `All ${found.log.length} turns are played. Undo takes them back.`;
    const turns = found.sides.flatMap((side) => ((side.ordered || side.best || { turns: [] }).turns)).map(({ unit }) => unit);
    for (const sign of $("map").querySelectorAll(".plan [data-turn], .plan [data-number]")) sign.classList.toggle("played", units.has(sign.dataset.number || turns[sign.dataset.turn - 1]));
    for (const turn of $("phase-sides").querySelectorAll("[data-turn]")) {
      turn.classList.toggle("played", units.has(turn.dataset.turn));
      if (next && found.whose[at] === turn.dataset.turn) turn.setAttribute("aria-current", "step"); else turn.removeAttribute("aria-current");
    }
  }

  // -- the order -----------------------------------------------------------------------------------------------------
  const orders = () => new Map(found.sides.map((side) => [side.side, [...((side.ordered || side.best || { order: [] }).order)]]));
  function move(side, unit, to, focus) {
    const all = orders(), mine = all.get(side).filter((other) => other !== unit);
    mine.splice(to, 0, unit);
    all.set(side, mine);
    reorder([...all.values()].flat(), focus);
  }
  // A turn is pulled up or down by its grip; let go, it is asked what that comes to.
  function drag(event, turn, side) {
    if (event.button) return;
    event.preventDefault();
    const list = turn.parentElement, grip = event.target, before = [...list.children].indexOf(turn);
    turn.classList.add("dragged");
    // The others make way: what is taken out of the page loses the pointer.
    const middle = (other) => { const box = other.getBoundingClientRect(); return box.top + box.height / 2; };
    const follows = (e) => {
      const { previousElementSibling: above, nextElementSibling: below } = turn;
      if (above && e.clientY < middle(above)) list.insertBefore(above, below);
      else if (below && e.clientY > middle(below)) list.insertBefore(below, turn);
    };
    const ends = (e) => {
      turn.classList.remove("dragged");
      const to = [...list.children].indexOf(turn);
      if (e.type === "pointercancel") show(); else if (to !== before) move(side, turn.dataset.turn, to, null);
    };
    pull(grip, event, follows, ends);
  }

  // -- playing -------------------------------------------------------------------------------------------------------
  // Something that changes the position; true where it came about.
  async function step(work) {
    const before = at;
    playing = true;
    where();
    try { await work(); } finally { playing = false; where(); }
    return at !== before;
  }
  // A turn that leaves the position as it is (of a stack that has surrendered already) is played all the same.
  const next = () => step(async () => {
    const to = at + 1, before = key();
    forward = to;
    try { if (await desk.play({ line: found.log[at] }) && key() === before && at < to) { keys[to] = before; at = to; } } finally { forward = null; }
  });
  const back = () => step(async () => { if (keys[at - 1] === keys[at]) at -= 1; else await desk.undo(); });
  // The number of turns of the plan that are drawn.
  function follow() {
    if (!found) return;
    const now = key(), was = at;
    if (forward !== null && now !== keys[at]) { keys.length = forward; keys[forward] = now; at = forward; }
    else if (keys[at] !== now) at = keys.lastIndexOf(now);
    picture();
    if (was < 0 || at < 0 || !$("phase-sides").children.length) show(); else { pyrout.view.sentences = { ...pyrout.view.sentences, ...found.sentences }; where(); }
  }
  pyrout.listeners.shown.push(follow);

  $("phase-ask").addEventListener("click", explore);
  $("phase-next").addEventListener("click", next);
  const looked = () => { picture(); if (found && at >= 0) where(); };
  $("phase-drawn").addEventListener("change", looked);
  pyrout.frame.heard.push(looked);
  $("phase-back").addEventListener("click", back);
})();
