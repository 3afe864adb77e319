"""Replay of a VASSAL log (`.vlog`): the steps of a game, and the position before and after each.

A step is a token of the outermost list whose first command begins with `LOG`. Its commands add, remove, change and
move pieces. A command that does not fit the position stops the replay: later positions would be guesses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from .counters import understood
from .pieces import CHARACTER_LIMIT, TRAIT_LIMIT, Piece, Stack, pair, read_piece, read_stack
from .save import PIECE_LIMIT, SavedGame, game_of
from .stream import COMMANDS, REPAIR, Damaged, SaveError, SaveText, commands, is_step, read_text, tokens

NOWHERE = "null"  # VASSAL's word for no map, no piece below and no user
MASKS = ("conceal", "hide", "obs")  # traits whose state begins with the user's password
SOMEBODY = "somebody"
UNDO_LEAF = re.compile(r"UNDO\ttrue")
UNDO_CHAT = re.compile(r"CHAT\W{0,4}UNDO: ")
PLACING = {"M": 9, "D": 3, "+": 4, "-": 2}  # fields of a command on pieces, at least


class Misfit(ValueError):
    """A command does not fit the position that the steps before have led to."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: its number from 1 in its file, whether it takes back another, and the chat lines of it."""

    number: int
    undoes: bool
    chat: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The position at one moment: pieces by id, without their places; and the stacks and single pieces."""

    start: SavedGame
    pieces: Mapping[str, Piece]
    stacks: tuple[Stack, ...]
    alone: Mapping[str, tuple[str, int, int]]

    def places(self) -> dict[str, tuple[str, int, int]]:
        """Return the map and pixel of every piece."""
        by_piece = dict(self.alone)
        for stack in self.stacks:
            by_piece.update(dict.fromkeys(stack.pieces, (stack.map, stack.x, stack.y)))
        return by_piece

    def saved(self) -> SavedGame:
        """Return the position as a saved game."""
        pieces = dict(self.pieces)
        for identity, (where, x, y) in self.alone.items():
            if identity in pieces:
                pieces[identity] = replace(pieces[identity], map=where, x=x, y=y, stack="", position=0)
        full = []
        for stack in self.stacks:
            held = tuple(identity for identity in stack.pieces if identity in pieces)
            for number, identity in enumerate(held):
                there = replace(pieces[identity], map=stack.map, x=stack.x, y=stack.y)
                pieces[identity] = there.within(stack.id, number)
            if held:
                full.append(replace(stack, pieces=held))
        return replace(self.start, pieces=pieces, stacks=tuple(full), logged=0, assumptions=self.start.settled)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A step that was carried out, with the positions before and after it."""

    step: Step
    before: Snapshot
    after: Snapshot


def read_log(path: Path | str) -> Log:
    """Read a log, or a saved game, which is a log without steps.

    Raises SaveError for any other file.
    """
    file, content = str(path), read_text(path)
    try:
        return Log(file, content)
    except Damaged as error:
        raise SaveError(file, str(error), REPAIR) from None


class Log:
    """A log: its start, its steps, and after `replay` how far they fit.

    `start` is the saved game that it begins with; `stopped` the sentence about the command that does not fit, or "".
    """

    def __init__(self, file: str, content: SaveText) -> None:
        self.file, self._text = file, content.text
        self.start = game_of(file, content)
        self.stopped = ""
        self._table = _Table(self.start)
        for command in commands(self._text):
            if command == "end_save":
                break
            if command.startswith("+/"):
                self._table.add(list(tokens(command, "/")), loading=True)
        self._table.settle()
        self._end = self._table.snapshot()

    def is_same(self, other: Log) -> bool:
        """Return True for a copy of it under another name."""
        return self._text == other._text

    def replay(self) -> Iterator[Replayed]:
        """Yield each step once it is carried out, from the first; a log is replayed once.

        Stops before the first step that does not fit, with `stopped` set.
        """
        before = self._table.snapshot()
        for number, token in enumerate(filter(is_step, tokens(self._text, COMMANDS)), 1):
            leaves = [leaf.removeprefix("LOG\t") for leaf in commands(token)]
            chat = tuple(leaf.removeprefix("CHAT") for leaf in leaves if leaf.startswith("CHAT"))
            undoes = any(UNDO_LEAF.match(leaf) or UNDO_CHAT.match(leaf) for leaf in leaves)
            try:
                for leaf in leaves:
                    self._table.carry_out(leaf)
            except (Misfit, Damaged) as error:
                self.stopped = f"step {number} does not fit the position before it: {error}"
                self._end = before
                return
            after = self._table.snapshot() if self._table.changed else before
            self._table.changed = False
            yield Replayed(Step(number, undoes, chat), before, after)
            self._end = before = after

    def end(self) -> Snapshot:
        """Return the position after the last step that was carried out."""
        return self._end


