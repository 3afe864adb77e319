"use strict";
// The address of the page always is the position. The browser keeps the one that is shown with what can be undone: for each tab
// its own, and for a new tab that of the tab that was used last.
const addressOf = (desk) => {
  const KEPT = "pyrout.position", DELAY = 250, MOST = 3_000_000;  // milliseconds; characters that are kept
  let timer = 0, written = null, code = "", long = "";  // `written`: the position that the address names
  let seen = location.hash;  // a link that came since then is opened, not written over

  // Keeps the position that is shown, and writes it to the address.
  function note() {
    clearTimeout(timer);
    if (desk.position() !== written) {
      document.body.dataset.address = "";
      if (written && location.hash === `#l=${code}`) bare();
    }
    seen = location.hash;
    keep();
    timer = setTimeout(() => write().catch(() => { /* the next change, or Copy link, tries again */ }), DELAY);
  }
  // The address of another position is worse than none: the line of the new one may take its time.
  function bare() { history.replaceState(null, "", location.pathname + location.search); }
  async function write() {
    const now = desk.position();
    try {
      const line = await desk.line();
      if (desk.position() !== now) return;  // a newer one follows
      ({ code, long } = line);
      written = now;
    } finally {
      if (desk.position() === now && location.hash === seen) {
        if (written !== now || long) bare(); else history.replaceState(null, "", `#l=${code}`);
        seen = location.hash;
        keep();
      }
    }
    document.body.dataset.address = "there";
  }
  // Until the address is written the position is kept without its code: this tab finds it by the address that it had.
  function keep() {
    const now = desk.position(), past = [], future = [], named = written === now && !long;
    let size = now.text.length;
    for (const one of [...desk.past()].reverse()) { size += one.text.length; if (size > MOST) break; past.unshift(one); }
    for (const one of desk.future()) { size += one.text.length; if (size > MOST) break; future.push(one); }
    const kept = (before, after) => JSON.stringify({ code: named ? code : "", hash: location.hash, now, past: before, future: after });
    for (const store of ["sessionStorage", "localStorage"]) {
      for (const [before, after] of [[past, future], [past, []], [[], []]]) try { window[store].setItem(KEPT, kept(before, after)); break; } catch { /* no room, or not allowed here */ }
    }
  }
  // The position that this tab showed last, or else any tab: that of the address, or any where the address names none.
  function last() {
    const named = /^#l=(.*)$/.exec(location.hash), read = (/** @type {"localStorage" | "sessionStorage"} */ store) => { try { return JSON.parse(window[store].getItem(KEPT)); } catch { return null; } };
    const own = read("sessionStorage"), kept = own && (own.hash === location.hash || !location.hash) ? own : read("localStorage");
    if (!kept || (kept !== own && (named ? named[1] !== kept.code : location.hash))) return null;
    return { ...kept.now, past: kept.past, future: kept.future || [] };
  }
  // Waits until the address is that of the position; returns why it would be too long, if it is. Raises what stands against it.
  async function settled() {
    clearTimeout(timer);
    do await write(); while (written !== desk.position());
    return long;
  }
  return { note, last, settled };
};
