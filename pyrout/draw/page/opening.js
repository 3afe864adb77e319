"use strict";
// Files that are opened together: a saved game with its boards, chosen or dropped, or a folder with them.
const opened = (() => {
  const BOARD = /^bd\w{1,16}(\.zip)?$/i, GAME = /\.(vsav|vlog)$/i, LOG = /\.vlog$/i, POSITION = /\.lp$/i, MOST = 20_000;
  const opens = ({ name }) => [BOARD, GAME, POSITION].some((kind) => kind.test(name));

  // The files of a drop, and those in its folders that can be opened.
  async function dropped(transfer) {
    const entries = Array.from(transfer.items || [], (item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
    const files = [];
    let outside = entries.length;  // how many of the entries lie in no folder
    for (let seen = 0; entries.length; seen += 1, outside -= 1) {
      if (seen === MOST) throw new Error(`the folder has more than ${MOST} files; drop the saved game with the folder of its boards`);
      const entry = entries.shift();
      if (entry.isDirectory) {
        const reader = entry.createReader();
        for (let part; (part = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) entries.push(...part);
      } else if (outside > 0 || opens(entry)) files.push(await new Promise((done, failed) => entry.file(done, failed)));
    }
    if (!files.length) throw new Error("the folder has no position (.lp), no saved game (.vsav, .vlog) and no board archive (bdy, bd02)");
    return files;
  }
  const archive = ({ name }) => `bd${name.slice(2).replace(/\.zip$/i, "")}`;
  // True if files are boards alone, and one of these is among them.
  const boards = (files, names) => files.every(({ name }) => BOARD.test(name)) && files.some((file) => names.includes(archive(file)));
  // The file to be opened, the other logs of its game, and the boards that come with it. Of boards alone the last one is opened.
  function parted(files) {
    const boards = files.filter(({ name }) => BOARD.test(name)), others = files.filter(({ name }) => !BOARD.test(name));
    const main = others.find(({ name }) => GAME.test(name)) || others[0] || boards.pop();
    const logs = LOG.test(main.name) ? others.filter(({ name }) => LOG.test(name)).sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })) : [];
    return { main: logs[0] || main, logs, boards, left: others.filter((file) => file !== main && !logs.includes(file)) };
  }
  // Those of the boards that a game has. Of one that cannot be read none are needed: who opens it says why.
  async function needed(main, boards, ask) {
    if (!GAME.test(main.name)) return boards;
    try {
      const { boards: names } = await (await ask(main)).json();
      return boards.filter((file) => names.includes(archive(file)));
    } catch { return []; }
  }
  // Those that are left out, in one line.
  function leftOut(files) {
    const more = files.length - 1;
    return files.length ? [`${files[0].name}${more ? ` and ${more} more file${more > 1 ? "s" : ""}` : ""}: ${more ? "are" : "is"} left out; open one position at a time.`] : [];
  }
  return { dropped, parted, needed, boards, leftOut };
})();
