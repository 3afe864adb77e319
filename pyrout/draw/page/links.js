"use strict";
// The position as a file, a picture, a line or a link, and back.
const linksOf = (page) => {
  const { post, request, begin, end, complain, failed, lacks, session, count, ALL, GONE } = page, { there } = page.showing;

  function download(name, blob) {
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  const stem = () => page.positions.position.name.replace(/\.[^.]*$/, "");
  async function save(kind) {
    await there();
    try {
      const response = await post("/api/draw", request({ kind }));
      download(stem() + kind, await response.blob());
    } catch (error) { complain(error.message); }
  }
  async function unpacked(code) {
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const pieces = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > 6_000_000) throw new Error("the position in the link is too large");
      pieces.push(value);
    }
    return new Blob(pieces).text();
  }
  // The position as one line, and packed: it has what was chosen beside it.
  async function inOneLine() {
    await there();
    const { text, rules, options, name, notes } = page.positions.position;
    const line = await (await post("/api/line", { text, rules, options, name })).json();
    return line.long ? line : { ...line, code: line.code + await notesFor(notes, line.room) };
  }
  let warned = false;  // that a link opens on this machine only
  async function link() {
    let long;
    await there();
    try { long = await page.address.settled(); } catch (error) { complain(`no link was copied: ${error.message}`); return; }
    if (long) {
      complain("");
      $("warning").replaceChildren(element("p", { class: "hint" }, `The link would be too long: ${long}. `, element("button", { type: "button", onclick: savePosition }, "Save the position")));
      return;
    }
    let said = "The link is in the clipboard.";
    const { public: address } = page.words, ways = [];
    try { await navigator.clipboard.writeText(location.href); } catch { said = "The address of this page is the link."; }  // not allowed here
    if (/^(127\.[0-9.]+|\[::1\]|(.*\.)?localhost)$/.test(location.hostname)) {
      if (!warned) said += " It opens on this machine only.";
      if (address) ways.push(element("button", { type: "button", id: "public-link", onclick: () => copy(address + location.hash) }, "Copy the public link"));
      if (!warned) ways.push(element("button", { type: "button", onclick: () => save(".html") }, "Save the page for others"));
      warned = true;  // once
    }
    if (!page.facts.table && (page.facts.boards || []).length) said += ` Whoever opens it needs the board${page.facts.boards.length > 1 ? "s" : ""} ${page.facts.boards.join(", ")}.`;
    $("busy").replaceChildren(said, ...ways.flatMap((button) => [" ", button]));
  }
  async function copy(text) {
    try { await navigator.clipboard.writeText(text); $("busy").textContent = "The public link is in the clipboard."; } catch { $("busy").textContent = text; }  // not allowed here
  }
  let wrote = "";
  async function writeLine(wanted) {
    const before = $("line").value;
    const typing = () => !wanted && document.activeElement === $("line");  // or is about to type or paste
    if (!wanted && before !== wrote) return;  // somebody has typed here
    try {
      const { line } = await inOneLine();
      if ($("line").value === before && !typing()) $("line").value = wrote = line;  // not over what is typed meanwhile
    } catch (error) { complain(error.message); }
  }
  // A line, or the address of one, with the notes of its saved game. True unless nothing of it is shown, not even what it lacks.
  async function openLine(line) {
    const mine = ++page.opening;
    begin("Opening a line", false);
    try {
      const found = await (await post("/api/of-line", { session, line, name: "line.lp" })).json();
      const kept = await notesIn(line), notes = [...kept];
      if (mine !== page.opening) return false;
      if (found.missing.length && !notes.length) notes.push(["left out", [`What lies on these boards is left out, for their archives are not open: ${found.missing.join(", ")}.`]]);
      const shown = await page.load("line.lp", found.text, { notes, source: kept.length ? GONE : "", board: page.words.boards.length ? ALL : "" });
      if (shown && found.missing.length) page.waiting = { missing: found.missing, open: () => openLine(line) };
      return shown;
    } catch (error) {
      if (mine !== page.opening) return false;
      end();
      failed(error.message);
      lacks(error, () => openLine(line));
      return Boolean(error.missing) && !page.facts;
    }
  }
  // The notes that an address holds behind its position: [[subject, sentences], ..], a sentence with the control that corrects it as a pair. A line names those that cannot be read as lost.
  const NOTES = "&n=", MOST_NOTES = 200;
  async function notesIn(line) {
    const [, code] = /&n=([A-Za-z0-9_-]+)\s*$/.exec(line) || [];
    if (!code) return [];
    try {
      const found = JSON.parse(await unpacked(code));
      return found.slice(0, MOST_NOTES).map(([group, several]) => [String(group), several.slice(0, MOST_NOTES).map((one) => (Array.isArray(one) ? one.slice(0, 2).map(String) : String(one)))]);
    } catch { return [["left out", ["What was taken from the saved game, or assumed, cannot be read in this link."]]]; }
  }
  // The notes for an address, in at most `room` characters: of too many the least important are only counted.
  async function notesFor(notes, room) {
    const all = notes.flatMap(([group, several]) => several.map((note) => [group, note]));
    for (let kept = all.length; all.length && kept >= 0; kept -= 1) {
      const some = [], more = all.length - kept;
      for (const [group, note] of all.slice(0, kept)) if (some.length && some.at(-1)[0] === group) some.at(-1)[1].push(note); else some.push([group, [note]]);
      if (more) some.push(["more", [`${count(more, "further assumption is", "further assumptions are")} listed where the saved game itself is opened.`]]);
      const code = NOTES + await packed(JSON.stringify(some));
      if (code.length <= room) return code;
    }
    return "";
  }
  async function packed(text) {
    const bytes = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
  // The position of the last visit, with what can be undone.
  async function again() {
    const kept = page.address.last();
    if (!kept) return false;
    const { past: before, future, ...position } = kept;
    if (position.board !== ALL && !page.words.boards.includes(position.board)) position.board = page.words.boards.length ? ALL : "";
    if (await page.load(position.name, position.text, position, before, future)) return true;
    if (!page.facts) $("problem").append(" ", element("button", { type: "button", onclick: again }, "Try again"));  // the link in the address may be older
    return true;
  }
  async function fromLink() {
    const short = /^#l=(.*)$/.exec(location.hash);
    if (short) return openLine(short[1]);
    const code = /^#p=([A-Za-z0-9_-]+)$/.exec(location.hash);  // as links were before
    if (!code) return false;
    try {
      const found = JSON.parse(await unpacked(code[1]));
      return await page.load(String(found.name), String(found.text), { rules: found.rules || null, options: found.options || {} });
    } catch (error) { failed("the link holds no position: " + error.message); return false; }
  }
  async function savePosition() {
    await there();
    try {
      const { name, rules, options, text: plain } = page.positions.position, beside = rules || Object.keys(options).length;
      const text = beside ? (await (await post("/api/line", { text: plain, rules, options, name, kind: ".lp" })).json()).text : plain;
      download(stem() + ".lp", new Blob([text], { type: "text/plain" }));
    } catch (error) { complain(error.message); }
  }
  return { stem, save, savePosition, inOneLine, link, writeLine, openLine, again, fromLink };
};
