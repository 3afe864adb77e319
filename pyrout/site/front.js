"use strict";
// The page without a server: what it asks of /api goes to a worker of this browser. Loaded before the page's own scripts.
(() => {
  const SECONDS = 60;  // that a position may take
  const GRACE = 2000;  // milliseconds past that in which a job that watches the clock may still answer
  const LET_BE = 3000;  // milliseconds in which a job that nobody waits for may still end by itself
  const plain = window.fetch.bind(window);
  const dropped = () => json({ error: "it was cancelled" }, 409);
  const json = (value, status = 200) => new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });

  // -- the worker ----------------------------------------------------------------------------------------------------
  let worker = null, ready = false, failed = "", step = {}, running = null;
  const waiting = [];

  function start() {
    ready = false; failed = ""; step = {};
    const mine = worker = new Worker("worker.mjs", { type: "module" });
    mine.addEventListener("error", () => { if (mine === worker) fail("its files are not available, or this browser is too old"); });
    mine.addEventListener("message", ({ data }) => {
      if (mine !== worker) return;
      if (data.step) step = data.step;
      if (data.step && !ready) say(data.step.words ? `${data.step.words} …` : "");
      if (data.ready) { ready = true; document.body.dataset.referee = "ready"; next(); keep(); }
      if (data.failed) fail(data.failed);
      if (data.reply) {
        const { status, kind, body } = data.reply, response = new Response(body, { status, headers: { "Content-Type": kind } });
        if (status === 500) again(response); else { settle(response); next(); }
      }
      if (data.broken) again(json({ error: `internal error (${data.broken}); please report it with the file` }, 500));
    });
  }
  function fail(words) {
    failed = `the referee cannot be started here: ${words}`;
    const all = [running, ...waiting.splice(0)].filter(Boolean);
    running = null;
    for (const job of all) job.resolve(json({ error: failed }, 503));
    say("");
  }
  // Ends the worker, whatever it is at, and starts another.
  function again(response) {
    settle(response);
    worker.terminate();
    start();
  }
  function settle(response) {
    const job = running;
    running = null;
    if (job) { clearTimeout(job.timer); clearTimeout(job.late); job.resolve(response); }
  }
  function next() {
    if (!ready || running || !waiting.length) return;
    running = waiting.shift();
    step = {};
    const { name, asked, contents } = running;
    running.timer = setTimeout(() => again(json({ error: `time limit reached (${SECONDS} s); leave out units or hexes that nobody needs` }, 503)), 1000 * SECONDS + GRACE);
    worker.postMessage({ name, asked, seconds: SECONDS, contents });
  }
  async function answered(name, asked, signal) {
    const response = await work(name, asked, signal);
    if (SAME.has(name) && response.status === 200) shelve(name, asked, response.clone()).catch(() => { /* no room: the next visit waits for the referee */ });
    return response;
  }
  async function ask(name, asked, signal) {
    const before = stops, found = (ready ? null : await shelved(name, asked).catch(() => null)) || await made(name, asked).catch(() => null);
    if (stops !== before) return dropped();
    return found && !(signal && signal.aborted) ? found : answered(name, asked, signal);
  }
  function work(name, asked, signal, contents = null) {
    if (failed) return Promise.resolve(json({ error: failed }, 503));
    return new Promise((resolve, reject) => {
      const job = { name, asked, resolve, contents };
      const leave = () => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        else if (job === running) job.late = setTimeout(() => { if (job === running) again(dropped()); }, LET_BE);
        reject(new DOMException("a newer request took its place", "AbortError"));
      };
      if (signal && signal.aborted) { leave(); return; }
      if (signal) signal.addEventListener("abort", leave, { once: true });
      waiting.push(job);
      next();
    });
  }

  // -- the answers made beforehand -----------------------------------------------------------------------------------
  // The site has them for its words and its positions: nobody waits for the referee to see one of these.
  const examples = new Map();  // the text of an example that was fetched, and where it lies
  let last = { place: "", answers: null };
  async function made(name, asked) {
    const { text, unit, rules, options, edits, play, volunteers, board } = JSON.parse(asked || "{}");
    if (name === "words") return ready ? null : plain("words.json").then((response) => (response.ok ? response : null));
    const place = examples.get(text);
    const plainly = !rules && !edits && !play && !board && !Object.keys(options || {}).length && !(volunteers || []).length;
    if (!place || !plainly || !self.PYROUT || !self.PYROUT.made.includes(place)) return null;
    if (last.place !== place) last = { place, answers: inflated(await plain(`${place}.made`)) };
    const answer = (await last.answers)[name];
    return answer && (name !== "why" || answer.hexes[unit]) ? json(answer) : null;
  }
  const inflated = (response) => new Response(response.body.pipeThrough(new DecompressionStream("deflate-raw"))).json();
  async function example(path) {
    const response = await plain(`${path}.lp`), text = await response.clone().text();
    if (response.ok) examples.set(text, path);
    return response;
  }

  // -- the answers of former visits ----------------------------------------------------------------------------------
  // While the referee is being started, its earlier answers are given again at once: by this version, to the same request.
  const SAME = new Set(["words", "view", "why", "of-line"]);  // jobs whose answer hangs on the request alone
  const NAMES_BOARDS = /\bboards?\b/;  // then the answer hangs on the archives that are open, too
  const MOST_SHELVED = 100, LARGEST = 2_000_000;  // answers, and bytes of one
  async function place(name, asked) {
    const { session, edits, play, ...rest } = JSON.parse(asked);  // the session is another each time
    if (!SAME.has(name) || edits || play || NAMES_BOARDS.test(rest.text || rest.line || "") || !self.PYROUT || !window.caches || !crypto.subtle) return {};
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(rest)));
    const code = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { key: `answers/${name}/${code}`, shelf: await caches.open(`pyrout-answers-${self.PYROUT.version}`) };
  }
  async function shelved(name, asked) {
    const { key, shelf } = await place(name, asked);
    return shelf ? shelf.match(key) : null;
  }
  async function shelve(name, asked, response) {
    const { key, shelf } = await place(name, asked);
    if (!shelf) return;
    const body = await response.text();
    if (body.length > LARGEST || JSON.parse(body).unsolved || /\bboard\(/.test(body)) return;
    await shelf.put(key, new Response(body, { headers: { "Content-Type": "application/json" } }));
    const old = (await shelf.keys()).filter(({ url }) => !url.includes("/answers/words/"));  // the oldest first
    for (const one of old.slice(0, Math.max(0, old.length - MOST_SHELVED))) await shelf.delete(one);
  }

  let stops = 0;  // how often everything that was asked has been given up
  function stop() {
    stops += 1;
    for (const job of waiting.splice(0)) job.resolve(dropped());
    if (running) again(dropped());
  }
  function say(words) {
    const busy = document.getElementById("busy");
    if (busy) busy.textContent = words;
  }

  // -- pictures ------------------------------------------------------------------------------------------------------
  const ZOOM = 2, MOST_PIXELS = 16_000_000;
  async function png(asked, signal) {
    const response = await ask("draw", JSON.stringify({ ...asked, kind: ".svg" }), signal);
    if (!response.ok) return response;
    const picture = new Image(), url = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: "image/svg+xml" }));
    try {
      picture.src = url;
      await picture.decode();
      const zoom = Math.min(ZOOM, Math.sqrt(MOST_PIXELS / (picture.width * picture.height)));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(picture.width * zoom);
      canvas.height = Math.round(picture.height * zoom);
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      return blob ? new Response(blob) : json({ error: "the picture is too large for this browser; save it as SVG" }, 422);
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  // -- saved games and boards ----------------------------------------------------------------------------------------
  const limits = (self.PYROUT || {}).limits || {};  // bytes of the file of a request, by its name
  async function file(name, asked, body, signal) {
    const most = limits[name];
    if (body.size > most) return json({ error: `${asked.name}: has more than ${most >> 20} MB, larger than any saved game or board` }, 422);
    let contents;
    try { contents = new Uint8Array(await body.arrayBuffer()); } catch { return json({ error: `${asked.name}: cannot be read; is it still there?` }, 422); }
    if (name === "board") arts.clear();
    return work(name, JSON.stringify(asked), signal, contents);
  }
  // A drawing names the pictures of boards as a server has them: here they are made of the archives.
  const arts = new Map();  // the address of each
  async function pictured(response) {
    if (!response.ok || !/json/.test(response.headers.get("Content-Type"))) return response;
    const text = await response.text(), ADDRESS = /(?<=")\/art\/\w+(?=\\?")/g;  // a whole one, and none in a player's words
    for (const whole of new Set(text.match(ADDRESS))) {
      const which = whole.slice("/art/".length);
      if (!arts.has(which)) {
        const art = await work("art", JSON.stringify({ name: which }));
        arts.set(which, art.ok ? URL.createObjectURL(await art.blob()) : "data:,");
      }
    }
    return new Response(text.replace(ADDRESS, (whole) => arts.get(whole.slice("/art/".length))), { status: response.status, headers: { "Content-Type": "application/json" } });
  }

  // -- what the page asks --------------------------------------------------------------------------------------------
  window.fetch = async (path, init = {}) => {
    const found = typeof path === "string" && /^\/api\/([a-z-]+)(?:\/([A-Za-z0-9_/-]+))?(?:\?|$)/.exec(path);
    if (!found) return plain(path, init);
    const [, name, which] = found;
    if (name === "step") return json(step);
    if (name === "stop") { stop(); return json({}); }
    if (name === "examples") return example(`instances/${which.includes("/") ? which : `aslsk/${which}`}`);
    if (name === "words") {
      const started = ready;
      const [words, groups, kept] = await Promise.all([ask("words", "{}"), plain("instances/list.json"), import("./boards.mjs")]);
      if (!words.ok || !groups.ok) return words;
      const found = await words.json();
      // Words of another time know nothing of the boards that are kept here
      return json({ ...found, groups: await groups.json(), boards: started ? found.boards : await kept.names() });
    }
    if (name in limits) return file(name, Object.fromEntries(new URLSearchParams(path.split("?")[1])), init.body, init.signal);
    const body = String(init.body), asked = name === "draw" ? JSON.parse(body) : {};
    if (asked.kind === ".png") return png(asked, init.signal);
    return pictured(await ask(name, body, init.signal));
  };

  // -- the next visit ------------------------------------------------------------------------------------------------
  async function keep() {
    if (!("serviceWorker" in navigator)) return;
    try {
      await navigator.serviceWorker.register("offline.js");
      await navigator.serviceWorker.ready;
      document.body.dataset.kept = "yes";
    } catch { /* a site that is not kept works all the same */ }
  }
  start();
})();
