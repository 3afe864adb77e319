"use strict";
// The first picture: the map and the counters of a link, drawn from the address alone until the answer is there.
(() => {
  const { often, families, nations } = self.PYROUT_GIVEN;
  const SIDE = 40, X = 60, Y = Math.sqrt(3) / 2 * SIDE, NEAR = 3;  // of the drawing; hexes around counters of a board
  const MOST = 2_000_000;  // characters

  // The packer's own dictionary goes in front as a block of its own, so that any browser can unpack the rest.
  async function unpacked(code) {
    const known = new TextEncoder().encode(often), size = known.length;
    const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const block = new Uint8Array([0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255]);
    const text = await new Response(new Blob([block, known, bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
    if (text.length > MOST) throw new Error("too long");
    return text.slice(often.length);
  }
  const parts = (text, mark) => text.match(new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|[^"${mark}])+`, "g")) || [];
  const STRENGTH = /^(\d+-\d+-\d+|\d+[-+]\d)/;

  // Hexes, what is drawn of them, and counters: of a line, phrase by phrase. What is not known here is left to the program.
  async function read(line) {
    const seen = { hexes: new Map(), terrain: new Map(), pairs: [], units: [] };
    let sides = [];
    for (const phrase of parts(line, ";").map((p) => p.trim())) {
      const words = phrase.split(" ");
      if (words[0] === "map") rows(await unpacked(words[1]), seen);
      else if (words.length === 3 && ["against", "vs", "and"].includes(words[1])) sides = [words[0], words[2]];
      else if (words.length > 2 && !/^[a-z_]+\(/.test(phrase) && words[0] !== "boards" && words[0] !== "month") {
        for (const unit of parts(phrase.slice(words[0].length), ",").map((u) => u.trim().split(" "))) {
          const named = !sides.includes(unit[0]) || sides.includes(unit[1]), [id, side, ...rest] = named ? unit : ["", ...unit];
          seen.units.push({ at: words[0].split("@")[0], id, side, face: (rest.map((word) => STRENGTH.exec(word)).find(Boolean) || [id || rest[0]])[0], broken: rest.includes("broken") });
        }
      }
    }
    if (!seen.hexes.size) around(seen);
    return seen;
  }
  function rows(text, seen) {
    for (const row of text.split("\n")) {
      const [name, ...facts] = row.split(" ");
      for (const fact of facts) {
        const args = fact.split(",").map((arg) => arg.replaceAll('"', ""));
        if (name === "hex") seen.hexes.set(args[0], [Number(args[1]), Number(args[2])]);
        if (name === "terrain") seen.terrain.set(args[0], args[1]);
        if (["road", "paved", "hexside"].includes(name)) seen.pairs.push([name === "hexside" ? args[2] : name, args[0], args[1]]);
      }
    }
  }
  // Counters on a board that is only named: the hexes around them, by the letters and numbers that boards give them.
  function around(seen) {
    const parts = seen.units.map(({ at }) => /^([0-9a-z]*)([A-Z])(\2?)(\d+)$/.exec(at)).filter(Boolean);
    if (!parts.length || new Set(parts.map((p) => p[1])).size > 1) return;
    const spots = parts.map(([, , letter, twice, row]) => { const column = letter.charCodeAt(0) - 65 + (twice ? 26 : 0); return [column, 2 * Number(row) - 1 + column % 2]; });
    for (const [c, r] of spots) {
      for (let x = -NEAR; x <= NEAR; x += 1) {
        for (let y = -2 * NEAR + Math.abs(x); y <= 2 * NEAR - Math.abs(x); y += 2) {
          const column = c + x, row = r + y;
          if (column < 0 || row < 0) continue;
          const name = `${parts[0][1]}${String.fromCharCode(65 + column % 26).repeat(1 + Math.floor(column / 26))}${(row + 1 - column % 2) / 2}`;
          seen.hexes.set(name, [column, row]);
        }
      }
    }
  }

  function picture({ hexes, terrain, pairs, units }) {
    const live = [...hexes].filter(([name]) => !terrain.size || terrain.has(name)).map(([, spot]) => spot);
    const left = Math.min(...live.map((s) => s[0])), top = Math.min(...live.map((s) => s[1])), right = Math.max(...live.map((s) => s[0])), bottom = Math.max(...live.map((s) => s[1]));
    const spot = (name) => { const [c, r] = hexes.get(name); return [SIDE + (c - left) * X, Y * (1 + r - top)]; };
    const svg = drawn("svg", { class: "pyrout first", role: "img", "aria-label": "Map and counters of the link; the answer follows", viewBox: view(units.filter(({ at }) => hexes.has(at)).map(({ at }) => spot(at)), (right - left) * X + 2 * SIDE, (bottom - top + 2) * Y).join(" ") });
    for (const [name, [c, r]] of hexes) {
      if (c < left || c > right || r < top || r > bottom) continue;
      const [x, y] = spot(name), kin = families[terrain.get(name)] || (terrain.size ? "none" : "open");
      svg.append(drawn("polygon", { class: `ground t-${kin}`, points: [[-1, 0], [-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1]].map(([dx, dy]) => `${x + dx * SIDE},${y + dy * Y}`).join(" ") }));
      if (kin === "stone" || kin === "wooden") svg.append(drawn("rect", { class: `g-house ${kin}`, x: x - 23, y: y - 17, width: 46, height: 38 }));
      svg.append(drawn("text", { class: "hex-name", x, y: y - 25.5 }, name));
    }
    for (const [kind, a, b] of pairs) {
      const [[ax, ay], [bx, by]] = [spot(a), spot(b)], [dx, dy] = [(by - ay) * 0.29, (ax - bx) * 0.29], [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
      svg.append(drawn("path", ["road", "paved"].includes(kind) ? { class: `road ${kind}`, d: `M${ax} ${ay}L${bx} ${by}` } : { class: `side ${kind}`, d: `M${mx - dx} ${my - dy}L${mx + dx} ${my + dy}` }));
    }
    const there = new Map();
    for (const unit of units) {
      if (!hexes.has(unit.at)) continue;
      const [x, y] = spot(unit.at), before = there.get(unit.at) || 0;
      there.set(unit.at, before + 1);
      svg.append(drawn("g", { class: `unit${unit.broken ? " broken" : ""}`, transform: `translate(${x + 7 * before} ${y + 3 - 8 * before})` },
        drawn("rect", { class: "counter", x: -21, y: -21, width: 42, height: 42, rx: 2.6, fill: nations[unit.side] || "#d8d2c4" }), drawn("text", { y: 17.6, "font-size": 11, "font-weight": "bold" }, unit.face)));
    }
    return svg;
  }
  // The part of a map that is shown: that around the counters.
  function view(spots, width, height) {
    if (!spots.length) return [-4, -4, width + 8, height + 8];
    const reach = NEAR * 2 * Y, [xs, ys] = [0, 1].map((i) => spots.map((s) => s[i]));
    const [x, y] = [Math.max(-4, Math.min(...xs) - reach), Math.max(-4, Math.min(...ys) - reach)];
    return [x, y, Math.min(width + 4, Math.max(...xs) + reach) - x, Math.min(height + 4, Math.max(...ys) + reach) - y];
  }
  // The code of the address, or of the position that was shown last.
  function code() {
    const named = /^#l=1\.([A-Za-z0-9_-]+)(?:&n=[A-Za-z0-9_-]*)?$/.exec(location.hash), kept = (/** @type {"localStorage" | "sessionStorage"} */ store) => { try { return JSON.parse(window[store].getItem("pyrout.position")); } catch { return null; } };
    const own = kept("sessionStorage"), before = own && (own.hash === location.hash || !location.hash) ? own : location.hash ? null : kept("localStorage");
    return before ? before.code.slice(2).split("&")[0] : named && named[1];
  }
  (async () => {
    const packed = code();
    if (!packed) return;
    try {
      const seen = await read(await unpacked(packed)), port = $("map");
      if (seen.hexes.size && !port.querySelector("svg")) { port.append(picture(seen)); document.body.dataset.first = "there"; }
    } catch { /* the program reports a damaged link */ }
  })();
})();
