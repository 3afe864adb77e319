"use strict";
// The list of units: those that must rout first, in their natural order, with filters that count them.
const rosterOf = ({ take, missing, piece, counterOf, ask }) => {
  const GROUPS = [["must", "Must"], ["good", "May"], ["bad", "Lost"], ["", "Cannot"]];
  const KINDS = { eliminated: "bad", surrenders: "bad", may_rout: "good", routs: "must", retreats: "must" };
  const FIRST = ["must", "bad", "pending", "good", ""];
  const MANY = 4;  // rows from which on they are filtered; units that may break on purpose, shown at once
  let filter = null, view = null, shut = null;
  const natural = (a, b) => a.localeCompare(b, "en", { numeric: true });
  const kindOf = (unit) => KINDS[unit.verdict] || "";

  function row(id, { who, place, fate, kind = "", classes = kind, chip = "", title = "" }) {
    return element("button", { type: "button", class: `row-of ${classes}`, "data-choose": id, "data-kind": kind, "aria-pressed": "false", title, onclick: () => take(id) },
      piece(counterOf(id), 34), element("span", { class: "who" }, who, " ", element("span", { class: "place" }, place)), element("span", { class: "fate" }, fate),
      ...(chip ? [element("span", { class: "chip-of" }, chip)] : []));
  }
  const listed = (items) => element("ul", { class: "rows" }, ...items.map((item) => element("li", {}, item)));

  // The units that are answered, or will be, in the order of the list.
  function ordered(next) {
    const all = [...next.units.map((unit) => ({ id: unit.id, kind: kindOf(unit), unit })), ...(next.pending || []).map(([, id, words]) => ({ id, kind: "pending", words }))];
    return all.sort((a, b) => FIRST.indexOf(a.kind) - FIRST.indexOf(b.kind) || natural(a.id, b.id));
  }
  function show(next) {
    const all = ordered(next), parts = [];
    if (!view || view.file !== next.file) { filter = null; shut = null; }
    view = next;
    const rows = all.map(({ id, kind, unit, words }) => (unit
      ? row(id, { who: unit.words, place: unit.at, fate: unit.best || unit.fate, kind, classes: `${kind} ${unit.verdict}`, chip: unit.card.chip, title: unit.fate })
      : row(id, { who: words, place: view.counters[id].at, fate: missing(), kind: "pending" })));
    if (rows.length > MANY) parts.push(filters(all));
    if (rows.length) parts.push(listed(rows));
    else if (Object.keys(view.counters).length && !view.unsolved) parts.push(element("p", { class: "hint" }, "Nobody has to rout."));
    if (view.others.length) {
      const items = view.others.map(([id, words]) => element("p", { class: "hint", "data-other": id }, words + ". ",
        ...ask.map((question) => element("button", { type: "button", onclick: () => question(id) }, `What if ${id} breaks?`))));
      parts.push(view.others.length <= MANY ? element("div", {}, ...items) : element("details", {}, element("summary", {}, `${view.others.length} units may break on purpose`), ...items));
    }
    const routing = new Set(all.map(({ id }) => id)), rest = Object.entries(view.counters).filter(([id]) => !routing.has(id));
    if (rest.length) {
      rest.sort(([one, a], [other, b]) => natural(a.side, b.side) || natural(one, other));
      parts.push(element("details", { class: "all-units" }, element("summary", {}, `${rest.length} other unit${rest.length === 1 ? "" : "s"}`),
        listed(rest.map(([id, c]) => row(id, { who: id, place: c.at, fate: c.is })))));
    }
    $("units").replaceChildren(...parts);
    sift();
    $("unit-count").textContent = String(Object.keys(view.counters).length || "");
    $("next-unit").hidden = $("previous-unit").hidden = view.units.length < 2;
    fold(shut === null ? all.length === 1 && !view.others.length || matchMedia("(max-width: 699px)").matches && all.length > 0 : shut);
  }
  function filters(all) {
    const made = (kind, words, number) => element("button", { type: "button", "data-filter": kind === null ? "all" : kind, "aria-pressed": String(filter === kind), onclick: () => { filter = kind; sift(); } },
      ...(kind === null ? [] : [element("i", { class: kind || "cannot_rout" })]), `${words} ${number}`);
    const counted = GROUPS.map(([kind, words]) => [kind, words, all.filter((one) => one.kind === kind).length]).filter(([, , number]) => number);
    return element("div", { class: "filters", role: "group", "aria-label": "Filter" }, made(null, "All", all.length), ...counted.map((one) => made(...one)));
  }
  function sift() {
    for (const item of $("units").querySelectorAll(":scope > .rows > li")) item.hidden = filter !== null && item.firstChild.dataset.kind !== filter;
    for (const button of $("units").querySelectorAll("[data-filter]")) button.setAttribute("aria-pressed", String(button.dataset.filter === (filter === null ? "all" : filter)));
  }
  function fold(on) {
    $("roster").toggleAttribute("data-shut", on);
    $("all-units").setAttribute("aria-expanded", String(!on));
  }
  $("all-units").addEventListener("click", () => { shut = !$("roster").hasAttribute("data-shut"); fold(shut); });
  // The unit that is `by` places after another; after the last comes the first.
  function beside(id, by) {
    const all = ordered(view).filter(({ unit }) => unit).map((one) => one.id);
    return all[(all.indexOf(id) + by + all.length) % all.length];
  }
  return { show, fold, beside, kindOf, first: (next) => ordered(next).find(({ unit }) => unit && unit.total)?.unit };
};
