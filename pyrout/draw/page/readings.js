"use strict";
// The readings of the rules: two of them side by side, and those on which the answer depends.
const readingsOf = (page) => {
  const { lines } = pyrout;
  let comparing = null;

  // -- two readings --------------------------------------------------------------------------------------------------
  async function compare(option) {
    await page.there();
    let box = $("readings");
    if (box) box.remove();
    if (!option) return;
    $("compare").value = option;
    $("more-menu").open = false;  // on a phone it would lie over the comparison
    const values = page.readings().find((one) => one.option === option).all;
    box = element("section", { id: "readings", "aria-label": `Readings of ${option}` }, element("h2", {}, `${values[0].title} (${option}) `, element("button", { type: "button", onclick: shutReadings }, "Close")));
    document.body.append(box);
    try {
      const found = await Promise.all(values.map(async (v, i) => (await page.post("/api/view", page.request({ session: `${page.session}-${i + 1}`, options: { ...page.positions.position.options, [option]: v.value }, second: i + 1 }))).json()));
      if (!box.isConnected) return;  // another position is shown by now
      const said = found.map((f) => (f.unsolved ? f.unsolved : JSON.stringify(f.table ? [f.view.units, f.view.events] : f.view.units.map((u) => [u.id, u.verdict, u.lines, u.total, u.groups.map((g) => [g.label, g.ways])]))));
      const same = said.every((s) => s === said[0]);
      box.append(element("p", { class: "whole head" }, same ? "All readings give the same answer here." : "The readings give different answers here."));
      found.forEach((f, i) => {
        const column = element("section", { "aria-label": `${option}=${values[i].value}` }, element("h3", {}, `${option}=${values[i].value}`), element("p", { class: "hint" }, values[i].meaning));
        if (f.unsolved) column.append(element("p", { class: "bad" }, f.unsolved));
        if (f.table) for (const unit of f.view.units) column.append(element("p", { class: "head" }, `${unit.words}: ${unit.verdict}`), ...unit.ends.map((end) => element("p", {}, end)), element("p", {}, page.count(unit.total, "way", "ways")));
        else for (const unit of f.view.units) column.append(element("p", { class: "head" }, unit.head), lines(unit.lines.concat(unit.groups.map((g) => `${unit.supposed && `${unit.supposed}: `}${g.label}: ${page.count(g.ways, "way", "ways")}`))));
        const still = element("div");
        still.innerHTML = f.svg;
        for (const e of still.querySelectorAll("[tabindex], [role], [aria-label]")) for (const name of ["tabindex", "role", "aria-label"]) e.removeAttribute(name);
        const svg = still.querySelector("svg");
        svg.setAttribute("role", "img");
        svg.setAttribute("aria-label", `Map for ${option}=${values[i].value}`);
        column.append(still);
        box.append(column);
      });
      box.append(element("p", { class: "whole" }, element("button", { type: "button", onclick: shutReadings }, "Close")));
      box.scrollIntoView();
    } catch (error) { if (box.isConnected) { page.complain(error.message); shutReadings(); } }
  }
  // A comparison goes with its position.
  function shutReadings() {
    const box = $("readings");
    if (box) box.remove();
    $("compare").value = "";
  }
  // One press compares all readings, one option at a time, and says which of them change the answer.
  async function depends() {
    if (comparing) comparing.abort();
    const mine = comparing = new AbortController(), ticket = page.asked;
    const box = element("div", { id: "depends", role: "status" }, element("p", { class: "hint" }, "Comparing all readings \u2026"));
    $("ask-readings").replaceWith(box);
    page.begin("Comparing all readings", false);
    try {
      const found = await (await page.post("/api/readings", page.request({}), false, mine.signal)).json();
      if (ticket !== page.asked) return;
      const parts = [element("p", { class: "head" }, found.differing.length ? `It depends on a reading: ${found.differing.length} of ${page.count(found.tried, "other reading changes", "other readings change")} the answer.` : `It does not depend on a reading: ${page.count(found.tried, "other reading gives", "other readings give")} the same answer.`)];
      for (const each of found.differing) {
        parts.push(element("details", { open: true }, element("summary", {}, each.title), element("p", {}, each.meaning), lines(each.changes),
          element("button", { type: "button", onclick: () => page.choose({ options: { ...page.positions.position.options, [each.option]: each.value } }) }, "Take this reading")));
      }
      if (found.left.length) parts.push(element("p", { class: "bad" }, `Not compared: ${found.left.join("; ")}.`));
      box.replaceChildren(...parts);
    } catch (error) { if (error.name !== "AbortError") box.replaceChildren(element("p", { class: "bad" }, error.message)); }
    finally { if (mine === comparing) { comparing = null; if (ticket === page.asked) page.end(); } }
  }
  pyrout.listeners.select.push(() => {
    if (!page.facts || page.facts.table || page.facts.unsolved) return;
    $("of-readings").replaceChildren(...taken(), ...(pyrout.unit ? [element("button", { type: "button", id: "ask-readings", onclick: depends }, "Does it depend on a reading?")] : []));
  });
  function compareList() {
    const before = $("compare").value, all = page.readings();
    $("compare").replaceChildren(element("option", { value: "" }, "\u2026"), ...all.map(({ option, now }) => element("option", { value: option }, now.title)));
    $("compare").value = all.some(({ option }) => option === before) ? before : "";
  }
  // The readings that are not the usual ones, for as long as they differ, each with a way back.
  function taken() {
    return page.readings().filter(({ now }) => !now.default).map(({ option, now }) => {
      const { [option]: gone, ...others } = page.positions.position.options;
      const back = element("button", { type: "button", onclick: () => page.choose({ options: others }) }, "Take it back");
      return element("div", { class: "taken", "data-taken": option }, element("b", {}, now.title), element("p", {}, now.meaning), ...(gone ? [back] : []));
    });
  }
  return { compare, shutReadings, compareList, leave() { if (comparing) comparing.abort(); } };
};
