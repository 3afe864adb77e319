"use strict";
// A game judged from its log: the table of its routs, and the map before each of them. Every word comes from the program.
(() => {
  const { $, element, desk } = pyrout;
  const SVG = "http://www.w3.org/2000/svg";
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
    logs = files; turns = found.turns; sentences = found.sentences; at = -1; judged = pyrout.unique();
    $("game-turns").tBodies[0].replaceChildren(...turns.map(row));
    $("game-notes").replaceChildren(...found.notes.map((note) => element("li", {}, note)));
    $("game-lines").replaceChildren();
    $("game-at").textContent = turns.length ? `${turns.length} judged in ${found.steps} steps, by the rules ${found.rules}.` : "No unit routs in this game.";
    for (const number of [...before, ...turns.keys()]) if (await show(number)) break;  // of a step that cannot be shown the next one
    return turns.length > 0;
  }
  function row(turn, number) {
    const places = turn.path.join(" > ");
    const button = element("button", { type: "button", onclick: () => show(number) }, turn.name);
    const broken = turn.rules.map((rule) => `[${rule}]`).join(" "), said = [turn.said, broken].filter(Boolean).join(" ");
    return element("tr", { class: turn.verdict }, element("td", {}, turn.turn), element("td", {}, button), element("td", {}, places), element("td", { class: "said" }, element("b", {}, turn.words), ...(said ? [" ", ...pyrout.worded(said, sentences)] : [])));
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
  // The table belongs to the positions of its log alone, and stands at the step of the one that is shown.
  function follow({ game }) {
    for (const drag of $("map").querySelectorAll("polyline.drag")) drag.remove();
    $("game").hidden = !game || game.judged !== judged;
    if ($("game").hidden || !turns[game.at]) return;
    at = game.at;
    mark();
    line(turns[at].path);
  }
  function close() {
    leave();
    wanted = null;
    $("game").hidden = true;
  }
  function mark() {
    [...$("game-turns").tBodies[0].rows].forEach((one, number) => { if (number === at) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current"); });
    $("game-back").disabled = at <= 0;
    $("game-next").disabled = at >= turns.length - 1;
    $("game-at").textContent = `${at + 1} of ${turns.length}, before step ${turns[at].step}`;
    $("game-lines").replaceChildren(...turns[at].lines.map((said) => element("li", {}, ...pyrout.worded(said, sentences))));
  }
  // The place over the map to which the counter was dragged.
  function line(path) {
    const svg = $("map").querySelector("svg");
    const centres = path.map((hex) => svg && svg.querySelector(`.hex[data-hex="${CSS.escape(hex)}"]`)).filter(Boolean).map((hex) => hex.getBBox()).map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    if (centres.length < 2) return;
    const drag = document.createElementNS(SVG, "polyline");
    drag.setAttribute("class", "drag");
    drag.setAttribute("points", centres.map((point) => point.join(",")).join(" "));
    svg.append(drag);
  }

  $("game-back").addEventListener("click", () => show(at - 1));
  $("game-next").addEventListener("click", () => show(at + 1));
  desk.drawn.push(follow);
  pyrout.game = { judge, close, get judged() { return judged; } };
})();
