"use strict";
// The verdict card of a unit: its cause, where it leads, the best way with its odds, and all ways by where they end.
// A sentence is text, or its spans: text, or a unit or a hex by its name.
const cardOf = ({ follow, choose, wanted }) => {
  const FEW = 6;  // ends that are listed at once
  const POSED = { run: ["Reaches ", "Stops in "], tunnel: ["Through a tunnel to ", "Through a tunnel, stops in "], low_crawl: ["Low Crawl to ", "Low Crawl, stops in "] };
  const icon = (name) => drawn("svg", { class: "ic", "aria-hidden": "true" }, drawn("use", { href: `#i-${name}` }));
  const count = (n) => `${n} way${n === 1 ? "" : "s"}`;

  // A name in a sentence: it lights up what it names, and leads there.
  function spot(kind, name) {
    return element("button", { type: "button", class: "spot", [`data-${kind}-named`]: name, onclick: () => choose(kind, name) }, name);
  }
  // Text that follows a name without a space stays on its line.
  function spans(several) {
    const parts = [];
    for (const part of [several].flat()) {
      const before = parts[parts.length - 1];
      if (Array.isArray(part)) parts.push(element("span", { class: "kept" }, spot(part[1], part[0])));
      else if (before instanceof Element && part[0] !== " ") { before.append(part.slice(0, 1)); parts.push(part.slice(1)); } else parts.push(part);
    }
    return parts;
  }

  // The counter of a unit as it is on the map.
  function piece(counter, size) {
    const made = drawn("svg", { class: "pyrout piece", viewBox: "-22 -26 48 50", width: size, height: size, "aria-hidden": "true" });
    if (counter) {
      const copy = drawn("g", { class: counter.getAttribute("class") });
      copy.append(...[...counter.children].filter((part) => part.tagName !== "title").map((part) => part.cloneNode(true)));
      made.append(copy);
    }
    return made;
  }

  function banner(unit, kind, counter) {
    const parts = [element("span", {}, unit.named, element("span", { class: "colon" }, ": ")), element("b", {}, unit.ruled)];
    return element("div", { class: `banner ${kind} ${unit.verdict}` }, piece(counter, 58), element("p", { class: `head ${kind} ${unit.verdict}` }, ...parts),
      ...unit.card.cause.slice(0, 2).map((said) => element("p", { class: "cause" }, ...spans(said))));
  }

  // The destinations, and the best way there.
  function facts(unit) {
    const { to, free, ends } = unit.card, parts = [], best = ends.length ? unit.routes[ends[0].routes[0]] : null;
    to.slice(0, FEW).forEach(({ hex, mf, ignorable, lost }, number) => parts.push(element("dt", {}, number ? "" : "To"), element("dd", {}, spot("hex", hex), ignorable ? " may be ignored" : "", ...(lost ? [" ", element("span", { class: "chip-of eliminated" }, lost)] : [])), element("dd", { class: "price" }, mf)));
    if (to.length > FEW) parts.push(element("dt", {}), element("dd", {}, `and ${to.length - FEW} more`), element("dd", {}));
    if (free) parts.push(element("dt", {}, to.length ? "" : "To"), element("dd", {}, to.length ? "or anywhere by legal steps" : "anywhere by legal steps"), element("dd", {}));
    if (best) {
      const path = best.path.flatMap((hex, number) => [...(number ? [element("span", { class: "arrow" }, "\u203a")] : []), spot("hex", hex)]);
      parts.push(element("dt", {}, "Best"), element("dd", {}, ...path), element("dd", { class: "price" }, best.label_mf));
      if (best.flags.length) parts.push(element("dd", { class: "flags" }, ...best.flags.map(flag)));
    }
    return parts.length ? [element("dl", { class: "facts" }, ...parts)] : [];
  }
  const flag = ({ kind, spans: said }) => element("span", { class: `flag ${kind}` }, icon(kind), element("span", {}, ...spans(said)));

  function track(odds, name) {
    const made = element("span", name ? { class: "track", role: "img", "aria-label": name } : { class: "mini", "aria-hidden": "true" });
    for (const { end, share } of odds) { const part = element("i", { class: end }); part.style.setProperty("--share", share); made.append(part); }
    return made;
  }
  function odds(unit) {
    const best = unit.card.ends[0];
    if (unit.card.wanting) return [wanted(unit)];
    if (!best || !best.odds.length) return [];
    const said = best.odds.map(({ words, percent }) => `${words} ${percent}`).join(", ");
    return [element("section", { class: "odds" }, element("h3", {}, "Odds ", element("span", {}, "of the best way")), track(best.odds, said),
      element("ul", {}, ...best.odds.map(({ end, words, percent, exact }) => element("li", { title: exact }, element("i", { class: end }), ` ${words} `, element("b", {}, percent)))))];
  }

  // All ways by where they end, the safest first; pressed, the safest of them is followed.
  function ends(unit) {
    const rows = unit.card.ends.map((one, number) => {
      const [arrives, stops] = POSED[one.posture], lost = one.end !== "survives";
      const button = element("button", { type: "button", class: "end-row", "aria-pressed": "false", "data-end": number, onclick: () => follow(one.routes[0]), disabled: !one.routes.length, ...(one.routes.length ? { "data-preview": one.routes[0] } : {}) },
        element("span", { class: "main" }, element("b", {}, (one.reached ? arrives : stops) + one.hex), element("span", {}, one.mf)),
        lost ? element("span", { class: `chip-of ${one.end}` }, one.end.toUpperCase()) : one.odds.length > 1 ? track(one.odds) : "",
        element("span", { class: "number", title: count(one.ways) }, String(one.ways)));
      return element("li", number < FEW ? {} : { hidden: true }, button);
    });
    if (!rows.length) return [];
    const list = element("ul", {}, ...rows);
    if (rows.length > FEW) {
      const more = element("button", { type: "button", class: "more", onclick: () => { for (const row of rows) row.hidden = false; more.parentElement.remove(); } }, `${rows.length - FEW} more`);
      list.append(element("li", {}, more));
    }
    return [list];
  }
  // The other ways that end where a route ends.
  function alike(unit, index) {
    const one = unit.card.ends.find(({ routes }) => routes.includes(index));
    if (!one || one.routes.length < 2) return [];
    const list = element("ul", {}), rest = [...one.routes];
    const more = element("button", { type: "button", class: "more", onclick: () => grow() });
    const grow = () => {
      list.append(...rest.splice(0, 12).map((i) => element("li", {}, element("button", { type: "button", "data-route": i, "aria-pressed": String(i === index), onclick: () => follow(i) }, unit.routes[i].label))));
      more.hidden = !rest.length;
      more.textContent = `${rest.length} more`;
    };
    grow();
    const left = one.ways - one.routes.length;
    return [element("details", { class: "alike" }, element("summary", {}, `${count(one.ways)} end here so`), list, more, ...(left ? [element("p", { class: "hint" }, `${left} more are not listed.`)] : []))];
  }
  const closed = (unit) => unit.card.closed.map(({ hex, mf }) => element("button", { type: "button", class: mf === null ? "barred" : "", onclick: () => choose("hex", hex) }, hex, mf === null ? " no way" : ` ${mf}`));
  return { icon, piece, banner, facts, odds, ends, alike, closed, spans };
};
