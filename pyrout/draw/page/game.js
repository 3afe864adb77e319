"use strict";
// A game judged from its log: a card for each of its routs, and the map before it. Every word comes from the program.
(() => {
  const { desk } = pyrout;
  let logs = null, turns = [], sentences = {}, at = -1, wanted = null, asking = null;
  let rules = "", source = "";  // the rules that were asked for, and the logs as the page keeps them
  let judged = "";  // the name of the judgement; its positions carry it

  function ask(logs, step, signal, rules) {
    const parts = encodeURIComponent(JSON.stringify(logs.map(({ name, size }) => [name, size])));
    return desk.post(`/api/judge?name=${encodeURIComponent(logs[0].name)}&parts=${parts}&rules=${rules}${step ? `&step=${step}` : ""}`, new Blob(logs), true, signal);
  }
  // Judges the logs of one game, and shows the map before its first rout. False: they have no steps to judge, and the first is a
  // saved game like any other.
  // Read again by other rules it stays at its rout.
  async function judge(files, signal, by = "", from = "") {
    const before = by && files === logs && at > 0 ? [at] : [];
    close();
    const found = await (await ask(files, 0, signal, by)).json();
    [rules, source] = [by, from];
    logs = files; turns = found.turns; sentences = found.sentences; at = -1; judged = unique();
    $("game").append($("game-lines"));  // out of the card that had it
    $("game-lines").replaceChildren();
    $("game-turns").replaceChildren(...cards());
    $("game-filters").replaceChildren(...filters());
    $("game-notes").replaceChildren(...found.notes.map((note) => element("li", {}, note)));
    $("game-notes-fold").hidden = !found.notes.length;
    $("game-notes-fold").querySelector(".count-of").textContent = found.notes.length;
    $("game-at").textContent = turns.length ? `${turns.length} judged in ${found.steps} steps, by the rules ${found.rules}.` : "No unit routs in this game.";
    for (const number of [...before, ...turns.keys()]) if (await show(number)) break;  // of a step that cannot be shown the next one
    return turns.length > 0;
  }
  // A card of each rout, those of one Player Turn under its heading.
  function cards() {
    const groups = [...new Set(turns.map(({ turn }) => turn))];
    return groups.map((group) => element("section", {}, ...(group ? [element("h3", {}, group)] : []),
      element("ul", { class: "rows" }, ...turns.flatMap((turn, number) => (turn.turn === group ? [one(turn, number)] : [])))));
  }
  function one(turn, number) {
    const path = turn.path.flatMap((hex, place) => [...(place ? [element("span", { class: "arrow" }, "\u203a")] : []), element("b", {}, hex)]);
    const said = [...[turn.said].flat(), ...turn.rules.flatMap((rule) => [" ", [`[${rule}]`, "rule", rule]])];
    return element("li", { class: turn.verdict, "data-turn": number, "data-words": turn.words },
      element("button", { type: "button", class: "turn-of", onclick: () => show(number) },
        element("span", { class: "who" }, ...(turn.unit ? [element("b", {}, turn.unit), " "] : []), turn.name), element("span", { class: "chip-of" }, turn.words), element("span", { class: "path" }, ...path)),
      ...(turn.said || turn.rules.length ? [element("p", { class: "said" }, ...pyrout.worded(said, sentences))] : []));
  }
  const listed = () => [...$("game-turns").querySelectorAll("li[data-turn]")];
  // The verdicts with their counts; pressed, one shows its routs alone.
  function filters() {
    const words = [...new Set(turns.map((turn) => turn.words))];
    const made = (said, number, kind, label) => element("button", { type: "button", "aria-pressed": String(said === null), onclick: (event) => sift(said, event.currentTarget) }, ...(kind ? [element("i", { class: kind })] : []), `${label} ${number}`);
    return words.length < 2 ? [] : [element("div", { class: "filters", role: "group", "aria-label": "Filter" }, made(null, turns.length, "", "All"),
      ...words.map((said) => { const some = turns.filter((turn) => turn.words === said); return made(said, some.length, some[0].verdict, said); }))];
  }
  function sift(words, pressed) {
    for (const card of listed()) card.hidden = words !== null && card.dataset.words !== words;
    for (const section of $("game-turns").children) section.hidden = ![...section.querySelectorAll("li[data-turn]")].some((card) => !card.hidden);
    for (const button of $("game-filters").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === pressed));
  }
  // True unless the map before a rout cannot be shown.
  async function show(number) {
    const turn = turns[number], mine = {};
    if (!turn) return false;
    leave();
    wanted = mine;
    const request = asking = new AbortController();
    desk.begin(`Step ${turn.step}`, false);
    try {
      const found = await (await ask(logs, turn.step, request.signal, rules)).json();
      if (mine !== wanted) return true;
      asking = null;  // to load it is no reason to leave it
      if (!(await desk.load(`${logs[0].name.replace(/\.[^.]*$/, "")}-step-${turn.step}.lp`, found.text, found.notes, { judged, at: number }, source))) return mine !== wanted;
      if (turn.unit && pyrout.view.counters[turn.unit]) { pyrout.select(turn.unit); pyrout.home(turn.unit, false); }  // or it is being worked out
      return true;
    } catch (error) {
      if (error.name !== "AbortError" && mine === wanted) desk.failed(error.message, "step");
      return mine !== wanted || error.name === "AbortError";
    } finally {
      if (asking === request) asking = null;
      if (mine === wanted) desk.end();
    }
  }
  // A step that is asked for is not waited for any more.
  function leave() {
    if (!asking) return;
    asking.abort();
    asking = wanted = null;
    desk.end();
  }
  desk.leave.push(leave);
  // The cards belong to the positions of their log alone, and stand at the step of the one that is shown.
  function follow({ game }) {
    for (const drag of $("map").querySelectorAll(".drag, .legal-end")) drag.remove();
    $("game").hidden = !game || game.judged !== judged;
    if ($("game").hidden || !turns[game.at]) return;
    at = game.at;
    mark();
    ends(turns[at].ends);
    line(turns[at].path);
  }
  function close() {
    leave();
    wanted = null;
    $("game").hidden = true;
  }
  function mark() {
    for (const card of listed()) { if (Number(card.dataset.turn) === at) { card.setAttribute("aria-current", "true"); card.append($("game-lines")); } else card.removeAttribute("aria-current"); }
    $("game-back").disabled = at <= 0;
    $("game-next").disabled = at >= turns.length - 1;
    $("game-at").textContent = `${at + 1} of ${turns.length}, before step ${turns[at].step}`;
    $("game-lines").replaceChildren(...turns[at].lines.map((said) => element("li", {}, ...pyrout.worded(said, sentences))));
  }
  // The hexes where it could end a legal rout.
  function ends(hexes) {
    for (const hex of new Set(hexes.map((location) => location.split("@")[0]))) {
      const shape = $("map").querySelector(`.hex[data-hex="${CSS.escape(hex)}"]`);
      if (shape) $("map").querySelector(".answers").prepend(outline(shape, { class: "legal-end" }));
    }
  }
  // The way over the map on which the counter was dragged, as an arrow.
  function line(path) {
    const svg = $("map").querySelector("svg");
    const centres = path.map((hex) => svg && svg.querySelector(`.hex[data-hex="${CSS.escape(hex)}"]`)).filter(Boolean).map((hex) => hex.getBBox()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    if (centres.length < 2) return;
    const HEAD = 13, [before, last] = centres.slice(-2), angle = Math.atan2(last[1] - before[1], last[0] - before[0]);
    const from = (turn, far) => [last[0] + far * Math.cos(angle + turn), last[1] + far * Math.sin(angle + turn)];
    const draw = (name, points) => svg.append(drawn(name, { class: `drag ${turns[at].verdict}`, points: points.map((point) => point.join(",")).join(" ") }));
    draw("polyline", [...centres.slice(0, -1), from(Math.PI, HEAD)]);
    draw("polygon", [last, from(Math.PI - 0.6, HEAD * 1.5), from(Math.PI + 0.6, HEAD * 1.5)]);
  }

  $("game-back").addEventListener("click", () => show(at - 1));
  $("game-next").addEventListener("click", () => show(at + 1));
  desk.drawn.push(follow);
  pyrout.game = { judge, close, get judged() { return judged; } };
})();
