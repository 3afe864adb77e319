"use strict";
// Files that are opened: positions, saved games and their logs, boards.
const filesOf = (page) => {
  const { post, begin, tell, end, abandon, choose, complain, failed, also, lacks, session, ALL, GONE } = page, { draw, vanish } = page.showing;

  // A file that is no position leaves the one that was open.
  function load(name, text, more = {}, past = null, future = []) {
    page.picked = null;
    page.waiting = null;
    abandon();
    return page.positions.open({ name, text, ...more }, past, future);
  }
  async function openAll(files) {
    await page.started;
    const resume = page.waiting && opened.boards(files, page.waiting.missing) ? page.waiting.open : null;
    const { main, logs, left, ...given } = resume ? { logs: [], left: [], boards: files } : opened.parted(files), refused = opened.leftOut(left);
    if (given.boards.length) {
      const mine = ++page.opening, signal = abandon();
      begin("Opening boards", true);
      const archives = resume ? given.boards : await opened.needed(main, given.boards, (file) => post(`/api/import?only=boards&name=${encodeURIComponent(file.name)}`, file, true, signal));
      if (mine !== page.opening) return;
      for (const [done, file] of archives.entries()) {
        tell(`reading board ${file.name}`, done, archives.length);
        try {
          boards((await (await post(`/api/board?alone=yes&name=${encodeURIComponent(file.name)}`, file, true, signal)).json()).boards);
        } catch (error) {
          if (error.name === "AbortError") return;
          refused.push(error.message);
        }
        if (mine !== page.opening) return;
      }
    }
    const mine = page.opening + 1;
    await (resume ? resume() : open(main, logs));
    if (!refused.length || mine !== page.opening) return;
    also(...refused);
    if (page.waiting && document.body.dataset.refused) lacks(page.waiting, page.waiting.open);
  }
  // The saved games that positions were read from, as long as the page lasts: each can be read again by other rules.
  const { saves } = page;
  function keepSave(file, logs) {
    const id = unique();
    saves.set(id, { read: (rules) => open(file, logs, rules) });
    return id;
  }
  // True; or why a log is not judged, which is opened as a saved game then ("": nobody routs in it).
  async function judged(logs, signal, rules, source) {
    try { return await pyrout.game.judge(logs, signal, rules, source) || ""; } catch (error) { if (error.name === "AbortError") throw error; return error.message; }
  }
  // True once the file is shown. `rules`: those to read a saved game by; without them it says itself which.
  async function open(file, logs, rules = "") {
    pyrout.game.close();
    const mine = ++page.opening, signal = abandon(), newer = () => mine !== page.opening;
    const name = file.name, low = name.toLowerCase();
    complain("");
    begin(`Opening ${name}`, true);
    try {
      const source = keepSave(file, logs), unjudged = logs.length > 0 && await judged(logs, signal, rules, source);
      if (unjudged === true) return true;
      if (low.endsWith(".vsav") || low.endsWith(".vlog")) {
        vanish(name);
        tell("sending the file", 0, 0);
        const found = await (await post(`/api/import?name=${encodeURIComponent(name)}&session=${session}&rules=${rules}`, file, true, signal)).json();
        if (newer()) return false;
        const shown = await load(name.replace(/\.[^.]*$/, "") + ".lp", found.text, { notes: found.notes, source, board: page.words.boards.length ? ALL : "", game: unjudged === "" ? { judged: pyrout.game.judged, at: -1 } : null });
        if (shown && found.missing.length) page.waiting = { missing: found.missing, open: () => open(file, logs, rules) };
        if (!newer() && unjudged) also(`the log is not judged: ${unjudged}`);
        return shown;
      } else if (/^(bd)?[a-z0-9_]{1,16}(\.zip)?$/i.test(name) && (await file.slice(0, 2).text()) === "PK") {
        tell("reading the board", 0, 0);
        const found = await (await post(`/api/board?name=${encodeURIComponent(name)}`, file, true, signal)).json();
        if (newer()) return;
        boards(found.boards);
        const shared = page.facts && (page.facts.boards || []).includes(found.board.slice(2)) || Object.keys(page.facts ? page.facts.view.hexes : {}).some((h) => found.text.includes(`"${h}"`));
        // The board of the position that is open goes under it; another one is a position of its own
        if (shared) await choose({ board: found.boards.length > 1 ? ALL : found.board }); else await load(`${found.board}.lp`, found.text, { board: found.board });
      } else {
        if (file.size > 5_000_000) throw new Error(`${name}: is larger than 5 MB; leave out hexes far from the routing units`);
        const text = textOf(name, new Uint8Array(await file.arrayBuffer()));
        if (newer()) return;
        vanish(name);
        await load(name, text);
      }
    } catch (error) {
      if (newer() || error.name === "AbortError") return;
      if (page.facts) draw(page.facts, true);
      failed(error.message);
      lacks(error, () => open(file, logs, rules));
    } finally {
      if (!newer()) { const said = $("busy").textContent; end(); $("busy").textContent = said === "…" ? "" : said; }
    }
  }
  // The text of a file; for what is no UTF-8 the line is that of the command line (reading.py).
  function textOf(name, bytes) {
    try { return new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { /* which byte it is, is looked for */ }
    const utf16 = bytes[0] + bytes[1] === 0xff + 0xfe && Math.min(bytes[0], bytes[1]) === 0xfe;
    if (bytes.subarray(0, 512).includes(0) && !utf16) throw new Error(`${name}: is no text, and so no position; open a position (.lp), a saved game (.vsav, .vlog) or a board (bdy).`);
    const again = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    const at = bytes.findIndex((byte, i) => byte !== again[i]);
    const before = new TextDecoder().decode(bytes.subarray(0, at)).split(/\r\n|\r|\n/);
    const byte = `0x${bytes[at].toString(16).padStart(2, "0")} at offset ${at}`;
    throw new Error(`${name}:${before.length}:${[...before.at(-1)].length + 1}: not UTF-8 text (byte ${byte}); save it as UTF-8`);
  }
  function boards(names) {
    page.words.boards = names;
    $("art").replaceChildren(element("option", { value: "" }, "none"), ...(names.length > 1 ? [element("option", { value: ALL }, "all")] : []), ...names.map((n) => element("option", { value: n }, n)));
    $("art").value = page.positions.position.board;
  }
  // The reading of the board of the chosen hex, once somebody wants to see it.
  pyrout.listeners.hex.push((hex) => {
    const [, named] = /^(.*?)[A-Z]{1,2}-?\d{1,2}$/.exec(hex) || [];
    const archive = page.words && named && page.words.boards.find((name) => name.slice(2).replace(/^0+(?=.)/, "") === named);
    if (!archive) return;
    const box = fold("as read", { id: "as-read" }, "How the board was read");
    box.addEventListener("toggle", async () => {
      if (!box.open || box.children.length > 1) return;
      const list = element("ul", { class: "lines" });
      box.append(list);
      try {
        const found = await (await post("/api/hex", { session, board: archive, hex })).json();
        list.append(...found.lines.map((line) => element("li", {}, line)));
      } catch (error) { list.append(element("li", { class: "bad" }, error.message)); }
    });
    $("detail").append(box);
  });
  return { load, openAll, boards };
};
