"use strict";
// The position that is shown, those before and after it, and the changes that wait. Changes are made one after the other; the
// position that they lead to is answered, and only then it is the one of the page. What is refused, fails or is cancelled
// leaves the position that is shown, and takes no other change with it.
const positionsOf = (desk) => {
  const MOST = 200;  // positions that can be had back
  const EMPTY = { name: "position.lp", text: "", rules: null, options: {}, board: "", notes: [], file: "", source: "" };
  // A place: a position with those before and after it, and the units that were asked about beside it.
  let shown = { position: EMPTY, past: [], future: [], volunteers: [] };
  let reached = shown;  // where the changes that were made lead
  let waiting = [], made = [];  // changes that are not made yet, and those that are made and not answered
  let running = false, cancelled = 0, request = new AbortController(), answering = false;

  // Places of the history that a change leads to.
  const onto = (place, position) => ({ position, past: [...place.past, place.position].slice(-MOST), future: [], volunteers: [] });
  const back = ({ position, past, future }) => ({ position: past.at(-1), past: past.slice(0, -1), future: [position, ...future], volunteers: [] });
  const forward = ({ position, past, future }) => ({ position: future[0], past: [...past, position], future: future.slice(1), volunteers: [] });

  // Adds a change: `work` makes of a place the one that it leads to. True once that is shown; false where it is refused or given up.
  function add(work, edits = [], opens = false) {
    return new Promise((settle) => {
      waiting.push({ work, edits, opens, settle });
      if (answering) request.abort();
      if (!running) run();
    });
  }
  async function run() {
    let problems = [], stale = true;  // stale: a change came after what was shown last
    running = true;
    desk.begin();
    while (waiting.length || reached !== shown) {
      const change = waiting.shift(), round = cancelled;
      request = new AbortController();
      answering = !change;
      if (change) stale = true;
      try {
        if (change) {
          const place = await change.work(reached, request.signal);
          if (round !== cancelled) { change.settle(false); continue; }
          made.push({ ...change, before: reached });
          reached = place;
        } else {
          const answer = await desk.answer(reached, reached.position.file === shown.position.file, request.signal);
          if (round === cancelled && !waiting.length) { come(answer, problems); problems = []; stale = false; }
        }
      } catch (error) {
        if (round !== cancelled) { if (change) change.settle(false); continue; }
        if (!change && waiting.length) continue;  // a newer change has come: this answer is not waited for
        const refused = change || made.pop();  // of several that cannot be answered together the newest goes first
        if (!change) reached = refused ? refused.before : shown;
        problems.push({ message: error.message, remedy: error.remedy, edits: refused ? refused.edits : [], opens: !!refused && refused.opens });
        if (refused) refused.settle(false);
      }
    }
    running = answering = false;
    for (const { settle } of made.splice(0)) settle(true);  // those that led nowhere else
    desk.end(problems, stale);
  }
  function come(answer, problems) {
    const before = shown, keep = reached.position.file === before.position.file;
    shown = { ...reached, position: { ...reached.position, text: answer.text } };
    try { desk.show(answer, keep, problems); } catch (error) { shown = before; throw error; }
    reached = shown;
    for (const { settle } of made.splice(0)) settle(true);
  }

  // Gives up all that is not shown.
  function cancel() {
    cancelled += 1;
    for (const { settle } of [...waiting.splice(0), ...made.splice(0)]) settle(false);
    reached = shown;
    request.abort();
  }
  return {
    // Changes of the position: `make` asks the program for the text that they lead to.
    change: (make, edits) => add(async (place, signal) => {
      const text = await make(place.position, signal);
      return text === place.position.text ? place : onto(place, { ...place.position, text });
    }, edits),
    // Another reading, or other art.
    choose: (fields) => add(async (place) => onto(place, { ...place.position, ...fields })),
    // A position of another file, with those before it if they are known.
    open: (position, past = null, future = []) => add(async (place) => {
      const opened = { ...EMPTY, ...position, file: unique() };
      return past ? { position: opened, past, future, volunteers: [] } : place.position.text ? onto(place, opened) : { ...place, position: opened };
    }, [], true),
    volunteer: (unit) => add(async (place) => ({ ...place, volunteers: [...place.volunteers, unit] })),
    back: () => add(async (place) => (place.past.length ? back(place) : place)),
    forward: () => add(async (place) => (place.future.length ? forward(place) : place)),
    // The text of the position that is shown takes in the rest of its map, once that is worked out.
    complete: (text) => { if (reached === shown && !waiting.length) reached = shown = { ...shown, position: { ...shown.position, text } }; },
    cancel,
    get shown() { return shown; }, get position() { return shown.position; },
  };
};
