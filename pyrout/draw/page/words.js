"use strict";
// Lines with the ids of rules: titles stand for them, and sentences below.
const wordsOf = ({ element, now }) => {
  // The title of a rule stands for its [id] in a line, with its section where that is a number; the id is behind it. Where
  // the sentence of the rule follows, its whole heading stands before that.
  function worded(line, sentences = now.view.sentences) {
    const pieces = line.split(/\[([a-z0-9_.-]+)\]/), rule = (at) => (at % 2 ? sentences[pieces[at]] : null);
    const whole = (at) => rule(at) && pieces[at + 1].startsWith(` ${rule(at)[1]}`);
    return pieces.map((piece, at) => {
      if (at % 2 === 0) return whole(at + 1) && /[^\s.:;]\s*$/.test(piece) ? `${piece.trimEnd()}. ` : piece;
      if (!rule(at)) return `[${piece}]`;
      const [heading, sentence] = rule(at), [, title, section] = /^(.*) \(([^()]*)\)$/.exec(heading) || [heading, heading, ""];
      const [number] = /^[A-Z]\d[\w.]*/.exec(section) || [];
      return whole(at) ? element("b", { class: "cited", title: piece }, `${heading}:`) : element("span", { class: "cited", title: `${piece}: ${sentence}` }, `(${[title, number].filter(Boolean).join(", ")})`);
    });
  }
  // Lines, and below them the sentences of the rules that they name and do not have.
  function lines(found) {
    const list = element("ul", { class: "lines" }, ...found.map((line) => element("li", {}, ...worded(line))));
    const named = new Set(found.flatMap((line) => [...line.matchAll(/\[([a-z0-9_.-]+)\]/g)].map(([, id]) => id).filter((id) => now.view.sentences[id] && !line.includes(now.view.sentences[id][1]))));
    if (!named.size) return list;
    const sentences = element("ul", { class: "lines sentences" }, ...[...named].map((id) => element("li", { class: "rule" }, element("b", { title: id }, now.view.sentences[id][0]), `: ${now.view.sentences[id][1]}`)));
    return element("div", {}, list, sentences);
  }
  return { worded, lines };
};
