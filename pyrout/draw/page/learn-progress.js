"use strict";
// The learner as this browser keeps him, and nobody else: puzzles solved, rules met and missed, a rating, what comes again.
const learnProgress = (() => {
  const STORE = "pyrout-learn", DAY = 86400000, AGAIN = [1, 3];  // days until a puzzle that was missed comes again, and once more
  const RECENT = 20;  // positions that do not come again at once
  const SCALE = 173.7178, TAU = 0.5, NEAR = 1e-6;  // of Glicko-2: its scale, how fast a volatility changes, when a search ends
  const MIDDLE = 1500, UNSURE = 60;  // the middle of all ratings; the deviation of a puzzle
  const NEW = { rating: 1200, deviation: 350, volatility: 0.06 };
  const EMPTY = { done: {}, missed: {}, again: {}, met: {}, recent: [], player: NEW, streak: 0, longest: 0 };

  // Glicko-2 as M. Glickman published it ("Example of the Glicko-2 system", 2022): a player after games, each the rating and
  // the deviation of the other side and a score from 0 to 1.
  function rated(player, games) {
    const mu = (player.rating - MIDDLE) / SCALE, phi = player.deviation / SCALE, a = Math.log(player.volatility ** 2);
    const g = (deviation) => 1 / Math.sqrt(1 + 3 * (deviation / SCALE / Math.PI) ** 2);
    const expected = ([rating, deviation]) => 1 / (1 + Math.exp(-g(deviation) * (mu - (rating - MIDDLE) / SCALE)));
    const sum = (worth) => games.map(worth).reduce((one, other) => one + other, 0);
    const v = 1 / sum((game) => g(game[1]) ** 2 * expected(game) * (1 - expected(game)));
    const gain = sum((game) => g(game[1]) * (game[2] - expected(game))), delta2 = (v * gain) ** 2;
    const f = (x) => Math.exp(x) * (delta2 - phi ** 2 - v - Math.exp(x)) / (2 * (phi ** 2 + v + Math.exp(x)) ** 2) - (x - a) / TAU ** 2;
    let low = a, high;
    if (delta2 > phi ** 2 + v) high = Math.log(delta2 - phi ** 2 - v);
    else { let k = 1; while (f(a - k * TAU) < 0) k += 1; high = a - k * TAU; }
    let atLow = f(low), atHigh = f(high);
    while (Math.abs(high - low) > NEAR) {
      const middle = low + (low - high) * atLow / (atHigh - atLow), there = f(middle);
      if (there * atHigh <= 0) { low = high; atLow = atHigh; } else atLow /= 2;
      high = middle; atHigh = there;
    }
    const volatility = Math.exp(low / 2), wide = phi ** 2 + volatility ** 2, deviation = 1 / Math.sqrt(1 / wide + 1 / v);
    return { rating: MIDDLE + SCALE * (mu + deviation ** 2 * gain), deviation: SCALE * deviation, volatility };
  }

  function kept() {
    try { return { ...EMPTY, ...JSON.parse(localStorage.getItem(STORE) || "{}") }; } catch { return { ...EMPTY }; }
  }
  function write(progress) {
    try { localStorage.setItem(STORE, JSON.stringify(progress)); } catch { /* it is not kept, then */ }
  }
  const key = (p) => [p.kind, p.position, p.unit, p.asks].join("|");
  const right = (how) => how === "right" || how === "hint";
  const SCORES = { right: 1, hint: 0.5, wrong: 0 };

  // Notes how a question was answered first: "right", "hint" (right after a hint) or "wrong". Only what `rates` changes
  // the rating: no question of a lesson does.
  function note(p, how, now, rates) {
    const progress = kept(), name = key(p), rule = p.cites[0], solved = right(how);
    progress.done[name] = solved || progress.done[name] === 1 ? 1 : 0;
    for (const each of p.cites) progress.met[each] = 1;
    if (rule) {
      if (solved) delete progress.missed[rule]; else progress.missed[rule] = (progress.missed[rule] || 0) + 1;
    }
    const before = progress.again[name], step = !solved ? 0 : before ? before.step + 1 : AGAIN.length;
    if (step < AGAIN.length) progress.again[name] = { step, at: now + AGAIN[step] * DAY }; else delete progress.again[name];
    progress.recent = [p.position, ...progress.recent.filter((each) => each !== p.position)].slice(0, RECENT);
    if (rates) {
      progress.player = rated(progress.player, [[p.difficulty.rating, UNSURE, SCORES[how]]]);
      progress.streak = solved ? progress.streak + 1 : 0;
      progress.longest = Math.max(progress.longest, progress.streak);
    }
    write(progress);
  }
  return { kept, key, note, rated };
})();
