"use strict";
// Lessons and puzzles. Questions and right answers come with learn.json, drawings and reasons from the referee; nothing here
// knows a rule.
(() => {
  const progress = learnProgress;
  const FIRST = "first", MOST_MISSED = 3, POINT = $("hover").textContent;  // the lesson for whoever is new; rules to practise
  const PLAYED = ["destinations", "which", "ends", "interdicted", "safest"];  // kinds of which a rout is shown at the end
  let all = null, rounds = null, round = [], results = [], title = "", lesson = "", place = 0, puzzle = null, drawn = null, picked = [];
  let first = true, hints = 0, done = false, asked = 0, greeting = "", started = 0;
  let verdicts = new Map();  // hexes and choices that were judged: "right" or "wrong"
  const session = unique();
  function complain(message) {
    $("problem").textContent = message || "";
    $("problem").hidden = !message;
  }
  async function post(value) {
    const response = await fetch("/api/learn", { method: "POST", headers: { "X-Pyrout": "1", "Content-Type": "application/json" }, body: JSON.stringify({ session, ...value }) });
    const reply = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(reply.error || `the server says ${response.status}`);
    return reply;
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
  async function ask(given, kind = puzzle.kind) {
    const reply = await post({ text: await text(puzzle.position), name: puzzle.position, unit: puzzle.unit, kind, given });
    all.sentences = { ...reply.sentences, ...all.sentences };
    return reply;
  }
  const name = (rule) => all.sentences[rule][2];  // without the section
  const map = learnMap({ drawn: () => drawn, toggle });
  const marks = (played = false) => {
    if (!puzzle) return;
    map.marks(puzzle, drawn, picked, verdicts, onMap(), played);
    $("chosen").textContent = onMap() && picked.length ? `Chosen: ${picked.join(", ")}.` : "";
  };

  // -- progress ------------------------------------------------------------------------------------------------------
  function tell() {
    const kept = progress.kept(), solved = (some) => some.filter((p) => kept.done[progress.key(p)] === 1).length;
    const every = [...[all.first, ...all.lessons].flatMap((l) => l.questions), ...all.puzzles];
    $("progress").textContent = `Solved: ${solved(every)} of ${every.length}. Rating ${Math.round(kept.player.rating)}, streak ${kept.streak}, longest ${kept.longest}.`;
    const [met, of] = cards();
    $("basics").textContent = `Rules met: ${met.length} of ${of.length}`;
    const missed = Object.keys(kept.missed).map((rule) => [rule, all.puzzles.find((p) => rounds.rules(p).includes(rule))]).filter(([rule, p]) => p && all.sentences[rule]);
    $("practise").hidden = !missed.length;
    $("practise").replaceChildren("To practise: ", ...missed.slice(0, MOST_MISSED).flatMap(([rule, p], i) => [i ? "; " : "",
      element("a", { href: `#puzzles-${p.rules}/${encodeURIComponent(rule)}` }, name(rule))]));
  }
  // The lines of the rules of a set: those of which a rule was met are cards that the learner has.
  function cards() {
    const of = all.primer[puzzle ? puzzle.rules : "aslsk"] || [], { met } = progress.kept();
    return [of.filter(([, said]) => said.some(([rule]) => met[rule])), of];
  }

  // -- which questions -----------------------------------------------------------------------------------------------
  function go() {
    const [what, number] = location.hash.slice(1).split("-");
    const taken = what === FIRST ? all.first : what === "lesson" ? all.lessons[Number(number) - 1] : null;
    greeting = "";
    lesson = taken ? (what === FIRST ? FIRST : number) : "";
    if (taken) { title = taken === all.first ? taken.title : `Lesson ${lesson}: ${taken.title}`; round = rounds.lesson(taken); }
    else if (what === "puzzles") {
      const [set, rule] = location.hash.slice(9).split("/");
      if (rounds.SETS[set]) { $("set").value = set; abouts(); }
      if (rule) { $("hard").value = ""; abouts(); $("about").value = decodeURIComponent(rule); }
      title = "Puzzles"; round = rounds.some($("set").value, $("hard").value, $("about").value, Date.now());
    } else if (what === "day") { title = "Puzzle of the day"; round = [rounds.ofDay(Date.now())]; }
    else if (what === "set") {
      const set = rounds.fromShared(location.hash);
      title = "A set of ten"; round = set.round;
      greeting = `Somebody solved ${set.solved} of these ${set.round.length}. Your turn.`;
    } else { location.replace(Object.keys(progress.kept().done).length ? "#lesson-1" : `#${FIRST}`); return; }
    $("lesson").value = lesson;
    place = 0; results = []; started = progress.kept().player.rating;
    open();
  }
  // After a miss, the next one is about the same rule where there is one.
  function more() {
    if (title !== "Puzzles" || place + 1 >= round.length || rounds.rules(round[place + 1]).includes(puzzle.cites[0])) return;
    const other = rounds.like(puzzle, round);
    if (other) round = [...round.slice(0, place + 1), other, ...round.slice(place + 2)];
  }
  function dots() {
    $("dots").setAttribute("aria-label", `Question ${place + 1} of ${round.length}`);
    $("dots").replaceChildren(...round.map((_, i) => element("i", { class: results[i] || (i === place ? "now" : "") })));
  }

  // -- one question --------------------------------------------------------------------------------------------------
  async function open() {
    const ticket = ++asked, before = puzzle;
    puzzle = round[place];
    $("panel").scrollTop = 0;
    if (document.documentElement.scrollHeight > innerHeight && scrollY > $("board").offsetTop) scrollTo(0, $("board").offsetTop);
    $("chosen").textContent = ""; $("hinted").textContent = "";
    $("result").hidden = true; $("question").hidden = !puzzle;
    map.clear();
    if (!puzzle) { $("panel-name").textContent = "No puzzles about that."; $("where").textContent = ""; return; }
    picked = []; first = true; hints = 0; done = false; verdicts = new Map();
    document.body.dataset.shown = "";
    complain("");
    $("said").replaceChildren(); $("said").className = "";
    $("panel-name").textContent = `${title}, ${place + 1} of ${round.length}`;
    document.title = `${$("panel-name").textContent} - pyrout`;
    $("where").textContent = lesson ? "" : `${rounds.SETS[puzzle.rules] || puzzle.rules}; ${rounds.LEVELS[rounds.level(puzzle)]}, rating ${puzzle.difficulty.rating}`;
    if (greeting && !place) $("where").textContent = greeting;
    dots();
    const taught = lesson && lesson !== FIRST ? all.lessons[Number(lesson) - 1].teaches : [];
    $("lesson-rules").hidden = !taught.length;
    $("lesson-rules").querySelector("ul").replaceChildren(...taught.map(([heading, sentence, rule]) => element("li", { title: rule }, element("b", {}, heading), `: ${sentence}`)));
    $("ask").replaceChildren(element("h3", { id: "asked", tabindex: "-1" }, puzzle.asks),
      ...(puzzle.reading ? [element("p", { class: "hint" }, `By this reading: ${puzzle.reading}`)] : []),
      ...(puzzle.assumes || []).map((line) => element("p", { class: "hint" }, `Assume: ${line}`)),
      element("p", { class: "hint" }, rounds.how(puzzle)));
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
        const reply = await post({ text: await text(mine.position), name: mine.position, unit: mine.unit, kind: mine.kind });
        if (ticket !== asked) return;
        drawn = reply;
      } catch (error) { if (ticket === asked) { complain(error.message); $("map").replaceChildren(); } return; }
      $("key").textContent = drawn.key.join(" ");
      $("legend").innerHTML = drawn.legend;
      for (const [id, lines] of [["mark-words", drawn.marks], ["map-words", drawn.words]]) $(id).replaceChildren(...lines.map((line) => element("li", {}, line)));
      $("map").innerHTML = drawn.svg;
      map.wire(puzzle, drawn);
      units();
    }
    marks();
    document.body.dataset.shown = progress.key(puzzle);
  }
  function choices() {
    const kind = puzzle.form === "one" ? "radio" : "checkbox";
    $("choices").setAttribute("role", puzzle.form === "one" ? "radiogroup" : "group");
    $("choices").hidden = puzzle.form === "path" || (puzzle.form === "hexes" && lesson === FIRST);
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
  const deny = (yes) => { if ($("none")) $("none").checked = yes; };
  const onMap = () => puzzle.form === "hexes" || puzzle.form === "path" || puzzle.kind === "which";
  function buttons() {
    for (const id of ["check", "clear", "hint", "answer"]) $(id).hidden = done || (id === "clear" && puzzle.form === "one");
    const last = place + 1 >= round.length;
    $("next").textContent = !done ? "Skip" : !last ? "Next" : !lesson && round.length > 1 ? "The result" : lesson && lesson !== FIRST && Number(lesson) < all.lessons.length ? "Done: next lesson" : lesson === FIRST ? "Done: lesson 1" : "Done: ten puzzles";
  }
  function toggle(hex) {
    if (!puzzle || done || !onMap()) return;
    if (puzzle.kind === "which") {
      const input = $("choices").querySelector(`input[value="${CSS.escape(hex)}"]`);
      if (input) input.click();
      return;
    }
    if (puzzle.form === "path") picked = picked[picked.length - 1] === hex ? picked.slice(0, -1) : [...picked, hex];
    else picked = picked.includes(hex) ? picked.filter((h) => h !== hex) : [...(puzzle.right.length === 1 ? [] : picked), hex];
    deny(false);
    marks();
  }
  function units() {
    $("units").replaceChildren(...Object.entries(drawn.units).map(([id, words]) => {
      if (!drawn.sights[id]) return element("li", {}, words);
      const button = element("button", { type: "button", class: "row-of", "aria-pressed": "false", "data-unit": id }, words);
      button.addEventListener("click", () => look(button.getAttribute("aria-pressed") === "true" ? null : id));
      return element("li", {}, button);
    }), ...drawn.stated.map((line) => element("li", {}, line)));
  }
  function look(id) {
    for (const b of $("units").querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.unit === id));
    map.looked(id ? drawn.sights[id] : []);
    if (id) $("chosen").textContent = `${id} has LOS to ${drawn.sights[id].join(", ")}.`; else marks();
  }

  // -- the answer ----------------------------------------------------------------------------------------------------
  // If several are right, the reasons of the wrong choices teach as much.
  const reasons = (p) => [...(p.choices || []).filter((c) => p.form === "several" || p.right.includes(c.name)).flatMap((c) => c.why || []), ...(p.why || [])];
  const same = (a, b) => a.length === b.length && a.every((x) => b.includes(x));
  // A line is text, or its spans. The title of a rule stands for its id; its sentence is behind it, or may follow as the rule.
  function worded(line, follow = []) {
    return [line].flat().flatMap((part) => {
      const [said, kind, rule] = Array.isArray(part) ? part : [part], [, sentence, title] = all.sentences[rule] || [];
      if (!sentence) return kind === "lead" ? [] : [said];
      return [element("span", { class: "id", title: sentence }, `(${title})`), kind === "whole" && !follow.includes(rule) ? ` ${sentence}` : ""];
    });
  }
  function lines(several, follow) {
    const list = element("ul", { class: "lines" });
    for (const line of several) {
      const item = element("li", {}, ...worded(line, follow)), before = list.lastElementChild;
      if (!before || line[0][1] !== "below") list.append(item);
      else (before.querySelector("ul") || before.appendChild(element("ul", { class: "lines" }))).append(item);
    }
    return list;
  }
  function say(head, good, several, rulesToo) {
    const wanted = title === "Puzzles" && rounds.rules(puzzle).includes($("about").value) ? [$("about").value] : puzzle.cites.slice(0, 1);
    const cited = rulesToo ? wanted.filter((r) => all.sentences[r]) : [];
    $("said").className = good ? "good" : "bad";
    $("said").replaceChildren(element("h3", {}, head), lines(several, cited), ...cited.map((rule) =>
      element("p", { class: "rule" }, element("b", { title: rule }, all.sentences[rule][0]), `: ${all.sentences[rule][1]}`)));
    $("said").scrollIntoView({ block: "nearest" });
  }
  function colour(right, wrong) {
    verdicts = new Map([...right.map((each) => [each, "right"]), ...wrong.map((each) => [each, "wrong"])]);
    for (const label of $("choices").querySelectorAll("label[data-choice]")) {
      const verdict = verdicts.get(label.dataset.choice) || "";
      label.className = verdict;
      label.querySelector(".verdict").textContent = verdict;
    }
    marks();
    if (onMap()) map.judged(right, wrong);
  }
  function finish(solved) {
    done = true;
    const how = !solved ? "wrong" : hints ? "hint" : "right", had = cards()[0].map(([heading]) => heading);
    results[place] = how;
    progress.note(puzzle, how, Date.now(), !lesson);
    const gained = cards()[0].filter(([heading]) => !had.includes(heading));
    if (gained.length) $("said").append(element("p", { class: "card" }, `New rule: ${gained.map(([heading]) => heading).join(", ")}.`));
    tell();
    dots();
    if (!solved) more();
    buttons();
    $("next").focus();
  }
  // A rout to a right hex is played on the map once the question is over; the safest, where hexes on the way were asked for.
  async function play() {
    if (!PLAYED.includes(puzzle.kind)) return;
    const ticket = asked;
    try {
      const reply = await (puzzle.kind === "interdicted" ? ask([], "way") : ask(puzzle.right, "to"));
      if (ticket === asked && reply.path) map.marks({ ...puzzle, path: reply.path }, drawn, picked, verdicts, onMap(), true);
      if (ticket === asked && reply.path) $("hinted").replaceChildren("The line on the map: ", ...worded(reply.lines[0]), ".");
    } catch { /* the answer stands without it */ }
  }
  function hint() {
    const rule = puzzle.cites[0];
    hints += 1;
    const one = puzzle.form === "several" || puzzle.form === "hexes" ? puzzle.right[0] : "";
    if (hints === 1 && all.sentences[rule]) $("hinted").textContent = `It is about: ${name(rule)}.`;
    else if (one) $("hinted").textContent = `One that is right: ${one}.`;
    else $("hinted").textContent = puzzle.form === "several" || puzzle.form === "hexes" ? "Not one is right." : all.sentences[rule] ? all.sentences[rule][1] : "";
  }
  async function check() {
    const ticket = asked, given = [...picked], mine = puzzle;
    if (!given.length && !denied()) { complain(rounds.CHOOSE[puzzle.form]); return; }
    complain("");
    if (puzzle.form === "path") {
      say("The referee follows the rout …", false, [], false);
      try {
        const reply = await ask(given);
        if (ticket !== asked || done) return;
        if (reply.right) { say("Right: a legal rout.", true, reply.lines, true); marks(true); finish(first); } else { first = false; say("Not legal.", false, reply.lines, false); }
      } catch (error) { if (ticket === asked) complain(error.message); }
      return;
    }
    const wrong = given.filter((each) => !mine.right.includes(each)), missing = mine.right.filter((each) => !given.includes(each));
    if (same(given, mine.right)) {
      colour(mine.right, []);
      say("Right.", true, reasons(mine), true);
      finish(first);
      play();
      return;
    }
    first = false;
    colour(given.filter((each) => mine.right.includes(each)), wrong);
    const head = wrong.length ? "Not right." : given.length ? `Right so far; ${missing.length} more.` : "No, there is at least one.";
    if (mine.form !== "hexes" || !wrong.length) {
      const those = (mine.choices || []).filter((c) => wrong.includes(c.name)).flatMap((c) => c.why || []);
      say(head, false, those.length ? those : wrong.length ? mine.why || [] : [], false);
      return;
    }
    say(head, false, ["The referee says why …"], false);
    try {
      const reply = await ask(wrong);
      if (ticket === asked && !done) say(head, false, wrong.flatMap((hex) => reply.reasons[hex] || []), false);
    } catch (error) { if (ticket === asked) complain(error.message); }
  }
  async function show() {
    if (puzzle.form === "path") {
      const ticket = asked;
      try {
        const reply = await ask([]);
        if (ticket !== asked || done) return;
        picked = reply.path.slice(1);
        marks(true);
        say("The safest rout; any legal one is right.", false, reply.lines, true);
        finish(false);
      } catch (error) { if (ticket === asked) complain(error.message); }
      return;
    }
    picked = [...puzzle.right];
    for (const input of offered()) input.checked = picked.includes(input.value);
    deny(!picked.length);
    marks();
    colour(puzzle.right, []);
    const words = Object.fromEntries((puzzle.choices || []).map((c) => [c.name, c.words.endsWith(".") ? c.words.slice(0, -1) : c.words]));
    const order = (puzzle.choices || []).map((c) => c.name), right = [...puzzle.right].sort((a, b) => order.indexOf(a) - order.indexOf(b)).map((each) => words[each] || each);
    say(`The answer: ${right.join(right.some((each) => each.includes(",")) ? "; " : ", ") || "none"}.`, false, reasons(puzzle), true);
    finish(false);
    play();
  }
  function next() {
    if (!done) results[place] = results[place] || "skipped";
    if (place + 1 < round.length) { place += 1; open(); $("asked").focus({ preventScroll: true }); return; }
    if (!lesson && round.length > 1) { result(); return; }
    const hash = lesson === FIRST ? "#lesson-1" : lesson && Number(lesson) < all.lessons.length ? `#lesson-${Number(lesson) + 1}` : `#puzzles-${$("set").value}`;
    if (location.hash === hash) go(); else location.hash = hash;
  }
  function result() {
    place = round.length;
    dots();
    learnResult({ all, rounds, round, results, started, kept: progress.kept(), name });
  }

  function abouts() {
    const here = rounds.of($("set").value, $("hard").value), count = {}, topics = {}, before = $("about").value;
    for (const p of here) {
      for (const rule of rounds.rules(p)) count[rule] = (count[rule] || 0) + 1;
      topics[rounds.TOPICS[p.kind]] = (topics[rounds.TOPICS[p.kind]] || 0) + 1;
    }
    const listed = Object.keys(count).filter((r) => all.sentences[r]).sort((a, b) => name(a).localeCompare(name(b)));
    $("about").replaceChildren(element("option", { value: "" }, `all (${here.length})`),
      element("optgroup", { label: "Questions" }, ...Object.keys(topics).map((t) => element("option", { value: `kind:${t}` }, `${t} (${topics[t]})`))),
      element("optgroup", { label: "Rules" }, ...listed.map((r) => element("option", { value: r }, `${name(r)} (${count[r]})`))));
    if ([...$("about").options].some((o) => o.value === before)) $("about").value = before;
  }
  // The cards, over the question: the lines of which a rule was met, or all.
  function primer(whole) {
    const set = puzzle ? puzzle.rules : "aslsk", [met, of] = cards();
    $("primer-name").textContent = `${all.primer_title}: ${rounds.SETS[set] || set}`;
    $("primer-met").textContent = `${met.length} of ${of.length} met so far.`;
    $("primer-all").hidden = whole || met.length === of.length;
    $("ten").replaceChildren(...of.map(([heading, said]) => (whole || met.some(([each]) => each === heading)
      ? element("li", {}, element("b", {}, `${heading}.`), ...said.flatMap(([rule, sentence]) => [" ", element("span", { title: rule }, sentence)]))
      : element("li", { class: "unmet" }, "not met yet"))));
    const words = [...all.first_words, ...Object.keys(all.words).filter((word) => !all.first_words.includes(word))];
    $("words").replaceChildren(...words.flatMap((word) => [element("dt", {}, word), element("dd", {}, all.words[word])]));
    if (!$("primer").open) $("primer").showModal();
    $("primer").scrollTop = 0;
  }
  function keyed(event) {
    if (!puzzle || done || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=radio], [type=checkbox]), select, dialog, #map")) return;
    const wanted = { y: "yes", n: "no" }[event.key], number = Number(event.key);
    const input = [...offered()].find((each, i) => (wanted ? each.value === wanted : number && i + 1 === number));
    if (input) { input.click(); input.focus(); }
  }

  (async () => {
    try { all = await (await fetch("learn.json")).json(); } catch { complain("The lessons are not here."); return; }
    rounds = learnRounds(all, progress);
    $("lesson").replaceChildren(element("option", { value: "", hidden: true }, "choose"), element("option", { value: FIRST }, all.first.title), ...all.lessons.map((l, i) => element("option", { value: String(i + 1) }, `${i + 1}. ${l.title}`)));
    $("set").replaceChildren(...[...new Set(all.puzzles.map((p) => p.rules))].map((r) => element("option", { value: r }, rounds.SETS[r] || r)));
    abouts();
    tell();
    $("lesson").addEventListener("change", () => { location.hash = $("lesson").value === FIRST ? `#${FIRST}` : `#lesson-${$("lesson").value}`; });
    $("basics").addEventListener("click", () => primer(false));
    $("primer-all").addEventListener("click", () => primer(true));
    $("primer-done").addEventListener("click", () => $("primer").close());
    for (const id of ["set", "hard"]) $(id).addEventListener("change", abouts);
    $("some").addEventListener("click", () => {
      const hash = `#puzzles-${$("set").value}`;
      if (location.hash === hash) go(); else location.hash = hash;
    });
    $("check").addEventListener("click", check);
    $("hint").addEventListener("click", hint);
    $("clear").addEventListener("click", () => { picked = []; for (const i of $("choices").querySelectorAll("input")) i.checked = false; colour([], []); });
    $("answer").addEventListener("click", show);
    $("next").addEventListener("click", next);
    document.addEventListener("keydown", keyed);
    window.addEventListener("hashchange", go);
    go();
  })();
})();