# ---------------------------------------------------------------------------------------------------------------------
# The pieces on the table


@dataclass(slots=True)
class _Raw:
    """A piece as VASSAL writes it: type, the traits' own parts, the state of the basic piece."""

    kind: str
    own: list[str]
    base: str
    types: list[str]

    @property
    def stacks(self) -> bool:
        for trait in self.types:
            if trait.startswith("immob"):
                fields = list(tokens(trait, ";"))
                return len(fields) > 3 and fields[3].startswith("L")
        return True

    def state(self) -> str:
        text = self.base
        for own in reversed(self.own):
            text = f"{_written(own)}\t{_written(text)}"
        return text


def _written(token: str) -> str:
    if token.endswith("\\") or (len(token) > 1 and token[0] == token[-1] == "'"):
        token = f"'{token}'"
    return token.replace("\t", "\\\t")


def _chain(text: str, number: int) -> list[str]:
    """Return the own parts of that many traits, and what is inside of them."""
    parts = []
    for _ in range(number):
        own, text = pair(text)
        parts.append(own)
    return [*parts, text]


@dataclass(slots=True)
class _Held:
    """A stack on the table; its pieces from the bottom to the top."""

    where: tuple[str, int, int]
    pieces: list[str] = field(default_factory=list)


_NOBODY = _Held((NOWHERE, 0, 0))


