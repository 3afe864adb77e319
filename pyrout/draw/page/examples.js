"use strict";
// The positions that come with the program, in groups: found by words of their titles, names and groups.
const examplesOf = (open) => {
  let groups = [], made = false;

  // They are many: made when somebody looks at them.
  function make() {
    if (made || !groups.length) return;
    made = true;
    $("examples").replaceChildren(...groups.map(([label, several], number) => element("details", { class: "group", open: !number },
      element("summary", {}, `${label} (${several.length})`),
      element("ul", {}, ...several.map(([name, title]) => element("li", { "data-words": `${label} ${title} ${name} ${name.replaceAll("-", " ")}`.toLowerCase() },
        element("button", { type: "button", "data-example": name, onclick: () => open(name) }, title, " ", element("span", { class: "place" }, name.split("/").pop()))))))));
  }
  function find() {
    const sought = $("find-example").value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    [...$("examples").children].forEach((group, number) => {
      let some = 0;
      for (const item of group.querySelectorAll("li")) {
        item.hidden = !sought.every((word) => item.dataset.words.includes(word));
        if (!item.hidden) some += 1;
      }
      group.hidden = !some;
      group.open = sought.length ? true : !number;
      found += some;
    });
    $("examples-found").textContent = sought.length ? `${found} found` : "";
  }
  const shown = () => [...$("examples").querySelectorAll("button")].filter((button) => button.checkVisibility());
  $("example-menu").addEventListener("toggle", () => {
    // Emptied as it closes: what is typed as it opens stays.
    if (!$("example-menu").open) { $("find-example").value = ""; return; }
    make();
    find();
    $("find-example").focus();
  });
  $("find-example").addEventListener("input", find);
  // Arrow keys go through those that are shown, Enter in the search opens the first.
  $("example-menu").addEventListener("keydown", (event) => {
    const search = event.target === $("find-example"), all = shown(), at = all.indexOf(event.target);
    if (search && event.key === "Enter") { event.preventDefault(); if ($("find-example").value && all.length) all[0].click(); }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp" || (!search && at < 0)) return;
    event.preventDefault();
    const next = all[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) next.focus(); else if (event.key === "ArrowUp") $("find-example").focus();
  });
  return { fill: (several) => { groups = several; made = false; } };
};
