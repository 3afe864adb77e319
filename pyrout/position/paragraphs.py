"""Facts as the lines of a file, by subject."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from .facts import Fact

WIDTH = 118
Sections = Sequence[tuple[str, Collection[str]]]  # titles with their predicates; without any, the rest


def filled(facts: Iterable[object]) -> Iterator[str]:
    """Yield facts as lines of a file, each as full as it can be."""
    line = ""
    for fact in facts:
        if line and len(line) + 1 + len(f"{fact}.") > WIDTH:
            yield line
            line = ""
        line = f"{line} {fact}." if line else f"{fact}."
    if line:
        yield line


def paragraphs(
    facts: Iterable[Fact],
    sections: Sections,
    lines: Callable[[str, Sequence[Fact]], Iterable[str]] = lambda _, some: filled(some),
) -> Iterator[str]:
    """Yield facts under the titles of their sections; `lines` of a title and its facts are what stands there."""
    every = list(facts)
    named = {name for _, names in sections for name in names}
    for title, names in sections:
        some = [fact for fact in every if (fact.name in names if names else fact.name not in named)]
        if some:
            yield from ("", f"% {title}") if title else ("",)
            yield from lines(title, some)