class _Table:
    def __init__(self, start: SavedGame) -> None:
        self.start = start
        self.raw: dict[str, _Raw] = {}
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, _Held] = {}
        self.stack_of: dict[str, str] = {}
        self.alone: dict[str, tuple[str, int, int]] = {}
        self.others: set[str] = set()  # ids of what is no counter: decks
        self.budget = CHARACTER_LIMIT
        self.nameless = 0
        self.changed = False
        self.waiting: list[tuple[str, Stack]] = []

    def settle(self) -> None:
        """Put the pieces of a saved game into its stacks, which may come before their pieces."""
        for identity, stack in self.waiting:
            held = self.stacks[identity]
            for piece in stack.pieces:
                if piece in self.raw and piece not in self.stack_of:
                    self.alone.pop(piece, None)
                    held.pieces.append(piece)
                    self.stack_of[piece] = identity
        self.waiting.clear()
        self.changed = False

    def snapshot(self) -> Snapshot:
        stacks = tuple(
            Stack(identity, *held.where, tuple(held.pieces)) for identity, held in self.stacks.items() if held.pieces
        )
        return Snapshot(self.start, dict(self.pieces), stacks, dict(self.alone))

    # -- commands

    def carry_out(self, leaf: str) -> None:
        """Carry out a command.

        Raises Misfit where it does not fit, Damaged where it cannot be read. What is no command on pieces does nothing.
        """
        sign = leaf[:1]
        if sign not in PLACING or leaf[1:2] != "/":
            return
        fields = list(tokens(leaf, "/"))
        if len(fields) < PLACING[sign]:
            raise Damaged("a command on a piece is damaged")
        self.changed = True
        if sign == "+":
            self.add(fields)
        elif sign == "-":
            self._remove(fields[1])
        elif sign == "D":
            self._change(fields[1], fields[2], fields[3] if len(fields) > 3 else None)
        else:
            self._move(fields)

    def add(self, fields: list[str], *, loading: bool = False) -> None:
        """Add a piece or a stack; while a saved game is loading, its stacks wait for their pieces."""
        if len(fields) != 4:
            raise Damaged("a piece in it is damaged")
        _, identity, kind, state = fields
        if len(self.raw) + len(self.stacks) >= PIECE_LIMIT:
            raise Damaged(f"it has more than {PIECE_LIMIT} pieces, too many for a game")
        if kind == "stack":
            if identity in self.raw or self.stacks.get(identity, _NOBODY).pieces:
                if loading:
                    return
                raise Misfit("it adds a stack that is there already")
            self._claim(identity, read_stack(identity, state), loading)
            return
        if identity in self.raw or identity in self.stacks:
            if loading:
                return
            raise Misfit("it adds a piece that is there already")
        types, inner = [], kind
        while not inner.startswith("piece;"):
            own_type, inner = pair(inner)
            types.append(own_type)
            if not inner:
                self.others.add(identity)
                return
            if len(types) > TRAIT_LIMIT:
                raise Damaged("a piece in it has too many traits")
        *own, base = _chain(state, len(types))
        self.raw[identity] = _Raw(kind, self._masked(types, own), base, types)
        self._read(identity)
        where = self.pieces[identity]
        self.alone[identity] = (where.map, where.x, where.y)

    def _claim(self, identity: str, stack: Stack, loading: bool) -> None:
        self.stacks[identity] = _Held((stack.map, stack.x, stack.y))
        if loading:
            self.waiting.append((identity, stack))
            return
        for piece in stack.pieces:
            if piece not in self.raw:
                raise Misfit("it stacks a piece that is not there")
            self._lift(piece)
            self.stacks[identity].pieces.append(piece)
            self.stack_of[piece] = identity

    def _remove(self, identity: str) -> None:
        if identity in self.stacks:
            held = self.stacks.pop(identity)
            if held.pieces:
                name = self._name()
                self.stacks[name] = held
                self.stack_of.update(dict.fromkeys(held.pieces, name))
        elif identity in self.raw:
            self._lift(identity)
            del self.raw[identity], self.pieces[identity]
        elif identity not in self.others:
            raise Misfit("it removes a piece that is not there")

    def _change(self, identity: str, new: str, old: str | None) -> None:
        if identity in self.others:
            return
        if identity in self.stacks:
            self._restack(identity, new, old)
            return
        raw = self.raw.get(identity)
        if raw is None:
            raise Misfit("it changes a piece that is not there")
        count = len(raw.types)
        *own, base = _chain(new, count)
        own = self._masked(raw.types, own)
        before, base_before = own, raw.base
        if old is not None:
            *before, base_before = _chain(old, count)
            before = self._masked(raw.types, before)
            if before != raw.own:
                raise Misfit(f"it changes {self._called(identity)}, which is in another state")
            raw.own = [was if now == told else now for was, told, now in zip(raw.own, before, own, strict=True)]
        else:
            raw.own = own
        there = self._base_place(base)
        if old is not None:
            if self._base_place(base_before)[1:] != self._place(identity)[1:]:
                raise Misfit(f"it changes {self._called(identity)}, which is elsewhere")
            moved = there[1:] != self._base_place(base_before)[1:]
        else:
            moved = there[1:] != self._place(identity)[1:]
        raw.base = base
        self._read(identity)
        if moved:
            self._lift(identity)
            self.alone[identity] = there

    def _restack(self, identity: str, new: str, old: str | None) -> None:
        held, now = self.stacks[identity], read_stack(identity, new)
        listed = set(read_stack(identity, old).pieces) if old is not None else set(held.pieces)
        kept = [piece for piece in held.pieces if piece not in listed and piece not in now.pieces]
        for piece in now.pieces:
            if piece not in self.raw:
                raise Misfit("it stacks a piece that is not there")
        for piece in held.pieces:
            del self.stack_of[piece]
            self.alone[piece] = held.where
        held.where, held.pieces = (now.map, now.x, now.y), []
        for piece in (*now.pieces, *kept):
            self._lift(piece)
            self.stacks[identity] = held
            held.pieces.append(piece)
            self.stack_of[piece] = identity

    def _move(self, fields: list[str]) -> None:
        # The tenth field is the user's password: nothing reads it
        _, identity, where, x, y, under, old_map, old_x, old_y, *rest = fields[:10]
        there, was = (where, _whole(x), _whole(y)), (old_map, _whole(old_x), _whole(old_y))
        if identity in self.others:
            return
        if identity in self.stacks:
            held = self.stacks[identity]
            self._check_old(held.where, was, "a stack")
            if under in self.stack_of and self._place(under) == there and under not in held.pieces:
                for piece in list(held.pieces):
                    self._put(piece, there, under)
                    under = piece
                return
            target = self._stack_at(there, but=identity)
            if target is not None and held.pieces:
                others = self.stacks[target].pieces
                together = [*held.pieces, *others] if under == NOWHERE else [*others, *held.pieces]
                self.stacks[target].pieces = together
                self.stack_of.update(dict.fromkeys(held.pieces, target))
                held.pieces = []
            held.where = there
            return
        if identity not in self.raw:
            raise Misfit("it moves a piece that is not there")
        self._check_old(self._place(identity), was, self._called(identity))
        if rest and self._below(identity) != rest[0]:
            raise Misfit(f"it moves {self._called(identity)}, which lies on another piece")
        self._put(identity, there, under)

    # -- places

    def _put(self, identity: str, there: tuple[str, int, int], under: str) -> None:
        self._lift(identity)
        if not self.raw[identity].stacks or there[0] == NOWHERE:
            self.alone[identity] = there
            return
        if under in self.raw and under != identity and self._place(under) == there and self.raw[under].stacks:
            target: str | None = self.stack_of.get(under) or self._grown(under)
        else:
            target = self._stack_at(there)
        if target is None:
            target = self._name()
            self.stacks[target] = _Held(there)
        pieces = self.stacks[target].pieces
        at = pieces.index(under) + 1 if under in pieces else 0 if under == NOWHERE else len(pieces)
        pieces.insert(at, identity)
        self.stack_of[identity] = target

    def _lift(self, identity: str) -> None:
        """Take a piece from its place; a nameless stack without pieces is gone."""
        self.alone.pop(identity, None)
        stack = self.stack_of.pop(identity, None)
        if stack is not None:
            self.stacks[stack].pieces.remove(identity)
            if not self.stacks[stack].pieces and stack.startswith("~"):
                del self.stacks[stack]

    def _grown(self, identity: str) -> str:
        """Make a stack of a single piece."""
        name, where = self._name(), self.alone.pop(identity)
        self.stacks[name] = _Held(where, [identity])
        self.stack_of[identity] = name
        return name

    def _stack_at(self, there: tuple[str, int, int], but: str = "") -> str | None:
        for name, held in self.stacks.items():
            if held.where == there and held.pieces and name != but:
                return name
        single = next((i for i, where in self.alone.items() if where == there and self.raw[i].stacks), None)
        return None if single is None else self._grown(single)

    def _place(self, identity: str) -> tuple[str, int, int]:
        stack = self.stack_of.get(identity)
        return self.alone[identity] if stack is None else self.stacks[stack].where

    def _below(self, identity: str) -> str:
        stack = self.stack_of.get(identity)
        pieces = self.stacks[stack].pieces if stack is not None else [identity]
        at = pieces.index(identity)
        return pieces[at - 1] if at else NOWHERE

    def _check_old(self, here: tuple[str, int, int], was: tuple[str, int, int], called: str) -> None:
        if here != was and not (here[0] == was[0] == NOWHERE):
            raise Misfit(f"it moves {called} from a place where it is not")

    def _name(self) -> str:
        name = ""
        while not name or name in self.stacks or name in self.raw:
            self.nameless += 1
            name = f"~{self.nameless}"
        return name

    # -- pieces

    def _called(self, identity: str) -> str:
        return self.pieces[identity].name or "a piece"

    def _read(self, identity: str) -> None:
        raw = self.raw[identity]
        piece = read_piece(identity, raw.kind, raw.state(), self.budget)
        if piece is None:
            raise Damaged("a piece in it is damaged")
        self.budget -= piece.effort
        self.pieces[identity] = understood(piece)

    def _masked(self, types: list[str], own: list[str]) -> list[str]:
        """Return the own parts of traits without the passwords of those who conceal and hide."""
        return [
            _without_user(now) if kind.partition(";")[0] in MASKS else now for kind, now in zip(types, own, strict=True)
        ]

    def _base_place(self, base: str) -> tuple[str, int, int]:
        fields = list(tokens(base, ";"))
        if len(fields) < 3:
            raise Damaged("a piece in it is damaged")
        return fields[0], _whole(fields[1]), _whole(fields[2])


def _without_user(now: str) -> str:
    user, semicolon, rest = now.partition(";")
    return now if user.strip() in ("", NOWHERE) else f"{SOMEBODY}{semicolon}{rest}"


def _whole(text: str) -> int:
    try:
        return int(text[:12])
    except ValueError:
        raise Damaged("the place of a piece in it is damaged") from None
