"use strict";
// The address of the page always is the position, and the browser keeps the last one with what can be undone.
const addressOf = (desk) => {
  const KEPT = "pyrout.position", DELAY = 250, MOST = 3_000_000;  // milliseconds; characters that are kept
  let timer = 0, code = "", long = "", writing = null;

  // Writes the position that is shown to the address and to the store.
  function note() {
    clearTimeout(timer);
    document.body.dataset.address = "";
    timer = setTimeout(() => { writing = write(); }, DELAY);
  }
  async function write() {
    const before = desk.position();
    try {
      const found = await desk.line();
      if (desk.position() !== before) return;  // a newer one follows
      ({ code, long } = found);
      history.replaceState(null, "", long ? location.pathname : `#l=${code}`);
      keep(before);
      document.body.dataset.address = "there";
    } catch { /* the next change may be written */ }
  }
  function keep(now) {
    const past = [];
    let size = now.text.length;
    for (const one of [...desk.past()].reverse()) { size += one.text.length; if (size > MOST) break; past.unshift(one); }
    try { localStorage.setItem(KEPT, JSON.stringify({ code: long ? "" : code, now, past })); } catch { /* no room, or not allowed here */ }
  }
  // The position that was shown last: that of the address, or any where the address names none.
  function last() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT));
      const named = /^#l=(.*)$/.exec(location.hash);
      if (!kept || (named ? named[1] !== kept.code : location.hash)) return null;
      return { ...kept.now, past: kept.past };
    } catch { return null; }
  }
  // Waits until the address is that of the position; what is too long for one is said.
  async function settled() {
    clearTimeout(timer);
    await (writing = write());
    return long;
  }
  return { note, last, settled };
};
