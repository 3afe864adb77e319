"use strict";
// Files that are opened together: a saved game with its boards, chosen or dropped, or a folder with them.
const opened = (() => {
  const BOARD = /^bd\w{1,16}(\.zip)?$/i, GAME = /\.(vsav|vlog)$/i, MOST = 2000;

  // The files of a drop, those in folders, too.
  async function dropped(transfer) {
    const entries = Array.from(transfer.items || [], (item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
    const files = [];
    while (entries.length && files.length < MOST) {
      const entry = entries.shift();
      if (entry.isFile) files.push(await new Promise((done, failed) => entry.file(done, failed)));
      else {
        const reader = entry.createReader();
        for (let part; (part = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) entries.push(...part);
      }
    }
    return files;
  }
  // The file to be opened, and the boards that come with it. Of boards alone the last one is opened.
  function parted(files) {
    const boards = files.filter(({ name }) => BOARD.test(name)), others = files.filter(({ name }) => !BOARD.test(name));
    const main = others.find(({ name }) => GAME.test(name)) || others[0] || boards.pop();
    return { main, boards, left: others.filter((file) => file !== main) };
  }
  // Those of the boards that a game has. Of one that cannot be read none are needed: who opens it says why.
  async function needed(main, boards, ask) {
    if (!GAME.test(main.name)) return boards;
    try {
      const { boards: names } = await (await ask(main)).json();
      return boards.filter(({ name }) => names.includes(`bd${name.slice(2).replace(/\.zip$/i, "")}`));
    } catch { return []; }
  }
  return { dropped, parted, needed };
})();
