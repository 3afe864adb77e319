"use strict";
// The choice of questions: ten puzzles that fit the learner, the puzzle of the day, a set that was shared.
const learnRounds = (all, progress) => {
  const LEVELS = ["", "easy", "easy", "middle", "hard", "hard"];
  // The topics of questions, by their kinds
  const TOPICS = { must: "must it rout?", verdict: "must it rout?", chart: "must it rout?", cost: "how many MF?", ends: "where may it end?", way: "show a rout", surrender: "surrender", which: "where may it go?", destinations: "where may it go?", interdicted: "Interdiction",
    safest: "the safest rout", survive: "the only way to survive", order: "the order of the routs", reveal: "reveals", claim: "what your opponent claims", odds: "the odds", discovers: "enemies that it discovers" };
  const SETS = { aslsk: "Starter Kit", asl: "Full ASL" };
  const MANY = 10, OF_RULE = 3, DAY = 86400000, STRIDE = 97;  // puzzles of a round, and after a lesson; a day in milliseconds; steps through the puzzles from day to day
  const AHEAD = 50, CLIMB = 60;  // points that a set is above the learner in its middle, and that each puzzle is above the one before
  const MARKS = { right: "1", hint: "2", wrong: "0" };  // of a result in an address
  const HOW = {
    one: "Choose one, then Check.", several: "Choose all that are right, or None, then Check.", hexes: "Press all the hexes on the map, or None, then Check.",
    path: "Press the hexes of the rout one after the other, then Check. The unit's own hex may be left out.",
  };
  const CHOOSE = { one: "Choose one first.", several: "Choose first; tick None if none is right.", hexes: "Press a hex on the map first; tick None if no hex is right.", path: "Press the hexes of a rout first." };

  const how = (p) => (p.form === "hexes" && p.right.length === 1 ? "Press the hex on the map, then Check." : HOW[p.form]);
  const level = (p) => p.difficulty.level, rules = (p) => p.difficulty.rules || [];
  // A short name of a puzzle for an address: FNV-1a of what it is
  function id(p) {
    let sum = 0x811c9dc5;
    for (const c of progress.key(p)) sum = Math.imul(sum ^ c.codePointAt(0), 0x01000193) >>> 0;
    return sum.toString(36);
  }
  const ofDay = (now) => all.puzzles[(Math.floor(now / DAY) * STRIDE) % all.puzzles.length];
  const fits = (p, topic) => !topic || (topic.startsWith("kind:") ? TOPICS[p.kind] === topic.slice(5) : rules(p).includes(topic));
  const of = (set, hard) => all.puzzles.filter((p) => p.rules === set && (!hard || LEVELS[level(p)] === hard));

  // Puzzles that are due again come first, then those not asked yet, the nearest to a rating that climbs past the learner's before others. No position comes
  // again within twenty, and no kind twice in a row, where there is another.
  function some(set, hard, topic, now) {
    const { done, again, player, recent } = progress.kept(), chosen = [], often = {};
    let left = of(set, hard).filter((p) => fits(p, topic));
    while (left.length && chosen.length < MANY) {
      const last = chosen[chosen.length - 1], wanted = player.rating + AHEAD + CLIMB * (chosen.length - MANY / 2);
      const due = (p) => { const when = again[progress.key(p)]; return !when || when.at > now; };
      const at = (p) => [due(p), done[progress.key(p)] !== undefined && due(p), Boolean(last) && last.kind === p.kind, recent.includes(p.position) || chosen.some((c) => c.position === p.position), Math.floor((often[p.kind] || 0) / 2), Math.abs(p.difficulty.rating - wanted)].map(Number);
      const best = left.map((p) => [at(p), p]).reduce((one, other) => { const i = one[0].findIndex((n, j) => n !== other[0][j]); return i >= 0 && other[0][i] < one[0][i] ? other : one; })[1];
      left = left.filter((p) => p !== best);
      often[best.kind] = (often[best.kind] || 0) + 1;
      chosen.push(best);
    }
    return chosen;
  }
  // The address of a set with its result, and what such an address says; puzzles that are gone are left out.
  const shared = (round, results) => `#set-${round.map(id).join(".")}-${results.map((how) => MARKS[how] || "0").join("")}`;
  function fromShared(hash) {
    const [, ids, marks] = hash.slice(1).split("-"), named = new Map(all.puzzles.map((p) => [id(p), p]));
    return { round: (ids || "").split(".").map((each) => named.get(each)).filter(Boolean).slice(0, MANY), solved: [...(marks || "")].filter((mark) => mark !== "0").length };
  }
  // A lesson: its questions, then three puzzles of its rule about other positions, the easy ones first
  function lesson(plan) {
    const places = new Set(plan.questions.map((p) => p.position)), more = [];
    const own = all.puzzles.filter((p) => rules(p).includes(plan.rule)).sort((one, other) => one.difficulty.rating - other.difficulty.rating);
    for (const p of own) {
      if (more.length === OF_RULE || places.has(p.position)) continue;
      places.add(p.position);
      more.push(p);
    }
    return [...plan.questions, ...more];
  }
  // A puzzle of the same rule that is not in a round, for the place after a miss
  function like(p, round) {
    const rule = p.cites[0], places = round.map((each) => each.position);
    const others = all.puzzles.filter((other) => rule && other.rules === p.rules && rules(other).includes(rule) && !round.includes(other));
    return others.find((other) => !places.includes(other.position)) || others[0];
  }
  return { LEVELS, TOPICS, SETS, CHOOSE, how, level, rules, of, lesson, ofDay, some, shared, fromShared, like };
};
