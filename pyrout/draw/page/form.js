"use strict";
// The form of a counter, and the facts that no other control sets.
const formOf = (page) => {

  // -- the editor ----------------------------------------------------------------------------------------------------
  // Text in the form of a counter that was not sent yet stays there when the form is made anew.
  const unsent = new WeakSet();
  let making = false, shown = null;  // whether the form is being made anew, and whose it is
  $("editor").addEventListener("input", (event) => unsent.add(event.target));
  $("editor").addEventListener("change", (event) => { if (event.target.id !== "place") unsent.delete(event.target); }, { capture: true });
  $("editor").addEventListener("focusout", ({ target }) => { if (!making && unsent.has(target) && target.type === "number") target.dispatchEvent(new Event("change")); });
  function editor() {
    const typed = shown === page.picked ? [...$("editor").querySelectorAll("input")].filter((input) => unsent.has(input)).map((input) => [page.controlAt(input), input.value]) : [];
    making = true;
    makeEditor();
    making = false;
    shown = page.picked;
    for (const [control, value] of typed) { const input = document.querySelector(control); if (input) { input.value = value; unsent.add(input); } }
  }
  function makeEditor() {
    const places = element("datalist", { id: "places" }, ...Object.keys(page.facts.view.hexes).map((h) => element("option", { value: h })));
    $("editor").replaceChildren(places, element("h3", {}, "Change the position"), ...(page.picked ? unitEditor() : [element("p", { class: "hint" }, "Choose a counter to change it, or drag it to another hex. Right click, a long press, or the key M changes a counter or a hex.")]), factBox());
    page.board.know(page.facts);
  }
  // Facts that no other control sets: typed with completion, and listed.
  function factBox() {
    const input = element("input", { id: "fact", list: "fact-forms", placeholder: "no_interdiction(a1)", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "Fact", "aria-describedby": "fact-says" });
    const forms = element("datalist", { id: "fact-forms" }), says = element("p", { id: "fact-says", class: "hint" });
    const complete = () => {
      const { offered, said } = factsOf(input.value);
      forms.replaceChildren(...offered.map(([value, label]) => element("option", { value, label })));
      says.textContent = said;
    };
    input.addEventListener("input", complete);
    input.addEventListener("focus", complete);
    const form = element("form", { class: "row" }, input, element("button", {}, "Add"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const before = input.value;
      if (!before.trim()) { says.textContent = "Type a word of what you want to say: quarter, skis, Passenger."; return; }
      if (await page.change([{ op: "fact", text: before }]) && $("problem").hidden) { const now = $("fact"); unsent.delete(now); if (now.value === before) now.value = ""; }
    });
    const listed = (page.facts.typed || []).map(({ code, means }) => element("li", {}, element("code", {}, code), ` ${means} `, element("button", { type: "button", "aria-label": `Remove ${code}`, onclick: () => page.change([{ op: "fact", text: code, on: false }]) }, "Remove")));
    return fold("facts", { id: "other-facts" }, "Other facts" + (listed.length ? ` (${listed.length})` : ""), form, forms, says, element("ul", { class: "lines" }, ...listed));
  }
  // The ways to go on with a fact that is begun, and their meanings.
  function factsOf(value) {
    const begun = /^\s*([a-z_]*)\((.*)$/.exec(value);
    // A counter of VASL changes the LOS of boards, and that of no other map.
    const typed = page.facts.on_boards ? page.words.facts : page.words.facts.filter((row) => !row.on_boards);
    if (!begun) return { offered: typed.map(({ name, code, means }) => [`${name}(`, `${means}: ${code}`]), said: "" };
    const [, name, inside] = begun, args = [...inside.matchAll(/(?:^|,)("[^"]*"?|[^,]*)/g)].map(([, one]) => one), at = args.length - 1, head = value.slice(0, value.length - args[at].length);
    const rows = typed.filter((row) => row.name === name), offered = [];
    for (const { args: kinds } of rows.filter((row) => row.args.length > at)) {
      for (const one of valuesOf(kinds[at])) offered.push([`${head}${one}${at + 1 < kinds.length ? "," : ")"}`, kinds[at].what]);
    }
    return { offered, said: rows.map(({ code, means }) => `${code}: ${means}`).join(". ") };
  }
  function valuesOf({ words: listed, refers }) {
    const hexes = Object.keys(page.facts.view.hexes).map((name) => `"${name}"`);
    const named = { unit: Object.keys(page.facts.view.counters), side: page.facts.sides, sw: page.facts.weapons, hex: hexes, "hex of": hexes, location: hexes };
    return [...listed, ...refers.flatMap((kind) => named[kind] || [])];
  }
  function unitEditor() {
    const counter = page.facts.view.counters[page.picked];
    const has = new Set(page.facts.statuses[page.picked] || []);
    const check = (status) => checkbox({ "data-status": status }, status.replaceAll("_", " "), has.has(status), (on) => page.change([{ op: "status", unit: page.picked, status, on }]));
    const place = element("input", { class: "place", list: "places", id: "place", value: counter.at });
    const form = element("form", { class: "row" }, field("In", place), element("button", {}, "Move"));
    form.addEventListener("submit", (event) => { event.preventDefault(); unsent.delete(place); page.change([{ op: "move", unit: page.picked, to: place.value.trim() }]); });
    const leadership = page.words.leaders.includes(counter.kind) ? [["leadership", "leadership", -3, 1]] : [];
    const numbers = element("div", { class: "row" }, ...[["morale", "morale", 0, 12], ["broken_morale", "broken morale", 0, 12], ...leadership, ["normal_range", "range", 0, 99], ["firepower", "FP", 0, 99]].map(([name, said, min, max]) => {
      const given = (page.facts.numbers[page.picked] || {})[name];
      return field(said, numberField({ min, max, "data-number": name }, given, (value) => page.change([{ op: "number", unit: page.picked, name, value }])));
    }));
    const rest = page.words.statuses.filter((s) => !page.COMMON.includes(s));
    const more = fold("statuses", {}, "more statuses", element("div", { class: "checks" }, ...rest.map(check)));
    return [element("fieldset", {}, element("legend", {}, counter.words), form,
      element("div", { class: "checks" }, ...page.COMMON.map(check)),
      more,
      numbers,
      element("div", { class: "row" }, element("button", { type: "button", onclick: () => page.remove(page.picked) }, "Remove this unit")))];
  }
  return { editor };
};
