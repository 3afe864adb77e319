"use strict";
// Lines that name rules: titles stand for their ids, and sentences below. A line is text, or its spans: text, or one with its
// kind and what it is about.
const wordsOf = ({ now }) => {
  // The title of a rule stands for its id in a line, with its number; the id is behind it. Where the sentence of the rule
  // follows, its whole heading stands before that.
  const partsOf = (line) => [line].flat().map((part) => (Array.isArray(part) ? part : [part]));
  function worded(line, sentences = now.view.sentences) {
    return partsOf(line).flatMap(([said, kind, id]) => {
      const [heading, sentence, title, number] = sentences[id] || [];
      if (!heading) return [said];
      if (kind === "whole") return [element("b", { class: "cited", title: id }, `${heading}:`), ` ${sentence}`];
      return [element("span", { class: "cited", title: `${id}: ${sentence}` }, `(${[title, number].filter(Boolean).join(", ")})`)];
    });
  }
  // Lines, and below them the sentences of the rules that they name and do not have.
  function lines(found) {
    const list = element("ul", { class: "lines" }, ...found.map((line) => element("li", {}, ...worded(line))));
    const cited = (line, wanted) => partsOf(line).flatMap(([, kind, id]) => (kind === wanted && now.view.sentences[id] ? [id] : []));
    const named = new Set(found.flatMap((line) => cited(line, "rule").filter((id) => !cited(line, "whole").includes(id))));
    if (!named.size) return list;
    const sentences = element("ul", { class: "lines sentences" }, ...[...named].map((id) => element("li", { class: "rule" }, element("b", { title: id }, now.view.sentences[id][0]), `: ${now.view.sentences[id][1]}`)));
    return element("div", {}, list, sentences);
  }
  return { worded, lines };
};
