"use strict";
// Lessons and puzzles. Questions and right answers come with learn.json, drawings and reasons from the referee; nothing here
// knows a rule.
(() => {
  const SVG = "http://www.w3.org/2000/svg", STORE = "pyrout-learn";
  const $ = (id) => document.getElementById(id);
  const LEVELS = ["", "easy", "easy", "middle", "hard", "hard"];
  // The topics of questions, by their kinds
  const TOPICS = { must: "must it rout?", verdict: "must it rout?", chart: "must it rout?", cost: "how many MF?", ends: "where may it end?", way: "show a rout", surrender: "surrender", which: "where may it go?", destinations: "where may it go?", interdicted: "Interdiction",
    safest: "the safest rout", survive: "the only way to survive", order: "the order of the routs", reveal: "reveals", discovers: "enemies that it discovers" };
  const FIRST = 1;  // the lesson that the ten lines come before
  const SETS = { aslsk: "Starter Kit", asl: "Full ASL" };
  const SMALLEST = 0.5, READABLE = 0.8, LARGEST = 1.8;  // scales of the map
  const MOST_MISSED = 3;  // rules to practise
  const MANY = 10, DAY = 86400000, STRIDE = 97;  // puzzles of a round; a day in milliseconds; steps through the puzzles from day to day
  let all = null, round = [], title = "", lesson = 0, place = 0, puzzle = null, drawn = null, picked = [], first = true, done = false, asked = 0;
  let verdicts = new Map();  // hexes and choices that were judged: "right" or "wrong"
  const session = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
    made.append(...children);
    return made;
  }
  function complain(message) {
    $("problem").textContent = message || "";
    $("problem").hidden = !message;
  }
  async function post(value) {
    const response = await fetch("/api/learn", { method: "POST", headers: { "X-Pyrout": "1", "Content-Type": "application/json" }, body: JSON.stringify({ session, ...value }) });
    const found = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(found.error || `the server says ${response.status}`);
    return found;
  }
  const texts = new Map();
  async function text(name) {
    if (!texts.has(name)) {
      const response = await fetch(`/api/examples/${name}`);
      if (!response.ok) throw new Error(`the position ${name} is not here`);
      texts.set(name, await response.text());
    }
    return texts.get(name);
  }

  const name = (rule) => all.sentences[rule][0].replace(/ \([^()]*\)$/, "");  // without the section

  // -- progress, kept in this browser alone --------------------------------------------------------------------------
  const key = (p) => [p.kind, p.position, p.unit, p.asks].join("|");
  function kept() {
    try { return { done: {}, missed: {}, ...JSON.parse(localStorage.getItem(STORE) || "{}") }; } catch { return { done: {}, missed: {} }; }
  }
  function keep(p, right) {
    const progress = kept(), rule = p.cites[0];
    progress.done[key(p)] = right || progress.done[key(p)] === 1 ? 1 : 0;
    if (rule) {
      if (right) delete progress.missed[rule]; else progress.missed[rule] = (progress.missed[rule] || 0) + 1;
    }
    try { localStorage.setItem(STORE, JSON.stringify(progress)); } catch { /* it is not kept, then */ }
    told();
  }
  function told() {
    const progress = kept(), solved = (some) => some.filter((p) => progress.done[key(p)] === 1).length;
    const inLessons = all.lessons.flatMap((l) => l.questions);
    $("progress").textContent = `Solved: ${solved(inLessons)} of ${inLessons.length} questions of the lessons, ${solved(all.puzzles)} of ${all.puzzles.length} puzzles.`;
    const missed = Object.keys(progress.missed).map((rule) => [rule, all.puzzles.find((p) => rules(p).includes(rule))]).filter(([rule, p]) => p && all.sentences[rule]);
    $("practise").hidden = !missed.length;
    $("practise").replaceChildren("To practise: ", ...missed.slice(0, MOST_MISSED).flatMap(([rule, p], i) => [i ? "; " : "",
      element("a", { href: `#puzzles-${p.rules}/${encodeURIComponent(rule)}` }, name(rule))]));
  }

  // -- which questions -----------------------------------------------------------------------------------------------
  const level = (p) => (p.difficulty ? p.difficulty.level : 1);
  const rules = (p) => (p.difficulty ? p.difficulty.rules || [] : []);
  function ofDay() {
    return all.puzzles[(Math.floor(Date.now() / DAY) * STRIDE) % all.puzzles.length];
  }
  const fits = (p, topic) => !topic || (topic.startsWith("kind:") ? TOPICS[p.kind] === topic.slice(5) : rules(p).includes(topic));
  const inSet = () => all.puzzles.filter((p) => p.rules === $("set").value && (!$("hard").value || LEVELS[level(p)] === $("hard").value));
  // Those that are not solved yet first, the easy ones before the hard ones; no kind twice in a row where there is another.
  function some() {
    const progress = kept(), chosen = [], often = {};
    let left = inSet().filter((p) => fits(p, $("about").value)).sort((a, b) => level(a) - level(b));
    while (left.length && chosen.length < MANY) {
      const last = chosen[chosen.length - 1], at = (p) => [progress.done[key(p)] === 1, last && last.kind === p.kind, chosen.some((c) => c.position === p.position), often[p.kind] || 0].map(Number);
      const best = left.map((p) => [at(p), p]).reduce((one, other) => { const i = one[0].findIndex((n, j) => n !== other[0][j]); return i >= 0 && other[0][i] < one[0][i] ? other : one; })[1];
      left = left.filter((p) => p !== best);
      often[best.kind] = (often[best.kind] || 0) + 1;
      chosen.push(best);
    }
    return chosen;
  }
  function go() {
    const [what, number] = location.hash.slice(1).split("-");
    lesson = what === "lesson" ? Number(number) || FIRST : 0;
    const taken = all.lessons[lesson - 1];
    if (taken) { title = `Lesson ${lesson}: ${taken.title}`; round = taken.questions; }
    else if (what === "puzzles") {
      const [set, rule] = location.hash.slice(9).split("/");
      if (SETS[set]) { $("set").value = set; abouts(); }
      if (rule) { $("hard").value = ""; abouts(); $("about").value = decodeURIComponent(rule); }
      title = "Puzzles"; round = some();
    } else if (what === "day") { title = "Puzzle of the day"; round = [ofDay()]; }
    else { location.replace(Object.keys(kept().done).length ? `#lesson-${FIRST}` : "#lesson-0"); return; }
    $("lesson").value = taken ? String(lesson) : "";
    place = 0;
    open();
    if (what === "lesson" && number === "0") primer();
  }
  // After a miss, the next one is about the same rule where there is one.
  function more() {
    const rule = puzzle.cites[0];
    if (title !== "Puzzles" || !rule || place + 1 >= round.length || rules(round[place + 1]).includes(rule)) return;
    const other = all.puzzles.find((p) => p.rules === puzzle.rules && rules(p).includes(rule) && !round.includes(p));
    if (other) round = [...round.slice(0, place + 1), other, ...round.slice(place + 2)];
  }

  // -- one question --------------------------------------------------------------------------------------------------
  const POINT = $("hover").textContent;
  async function open() {
    const ticket = ++asked, before = puzzle;
    puzzle = round[place];
    $("panel").scrollTop = 0;
    if (document.documentElement.scrollHeight > innerHeight && scrollY > $("board").offsetTop) scrollTo(0, $("board").offsetTop);
    $("chosen").textContent = "";
    for (const each of ["judged", "looked", "picks"]) layer(each, []);
    if (!puzzle) { $("panel-name").textContent = "No puzzles about that."; return; }
    picked = []; first = true; done = false; verdicts = new Map();
    document.body.dataset.shown = "";
    complain("");
    $("said").replaceChildren(); $("said").className = "";
    $("panel-name").textContent = `${title}, ${place + 1} of ${round.length}`;
    document.title = `${$("panel-name").textContent} - pyrout`;
    $("where").textContent = `${SETS[puzzle.rules] || puzzle.rules}` + (lesson ? "" : `; ${LEVELS[level(puzzle)]}`);
    const taught = lesson ? all.lessons[lesson - 1].teaches : [];
    $("lesson-rules").hidden = !taught.length;
    $("lesson-rules").open = place === 0;
    $("lesson-rules").querySelector("ul").replaceChildren(...taught.map(([heading, sentence, rule]) =>
      element("li", {}, element("b", {}, heading), `: ${sentence} `, element("span", { class: "id" }, rule))));
    $("ask").replaceChildren(element("h3", { id: "asked", tabindex: "-1" }, puzzle.asks),
      ...(puzzle.reading ? [element("p", { class: "hint" }, `By this reading: ${puzzle.reading}`)] : []),
      ...(puzzle.assumes || []).map((line) => element("p", { class: "hint" }, `Assume: ${line}`)),
      element("p", { class: "hint" }, HOW[puzzle.form]));
    choices();
    buttons();
    if (!drawn || !before || before.position !== puzzle.position || before.unit !== puzzle.unit) {
      drawn = null;
      $("hover").textContent = POINT;
      for (const id of ["key", "legend", "mark-words", "map-words"]) $(id).replaceChildren();
      $("map").replaceChildren(element("p", { class: "hint" }, "The map is being drawn …"));
      $("units").replaceChildren();
      const mine = puzzle;
      try {
        const found = await post({ text: await text(mine.position), name: mine.position, unit: mine.unit, kind: mine.kind });
        if (ticket !== asked) return;
        drawn = found;
      } catch (error) { if (ticket === asked) { complain(error.message); $("map").replaceChildren(); } return; }
      $("key").textContent = drawn.key.join(" ");
      $("legend").innerHTML = drawn.legend;
      for (const [id, lines] of [["mark-words", drawn.marks], ["map-words", drawn.words]]) $(id).replaceChildren(...lines.map((line) => element("li", {}, line)));
      $("map").innerHTML = drawn.svg;
      wire();
      units();
    }
    marks();
    document.body.dataset.shown = key(puzzle);
  }
  const HOW = {
    one: "Choose one, then Check.", several: "Choose all that are right, or None, then Check.", hexes: "Press all the hexes on the map, or None, then Check.",
    path: "Press the hexes of the rout one after the other, then Check. The unit's own hex may be left out.",
  };
  function choices() {
    const kind = puzzle.form === "one" ? "radio" : "checkbox";
    $("choices").setAttribute("role", puzzle.form === "one" ? "radiogroup" : "group");
    $("choices").hidden = puzzle.form === "path";
    $("choices").replaceChildren(...(puzzle.choices || []).map((choice) => {
      const input = element("input", { type: kind, name: "choice", value: choice.name });
      input.addEventListener("change", () => { picked = [...offered()].filter((i) => i.checked).map((i) => i.value); deny(false); marks(); });
      return element("label", { "data-choice": choice.name }, input, element("span", {}, choice.words), element("span", { class: "verdict" }));
    }));
    if (puzzle.form !== "several" && puzzle.form !== "hexes") return;
    const input = element("input", { type: "checkbox", id: "none" });
    input.addEventListener("change", () => { picked = []; for (const i of offered()) i.checked = false; marks(); });
    $("choices").append(element("label", {}, input, element("span", {}, "None")));
  }
  const offered = () => $("choices").querySelectorAll("input:not(#none)");
  const denied = () => Boolean($("none") && $("none").checked);
  function deny(yes) { if ($("none")) $("none").checked = yes; }
  const onMap = () => puzzle.form === "hexes" || puzzle.form === "path" || puzzle.kind === "which";
  function buttons() {
    $("clear").hidden = puzzle.form === "one";
    for (const id of ["check", "clear", "answer"]) $(id).disabled = done;
    const last = place + 1 >= round.length;
    $("next").textContent = !done ? "Skip" : !last ? "Next" : lesson && lesson < all.lessons.length ? "Done: next lesson" : "Done: more puzzles";
  }
  function toggle(hex) {
    if (done || !onMap()) return;
    if (puzzle.kind === "which") {
      const input = $("choices").querySelector(`input[value="${CSS.escape(hex)}"]`);
      if (input) input.click();
      return;
    }
    if (puzzle.form === "path") picked = picked[picked.length - 1] === hex ? picked.slice(0, -1) : [...picked, hex];
    else picked = picked.includes(hex) ? picked.filter((h) => h !== hex) : [...picked, hex];
    deny(false);
    marks();
  }
  function units() {
    $("units").replaceChildren(...Object.entries(drawn.units).map(([id, words]) => {
      const seen = drawn.sights[id];
      if (!seen) return element("li", {}, words);
      const button = element("button", { type: "button", class: "row-of", "aria-pressed": "false", "data-unit": id }, words);
      button.addEventListener("click", () => look(button.getAttribute("aria-pressed") === "true" ? null : id));
      return element("li", {}, button);
    }), ...drawn.stated.map((line) => element("li", {}, line)));
  }
  function look(id) {
    for (const b of $("units").querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.unit === id));
    layer("looked", id ? drawn.sights[id].map((hex) => outline(hex.split("@")[0], "seen-hex")) : []);
    if (id) $("chosen").textContent = `${id} has LOS to ${drawn.sights[id].join(", ")}.`; else marks();
  }

  // -- the map -------------------------------------------------------------------------------------------------------
  const hexes = () => new Map([...$("map").querySelectorAll(".hex")].map((e) => [e.dataset.hex, e]));
  function layer(name, children) {
    const svg = $("map").querySelector("svg");
    if (!svg) return;
    let found = svg.querySelector(`.${name}`);
    if (!found) { found = document.createElementNS(SVG, "g"); found.setAttribute("class", name); svg.append(found); }
    found.replaceChildren(...children.filter(Boolean));
  }
  function outline(hex, kind) {
    const shape = hexes().get(hex);
    if (!shape) return null;
    const made = shape.querySelector("polygon").cloneNode();
    made.setAttribute("class", kind);
    return made;
  }
  function marks() {
    if (!puzzle) return;
    const chosen = onMap() ? picked : [], home = $("map").querySelector(`[data-unit="${CSS.escape(puzzle.unit)}"]`);
    const start = puzzle.form === "path" && chosen.length && home ? [home.dataset.at.split("@")[0]] : [];
    // The rout that a question names is drawn like one that is chosen.
    const given = (puzzle.path || []).map((place) => place.split("@")[0]);
    const spots = (given.length > 1 ? given : [...start, ...chosen]).map((hex) => drawn && drawn.hexes[hex]).filter(Boolean);
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("class", "way-line");
    line.setAttribute("points", spots.map((s) => `${s[3]},${s[4]}`).join(" "));
    layer("picks", [...chosen.map((hex) => outline(hex, "picked-hex")), puzzle.form === "path" || given.length > 1 ? line : null]);
    for (const [hex, shape] of hexes()) {
      const there = [...$("map").querySelectorAll(".unit")].filter((unit) => unit.dataset.at.split("@")[0] === hex).map((unit) => unit.dataset.unit);
      const words = [drawn.hexes[hex][2], there.length ? `${there.join(", ")} here` : "", onMap() && verdicts.get(hex), chosen.includes(hex) ? "chosen" : ""];
      shape.setAttribute("aria-label", words.filter(Boolean).join(", "));
      shape.setAttribute("role", onMap() ? "button" : "img");
      if (onMap()) shape.setAttribute("aria-pressed", String(chosen.includes(hex))); else shape.removeAttribute("aria-pressed");
    }
    const svg = $("map").querySelector("svg");
    if (svg) svg.setAttribute("aria-label", `Map. Arrow keys go from hex to hex${onMap() ? ", Enter chooses one" : ""}.`);
    $("chosen").textContent = onMap() && picked.length ? `Chosen: ${picked.join(", ")}.` : "";
  }
  function wire() {
    const named = hexes(), at = Object.keys(drawn.hexes);
    for (const e of named.values()) e.setAttribute("tabindex", "-1");
    const home = $("map").querySelector(`[data-unit="${CSS.escape(puzzle.unit)}"]`);
    const start = named.get(home ? home.dataset.at.split("@")[0] : at[0]);
    if (start) start.setAttribute("tabindex", "0");
    const svg = $("map").querySelector("svg"), [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    // Beside the panel the whole map is seen; above it, on a phone, its width is.
    const room = $("map").clientWidth / w, wide = matchMedia("(min-width: 60rem)").matches;
    const scale = Math.min(LARGEST, Math.max(wide ? SMALLEST : READABLE, wide ? Math.min(room, $("map").clientHeight / h) : room));
    svg.setAttribute("width", Math.round(w * scale));
    svg.setAttribute("height", Math.round(h * scale));
    // The labels of hexes and units say more than the texts of the drawing.
    for (const drawnText of svg.querySelectorAll("text")) drawnText.setAttribute("aria-hidden", "true");
    for (const unit of svg.querySelectorAll(".unit")) {
      unit.setAttribute("role", "img");
      unit.setAttribute("aria-label", drawn.units[unit.dataset.unit]);
      unit.querySelector("title")?.remove();
    }
    if (home) {
      // The unit is in the middle of a map that is larger than its room; the page itself stays where it is.
      const unit = home.getBoundingClientRect(), frame = $("map").getBoundingClientRect();
      $("map").scrollBy(unit.x + unit.width / 2 - frame.x - frame.width / 2, unit.y + unit.height / 2 - frame.y - frame.height / 2);
    }
  }
  $("map").addEventListener("pointerover", (event) => {
    const hit = event.target.closest(".unit, .hex");
    if (!hit || !drawn) return;
    const id = hit.dataset.unit, hex = hit.dataset.hex || hit.dataset.at.split("@")[0];
    $("hover").textContent = id ? drawn.units[id] : drawn.hexes[hex][2];
  });
  const beside = { ArrowUp: [[0, -2]], ArrowDown: [[0, 2]], ArrowLeft: [[-1, -1], [-1, 1]], ArrowRight: [[1, 1], [1, -1]] };
  $("map").addEventListener("click", (event) => {
    const hit = event.target.closest(".unit, .hex");
    if (!hit) return;
    toggle(hit.dataset.hex || hit.dataset.at.split("@")[0]);
  });
  $("map").addEventListener("keydown", (event) => {
    const hex = event.target.closest(".hex");
    if (!hex || !drawn) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(hex.dataset.hex); return; }
    const [c, r] = drawn.hexes[hex.dataset.hex];
    for (const [x, y] of beside[event.key] || []) {
      const next = Object.entries(drawn.hexes).find(([, s]) => s[0] === c + x && s[1] === r + y);
      if (!next) continue;
      event.preventDefault();
      hex.setAttribute("tabindex", "-1");
      const shape = hexes().get(next[0]);
      shape.setAttribute("tabindex", "0");
      shape.focus();
      return;
    }
  });

  // -- the answer ----------------------------------------------------------------------------------------------------
  // If several are right, the reasons of the wrong choices teach as much.
  const reasons = (p) => [...(p.choices || []).filter((c) => p.form === "several" || p.right.includes(c.name)).flatMap((c) => c.why || []), ...(p.why || [])];
  const same = (a, b) => a.length === b.length && a.every((x) => b.includes(x));
  // The title of a rule stands for its id, with its sentence behind it.
  function worded(line) {
    return line.split(/\[([a-z0-9-]+)\]/).map((part, i) => (i % 2 === 0 ? part : all.sentences[part] ? element("span", { class: "id", title: all.sentences[part][1] }, `(${name(part)})`) : `[${part}]`));
  }
  // The reasons behind a line that ends with a colon stand below it: what they name comes before the rule, without a verb.
  const isReason = (line) => line.includes("[") && !line.endsWith(":") && !/ (is|costs|legal) /.test(line.split("[")[0]);
  function lines(found) {
    const list = element("ul", { class: "lines" });
    let below = null;
    for (const line of found.map((each) => each.replace(/^why: /, ""))) {
      const item = element("li", {}, ...worded(line));
      if (below && isReason(line)) below.append(item); else { list.append(item); below = null; }
      if (line.endsWith(":")) { below = element("ul", { class: "lines" }); item.append(below); }
    }
    return list;
  }
  function say(head, good, found, rulesToo) {
    const wanted = title === "Puzzles" && rules(puzzle).includes($("about").value) ? [$("about").value] : puzzle.cites.slice(0, 1);
    const cited = rulesToo ? wanted.filter((r) => all.sentences[r]) : [];
    for (const r of cited) found = found.map((line) => line.replace(all.sentences[r][1], "").trim());  // it follows as the rule
    $("said").className = good ? "good" : "bad";
    $("said").replaceChildren(element("h3", {}, head), lines(found), ...cited.map((rule) =>
      element("p", { class: "rule" }, element("b", { title: rule }, all.sentences[rule][0]), `: ${all.sentences[rule][1]}`)));
    $("said").scrollIntoView({ block: "nearest" });
  }
  function colour(right, wrong) {
    verdicts = new Map([...right.map((name) => [name, "right"]), ...wrong.map((name) => [name, "wrong"])]);
    for (const label of $("choices").querySelectorAll("label[data-choice]")) {
      const verdict = verdicts.get(label.dataset.choice) || "";
      label.className = verdict;
      label.querySelector(".verdict").textContent = verdict;
    }
    marks();
    if (onMap()) layer("judged", [...right.map((h) => outline(h, "right-hex")), ...wrong.map((h) => outline(h, "wrong-hex"))]);
  }
  function finish(right) {
    done = true;
    $("where").textContent += `; ${puzzle.position}`;  // its name may give the answer away
    keep(puzzle, right);
    if (!right) more();
    buttons();
    $("next").focus();
  }
  const FIRST_CHOOSE = { one: "Choose one first.", several: "Choose first; tick None if none is right.", hexes: "Press a hex on the map first; tick None if no hex is right.", path: "Press the hexes of a rout first." };
  async function check() {
    const ticket = asked, given = [...picked], mine = puzzle;
    if (!given.length && !denied()) { complain(FIRST_CHOOSE[puzzle.form]); return; }
    complain("");
    if (puzzle.form === "path") {
      say("The referee follows the rout …", false, [], false);
      try {
        const found = await ask(given);
        if (ticket !== asked || done) return;
        if (found.right) { say("Right: a legal rout.", true, found.lines, true); finish(first); } else { first = false; say("Not legal.", false, found.lines, false); }
      } catch (error) { if (ticket === asked) complain(error.message); }
      return;
    }
    const wrong = given.filter((name) => !mine.right.includes(name)), missing = mine.right.filter((name) => !given.includes(name));
    if (same(given, mine.right)) {
      colour(mine.right, []);
      say("Right.", true, reasons(mine), true);
      finish(first);
      return;
    }
    first = false;
    colour(given.filter((name) => mine.right.includes(name)), wrong);
    const head = wrong.length ? "Not right." : given.length ? `Right so far; ${missing.length} more.` : "No, there is at least one.";
    if (mine.form !== "hexes" || !wrong.length) {
      const those = (mine.choices || []).filter((c) => wrong.includes(c.name)).flatMap((c) => c.why || []);
      say(head, false, those.length ? those : wrong.length ? mine.why || [] : [], false);
      return;
    }
    say(head, false, ["The referee says why …"], false);
    try {
      const found = await ask(wrong);
      if (ticket === asked && !done) say(head, false, wrong.flatMap((hex) => found.reasons[hex] || []), false);
    } catch (error) { if (ticket === asked) complain(error.message); }
  }
  async function ask(given) {
    const found = await post({ text: await text(puzzle.position), name: puzzle.position, unit: puzzle.unit, kind: puzzle.kind, given });
    all.sentences = { ...found.sentences, ...all.sentences };
    return found;
  }
  async function show() {
    if (puzzle.form === "path") {
      const ticket = asked;
      try {
        const found = await ask([]);
        if (ticket !== asked || done) return;
        picked = found.path.slice(1);
        marks();
        say("The safest rout; any legal one is right.", false, found.lines, true);
        finish(false);
      } catch (error) { if (ticket === asked) complain(error.message); }
      return;
    }
    picked = [...puzzle.right];
    for (const input of offered()) input.checked = picked.includes(input.value);
    deny(!picked.length);
    marks();
    colour(puzzle.right, []);
    const words = Object.fromEntries((puzzle.choices || []).map((c) => [c.name, c.words]));
    const order = (puzzle.choices || []).map((c) => c.name), right = [...puzzle.right].sort((a, b) => order.indexOf(a) - order.indexOf(b)).map((each) => words[each] || each);
    say(`The answer: ${right.join(right.some((each) => each.includes(",")) ? "; " : ", ") || "none"}.`, false, reasons(puzzle), true);
    finish(false);
  }
  function next() {
    if (place + 1 < round.length) { place += 1; open(); $("asked").focus({ preventScroll: true }); return; }
    const hash = lesson && lesson < all.lessons.length ? `#lesson-${lesson + 1}` : `#puzzles-${$("set").value}`;
    if (location.hash === hash) go(); else location.hash = hash;
  }

  function abouts() {
    const here = inSet(), count = {}, topics = {}, before = $("about").value;
    for (const p of here) {
      for (const rule of rules(p)) count[rule] = (count[rule] || 0) + 1;
      topics[TOPICS[p.kind]] = (topics[TOPICS[p.kind]] || 0) + 1;
    }
    const listed = Object.keys(count).filter((r) => all.sentences[r]).sort((a, b) => name(a).localeCompare(name(b)));
    $("about").replaceChildren(element("option", { value: "" }, `all (${here.length})`),
      element("optgroup", { label: "Questions" }, ...Object.keys(topics).map((t) => element("option", { value: `kind:${t}` }, `${t} (${topics[t]})`))),
      element("optgroup", { label: "Rules" }, ...listed.map((r) => element("option", { value: r }, `${name(r)} (${count[r]})`))));
    if ([...$("about").options].some((o) => o.value === before)) $("about").value = before;
  }
  function defined(words) {
    return words.flatMap((word) => [element("dt", {}, word), element("dd", {}, all.words[word])]);
  }
  // The rules and words, over the question.
  function primer() {
    const set = puzzle ? puzzle.rules : "aslsk";
    $("primer-name").textContent = `${all.primer_title}: ${SETS[set] || set}`;
    $("first-words").replaceChildren(...defined(all.first_words));
    $("ten").replaceChildren(...(all.primer[set] || []).map(([heading, said]) => element("li", {}, element("b", {}, `${heading}.`),
      ...said.flatMap(([rule, sentence]) => [` ${sentence} `, element("span", { class: "id" }, rule)]))));
    $("words").replaceChildren(...defined(Object.keys(all.words).filter((word) => !all.first_words.includes(word))));
    if (!$("primer").open) $("primer").showModal();
    $("primer").scrollTop = 0;
  }

  // The words before the first lesson, once read, are not shown again by a reload, which may come before the browser says that it is closed.
  function readOnce() {
    if (location.hash === "#lesson-0") history.replaceState(null, "", `#lesson-${FIRST}`);
  }

  async function begin() {
    try { all = await (await fetch("learn.json")).json(); } catch { complain("The lessons are not here."); return; }
    $("lesson").replaceChildren(element("option", { value: "", hidden: true }, "choose"), element("option", { value: "0" }, `0. ${all.primer_title}`), ...all.lessons.map((l, i) => element("option", { value: String(i + 1) }, `${i + 1}. ${l.title}`)));
    $("set").replaceChildren(...[...new Set(all.puzzles.map((p) => p.rules))].map((r) => element("option", { value: r }, SETS[r] || r)));
    abouts();
    told();
    $("lesson").addEventListener("change", () => { location.hash = `#lesson-${$("lesson").value}`; });
    $("basics").addEventListener("click", primer);
    $("primer").addEventListener("close", readOnce);
    $("primer-done").addEventListener("click", () => { $("primer").close(); readOnce(); });
    for (const id of ["set", "hard"]) $(id).addEventListener("change", abouts);
    $("some").addEventListener("click", () => {
      const hash = `#puzzles-${$("set").value}`;
      if (location.hash === hash) go(); else location.hash = hash;
    });
    $("check").addEventListener("click", check);
    $("clear").addEventListener("click", () => { picked = []; for (const i of $("choices").querySelectorAll("input")) i.checked = false; colour([], []); });
    $("answer").addEventListener("click", show);
    $("next").addEventListener("click", next);
    window.addEventListener("hashchange", go);
    go();
  }
  begin();
})();
