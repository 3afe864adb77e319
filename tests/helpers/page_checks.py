"""Faults that no state of the page may have, looked for where a test has the state open."""

from __future__ import annotations

from typing import Any

import pytest
from page_player import SIZES

OVERLAPS = """() => {
  const box = (e) => e.getBoundingClientRect(), seen = (e) => box(e).width > 0;
  const over = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const meet = (a, b) => over(a, b, "left", "right") && over(a, b, "top", "bottom");
  const labels = [...document.querySelectorAll("#map .marks > .overlay:not(.other) .tag")].filter(seen);
  const counters = [...document.querySelectorAll("#map .unit .counter")];
  const bad = [];
  labels.forEach((one, n) => {
    for (const counter of counters) if (meet(box(one), box(counter))) bad.push(`over ${counter.parentNode.dataset.unit}`);
    for (const other of labels.slice(n + 1)) if (meet(box(one), box(other))) bad.push("over a label");
  });
  return [labels.length, bad];
}"""
# The controls in sight that a thumb would miss; names within sentences may be small
SMALL = """() => [...document.querySelectorAll("button, a, summary, select, label.file, label.check, input")].filter((e) => {
  const box = (e.matches("input") && e.closest("label") || e).getBoundingClientRect();
  if (!box.width || e.matches(".spot, #grip, .skip") || e.closest(".quiet, p, svg") || box.top > innerHeight) return false;
  const x = Math.min(innerWidth - 1, box.left + box.width / 2), y = Math.min(innerHeight - 1, box.top + box.height / 2);
  const hit = document.elementFromPoint(x, y);
  return hit && (e === hit || e.contains(hit)) && (box.height < 43.5 || box.width < 43.5);
}).map((e) => `${e.id || e.className || e.tagName} ${e.textContent.trim().slice(0, 20)}`)"""


def faults(page: Any) -> list[str]:
    """Return the violations of axe, labels over others or counters, excess width, and controls too small for a phone."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    violations = axe.Axe().run(page).response["violations"]
    wrong = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in violations]
    wrong += [f"a label {each}" for each in page.evaluate(OVERLAPS)[1]]
    wide, width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    if wide > width:
        wrong.append(f"{wide} pixels wide")
    if width <= SIZES["phone"]["width"]:
        wrong += [f"small: {each}" for each in page.evaluate(SMALL)]
    return wrong
