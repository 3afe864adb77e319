"""A player who sets a position up on the page, and the tools of the palette that tests use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from page_player import Player

from pyrout.position.facts import Instance
from pyrout.position.reading import parse
from pyrout.serve.edits import apply_edits
from pyrout.serve.map_edits import blank

SAID = "E5 woods; E5 german 467 broken dm; E4 american 666; E2 american 666; D4 stone_building"


def set_up() -> Instance:
    """Return a position of several typed words, a wall and a road."""
    wall = {"op": "hexside", "sides": [["E5", "E6"]], "kind": "wall", "on": True}
    road = {"op": "hexside", "sides": [["E6", "E7"]], "kind": "road", "on": True}
    return apply_edits(parse(blank(), "blank.lp", need="facts"), [{"op": "say", "line": SAID}, wall, road])


SQUAD = '[data-tool="unit:german squad 4-6-7 broken dm"]'
ENEMY = '[data-tool="unit:american squad 6-6-6"]'
WOODS = '[data-tool="terrain:woods"]'


class Setter(Player):
    """Sets a position up; counts what a player does."""

    actions = 0

    def act(self, work: Any) -> None:
        before = self.times_drawn
        work()
        self.actions += 1
        self.page.wait_for_selector(f'body[data-shown="{before + 1}"]')

    def begin(self, address: str) -> Any:
        page = self.open(address)
        self.act(lambda: page.locator("#new").click())
        return page

    def carry(self, tool: str, to: str) -> None:
        """Drags a tool of the palette onto a hex, and waits for the answer."""
        self.act(lambda: self.pull(tool, to))

    def pull(self, tool: str, to: str) -> None:
        """Drags a tool of the palette onto a hex."""
        self.page.mouse.move(*self.middle(self.page.locator(tool)))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(self.hex(to)), steps=4)
        self.page.mouse.up()

    def stroke(self, start: str, end: str, steps: int = 12) -> None:
        """Drags the tool that is held from hex to hex, and waits for the answer."""
        self.page.mouse.move(*self.middle(self.hex(start)))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(self.hex(end)), steps=steps)
        self.act(self.page.mouse.up)

    def middle(self, target: Any) -> tuple[float, float]:
        for _ in range(50):  # the map may be drawn anew in this moment
            target.wait_for()  # a palette that is being opened
            box = target.bounding_box()
            if box:
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        raise AssertionError("it is not in sight")

    def say(self, words: str) -> None:
        self.page.locator("#typed").fill(words)
        self.act(lambda: self.page.keyboard.press("Enter"))

    def text_of_position(self) -> str:
        """The position as its file has it."""
        self.page.locator("#save-menu").evaluate("menu => { menu.open = true; }")
        with self.page.expect_download() as waiting:
            self.page.locator("#save-lp").click()
        self.page.locator("#save-menu").evaluate("menu => { menu.open = false; }")
        return Path(waiting.value.path()).read_text(encoding="utf-8")
