"use strict";
// The basis of an answer: the rules and their options, attacker, month, night, snow, sides; and what was assumed.
const setupOf = (page) => {
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

  const KEPT = "rules of the save";  // the subject of the note about a saved game that is not here any more

  // -- what the answer stands on -------------------------------------------------------------------------------------
  const ruleSet = () => page.positions.position.rules || (page.facts && (page.facts.table ? page.facts.table.rules : page.facts.rules)) || "aslsk";
  const ruleSets = () => (page.facts && page.facts.table ? page.words.table.rules : page.words.rules);
  const rulesField = () => field("Rules", chooser({ id: "rules" }, Object.keys(ruleSets()).map((r) => [r, r]), ruleSet(), play_by));
  // Other rules: a saved game is read again by them, for each rule set takes other things from it.
  async function play_by(rules) {
    const { source, notes } = page.positions.position, save = page.saves.get(source);
    if (!source) { page.choose({ rules, options: {} }); return; }
    if (!save) {
      const said = `Not everything that the rules ${rules} take from the saved game is here: open its file again, then choose them.`;
      page.choose({ rules, options: {}, notes: [[KEPT, [[said, "rules"]]], ...notes.filter(([group]) => group !== KEPT)] });
      return;
    }
    const changed = page.positions.shown.past.some(({ source: other }) => other === source);
    if (await save.read(rules) && changed) $("warning").append(element("p", { class: "hint" }, `The saved game was read again by the rules ${rules}, without what was changed since. Undo brings that back.`));
  }
  function setup() {
    if (page.facts.table) {
      $("setup-name").textContent = `Set-up: ${ruleSet()}, table of ${page.facts.table.width} by ${page.facts.table.depth} inches`;
      $("setup-controls").replaceChildren(element("div", { class: "row" }, rulesField()), ...page.tables.setup(), optionEditor());
      $("assumed").replaceChildren();
      return;
    }
    const counted = {};
    for (const c of Object.values(page.facts.view.counters)) counted[c.side] = (counted[c.side] || 0) + 1;
    const month = page.facts.month ? MONTHS[page.facts.month - 1] : "month not known", count = page.positions.position.notes.reduce((n, [, several]) => n + several.length, 0);
    $("setup-name").textContent = `Set-up: ${ruleSet()}, attacker ${page.facts.attacker || "none"}, ${month}` + (count ? `; ${count} assumption${count > 1 ? "s" : ""}` : "");
    const sides = page.facts.sides.map((side) => {
      const others = page.facts.sides.filter((other) => other !== side);
      const nation = (page.facts.nations.find(([who]) => who === side) || [])[1];
      const parts = [element("span", {}, `${side}${nation && nation !== side ? ` (${nation})` : ""}: ${counted[side] || 0} unit${counted[side] === 1 ? "" : "s"}`)];
      if (others.length && counted[side]) parts.push(field("fights for", chooser({}, [["", side], ...others.map((o) => [o, o])], "", (to) => { if (to) page.change([{ op: "join", side, to }]); })));
      return element("div", { class: "row", "data-side": side }, ...parts);
    });
    $("setup-controls").replaceChildren(
      element("div", { class: "row" },
        rulesField(),
        field("Attacker", chooser({ id: "attacker" }, page.facts.sides.map((s) => [s, s]), page.facts.attacker || "", (value) => page.change([{ op: "attacker", value }]))),
        field("Month", chooser({ id: "month" }, [["", "not known"], ...MONTHS.map((m, i) => [String(i + 1), m])], String(page.facts.month || ""), (value) => page.change([{ op: "month", value: value ? Number(value) : null }]))),
        ruleSet() === "asl" ? field("Night", chooser({ id: "night" }, [["", "day"], ...(page.facts.night === "given" ? [["given", "LOS as given"]] : []), ...Array.from({ length: 10 }, (_, n) => [String(n), `NVR ${n}`])], page.facts.night === null || page.facts.night === undefined ? "" : String(page.facts.night), (value) => page.change([{ op: "night", value: value ? Number(value) : null }]))) : "",
        ruleSet() === "asl" ? field("Snow", chooser({ id: "snow" }, [["", "none"], ["ground_snow", "Ground Snow"], ["deep_snow", "Deep Snow"]], page.facts.snow || "", (value) => page.change([{ op: "snow", value: value || null }]))) : ""),
      ...sides, optionEditor());
    $("assumed").replaceChildren(...(count ? [element("h3", {}, "Taken from the saved game, or assumed"), ...page.positions.position.notes.map(([group, several]) => element("div", { class: "group" }, element("b", {}, group), element("ul", {}, ...several.map(noted))))] : []));
  }

  // The assumption of a note, and the control that corrects it.
  function noted(note) {
    const [said, sets] = Array.isArray(note) ? note : [note, ""];
    const item = element("li", {}, said);
    const control = sets && $("setup-controls").querySelector(sets === "sides" ? "[data-side] select" : `#${CSS.escape(sets)}`);
    if (control) item.append(" ", element("button", { type: "button", onclick: () => control.focus() }, "Change"));
    return item;
  }

  // The options of the rules, each with its readings and the one that is in force.
  function readings() {
    const several = new Map(), given = { ...page.facts?.options, ...page.positions.position.options };
    for (const one of ruleSets()[ruleSet()] || []) several.set(one.option, [...(several.get(one.option) || []), one]);
    return [...several].map(([option, all]) => ({ option, all, now: all.find(({ value }) => value === given[option]) || all.find((one) => one.default) }));
  }
  function optionEditor() {
    const box = fold("options", { class: "options" }, "Options of the rules");
    for (const { option, all, now } of readings()) {
      const select = element("select", { "data-option": option }, ...all.map((one) => element("option", { value: one.value, title: one.meaning }, one.value + (one.default ? " (default)" : ""))));
      select.value = now.value;
      select.addEventListener("change", () => page.choose({ options: { ...page.positions.position.options, [option]: select.value } }));
      box.append(element("div", { class: "row" }, field(now.title, select)), element("p", { class: "hint" }, now.meaning));
    }
    return box;
  }
  return { setup, ruleSet, readings };
};
