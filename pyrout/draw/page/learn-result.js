"use strict";
// The result of a set, and a link by which somebody else gets the same puzzles.
const learnResult = ({ all, rounds, round, results, started, kept, name }) => {
  const set = round[0].rules;
  const solved = results.filter((how) => how === "right" || how === "hint").length, head = `${solved} of ${round.length} solved`;
  const gained = Math.round(kept.player.rating - started), link = `${location.href.split("#")[0]}${rounds.shared(round, results)}`;
  const field = element("input", { id: "link", readonly: true, value: link, "aria-label": "Link to these puzzles" });
  const copy = element("button", { type: "button", id: "copy" }, "Copy the link"), again = element("button", { type: "button", id: "another" }, "Ten more");
  copy.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(link); copy.textContent = "Copied"; } catch { copy.textContent = "Press Ctrl+C"; }
  });
  again.addEventListener("click", () => $("some").click());
  const missed = round.filter((_, i) => results[i] === "wrong").map((p) => p.cites[0]).filter((rule, i, several) => all.sentences[rule] && several.indexOf(rule) === i);
  $("question").hidden = true;
  $("where").textContent = "";
  $("dots").setAttribute("aria-label", head);
  $("panel-name").textContent = head;
  document.title = `${head} - pyrout`;
  $("result").replaceChildren(
    element("p", {}, `Rating ${Math.round(kept.player.rating)} (${gained < 0 ? "\u2212" : "+"}${Math.abs(gained)}), streak ${kept.streak}.`),
    ...(missed.length ? [element("p", {}, "Missed: ", ...missed.flatMap((rule, i) => [i ? ", " : "", element("a", { href: `#puzzles-${set}/${encodeURIComponent(rule)}` }, name(rule))]), ".")] : []),
    element("p", {}, "Whoever opens this link gets the same puzzles, and your result. Nothing else is sent."),
    element("div", { class: "row" }, field, " ", copy, " ", again));
  $("result").hidden = false;
  again.focus();
};
