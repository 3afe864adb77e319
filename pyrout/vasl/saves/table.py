"""The pieces of a game on the table: put there by the commands of a saved game, moved by those of a log.

A command adds, removes, changes or moves a piece or a stack.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .counters import counter_of
from .game import SavedGame, Snapshot
from .pieces import TRAIT_LIMIT, Piece, Place, Stack, Traits, pair, pixel, place_of, read_piece, read_stack
from .stream import Damaged, tokens

PIECE_LIMIT = 20_000  # pieces and stacks: a campaign game has about 2,000
# Characters that may be looked at in taking the chains of traits apart: each trait costs the length of what is inside
# it, and the ordinary piece about ten times its own length.
CHARACTER_LIMIT = 300_000_000
NOWHERE = "null"  # VASSAL's word for no map, no piece below and no user
MASKS = ("conceal", "hide", "obs")  # traits whose state begins with the user's password
SOMEBODY = "somebody"
PLACING = {"M": 9, "D": 3, "+": 4, "-": 2}  # fields of a command on pieces, at least


class Misfit(ValueError):
    """A command does not fit the position that the steps before have led to."""


@dataclass(slots=True)
class _Held:
    """A stack on the table; its pieces from the bottom to the top."""

    where: Place
    pieces: list[str] = field(default_factory=list)


_NOBODY = _Held((NOWHERE, 0, 0))


class Table:
    """The pieces and stacks, as the commands leave them.

    `others` has what is no counter (a deck, a clock) by its id, with the word for its kind.
    """

    def __init__(self) -> None:
        self.raw: dict[str, Traits] = {}
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, _Held] = {}
        self.stack_of: dict[str, str] = {}
        self.alone: dict[str, Place] = {}
        self.others: dict[str, str] = {}
        self.budget = CHARACTER_LIMIT
        self.nameless = 0
        self.changed = False
        self.waiting: dict[str, Stack] = {}

    def settle(self) -> None:
        """Put the pieces of a saved game into its stacks, which may come before their pieces."""
        for stack in self.waiting.values():
            for piece in stack.pieces:
                if piece in self.raw and piece not in self.stack_of:
                    del self.alone[piece]
                    self._lay(piece, stack.id)
        self.waiting.clear()
        self.changed = False

    def snapshot(self, start: SavedGame) -> Snapshot:
        """Return the position in a game that began with `start`."""
        stacks = tuple(
            Stack(identity, *held.where, tuple(held.pieces)) for identity, held in self.stacks.items() if held.pieces
        )
        return Snapshot(start, dict(self.pieces), stacks, dict(self.alone))

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
        """Add a piece or a stack; while a saved game is loading, its stacks wait for their pieces.

        Of two with one id a saved game has the last.
        """
        if len(fields) != 4:
            raise Damaged("a piece in it is damaged")
        _, identity, kind, state = fields
        if len(self.raw) + len(self.stacks) >= PIECE_LIMIT:
            raise Damaged(f"it has more than {PIECE_LIMIT} pieces, too many for a saved game")
        if kind == "stack":
            if identity in self.raw or self.stacks.get(identity, _NOBODY).pieces:
                if loading:
                    return
                raise Misfit("it adds a stack that is there already")
            self._claim(identity, read_stack(identity, state), loading)
            return
        if identity in self.stacks or (identity in self.raw and not loading):
            if loading:
                return
            raise Misfit("it adds a piece that is there already")
        *types, base = self._taken_apart(kind)
        if not base:
            self.others[identity] = kind.split(";", 1)[0].split("\t", 1)[0]
            return
        self.raw[identity] = Traits(types, base, *self._state(types, state))
        self.alone[identity] = self._read(identity)

    def _taken_apart(self, chain: str, number: int | None = None) -> list[str]:
        """Return the own parts of that many traits, and what is inside of them; without a number up to the basic piece.

        The last is empty for what has none.
        """
        parts: list[str] = []
        while chain and not chain.startswith("piece;") if number is None else len(parts) < number:
            self.budget -= len(chain)
            if self.budget < 0 or len(parts) == TRAIT_LIMIT:
                raise Damaged("a piece in it has too many traits")
            own, chain = pair(chain)
            parts.append(own)
        return [*parts, chain]

    def _claim(self, identity: str, stack: Stack, loading: bool) -> None:
        held = self.stacks[identity] = _Held((stack.map, stack.x, stack.y))
        if loading:
            self.waiting[identity] = stack
            return
        for piece in stack.pieces:
            self._lift(self._known(piece))
            self.stacks[identity] = held  # a piece that is listed twice has emptied it
            self._lay(piece, identity)

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
        here = self._place(identity)
        if old is not None:
            before, was = self._state(raw.types, old)
            if before != raw.states:
                raise Misfit(f"it changes {self._called(identity)}, which is in another state")
            if place_of(was)[1:] != here[1:]:
                raise Misfit(f"it changes {self._called(identity)}, which is elsewhere")
        raw.states, raw.state = self._state(raw.types, new)
        there = self._read(identity)
        if there[1:] != here[1:]:
            self._lift(identity)
            self.alone[identity] = there

    def _state(self, types: list[str], state: str) -> tuple[list[str], str]:
        """Return the states of the traits of these types, without passwords, and that of the basic piece."""
        *own, base = self._taken_apart(state, len(types))
        return self._masked(types, own), base

    def _restack(self, identity: str, new: str, old: str | None) -> None:
        held, now = self.stacks[identity], read_stack(identity, new)
        listed = {*now.pieces, *(held.pieces if old is None else read_stack(identity, old).pieces)}
        kept = [piece for piece in held.pieces if piece not in listed]
        for piece in now.pieces:
            self._known(piece)
        for piece in held.pieces:
            del self.stack_of[piece]
            self.alone[piece] = held.where
        held.where, held.pieces = (now.map, now.x, now.y), []
        for piece in (*now.pieces, *kept):
            self._lift(piece)
            self.stacks[identity] = held
            self._lay(piece, identity)

    def _move(self, fields: list[str]) -> None:
        # The tenth field is the user's password: nothing reads it
        _, identity, where, x, y, under, old_map, old_x, old_y, *rest = fields[:10]
        there, was = (where, pixel(x), pixel(y)), (old_map, pixel(old_x), pixel(old_y))
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

    def _known(self, identity: str) -> str:
        """Return a piece that is to be stacked. Raises Misfit for one that is not there."""
        if identity not in self.raw:
            raise Misfit("it stacks a piece that is not there")
        return identity

    def _lay(self, identity: str, stack: str) -> None:
        """Lay a piece that lies nowhere on a stack."""
        self.stacks[stack].pieces.append(identity)
        self.stack_of[identity] = stack

    def _put(self, identity: str, there: Place, under: str) -> None:
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

    def _stack_at(self, there: Place, but: str = "") -> str | None:
        for name, held in self.stacks.items():
            if held.where == there and held.pieces and name != but:
                return name
        single = next((i for i, where in self.alone.items() if where == there and self.raw[i].stacks), None)
        return None if single is None else self._grown(single)

    def _place(self, identity: str) -> Place:
        stack = self.stack_of.get(identity)
        return self.alone[identity] if stack is None else self.stacks[stack].where

    def _below(self, identity: str) -> str:
        stack = self.stack_of.get(identity)
        pieces = self.stacks[stack].pieces if stack is not None else [identity]
        at = pieces.index(identity)
        return pieces[at - 1] if at else NOWHERE

    def _check_old(self, here: Place, was: Place, called: str) -> None:
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

    def _read(self, identity: str) -> Place:
        """Read a piece as it is now, and return its place by its own state."""
        piece = read_piece(identity, self.raw[identity])
        self.pieces[identity] = replace(piece, counter=counter_of(piece))
        return piece.map, piece.x, piece.y

    def _masked(self, types: list[str], own: list[str]) -> list[str]:
        """Return the own parts of traits without the passwords of those who conceal and hide."""
        return [
            _without_user(now) if kind.partition(";")[0] in MASKS else now for kind, now in zip(types, own, strict=True)
        ]


def _without_user(now: str) -> str:
    user, semicolon, rest = now.partition(";")
    return now if user.strip() in ("", NOWHERE) else f"{SOMEBODY}{semicolon}{rest}"
