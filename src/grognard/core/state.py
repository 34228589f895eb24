"""The position of a game as plain data: flat arrays for what there is much of, small values for the rest.

A state can be copied in microseconds, compared by value and written as JSON. It holds no object that
remembers anything: what happens next is the `flow`, a stack of frames. A game subclasses `State`,
names its own arrays in `PIECE_ARRAYS` / `NODE_ARRAYS` and its own small values in `VALUES`, and annotates each of them, so that a
misspelt one is an error of types; values must be immutable (numbers, strings, tuples, frozen structs).
"""

from __future__ import annotations

import typing
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Self

import msgspec
import numpy as np
import numpy.typing as npt

from .alliances import relations
from .derived import EVERYTHING, KEPT, MOST_SIDES
from .errors import GrognardError

_PLACES, _STANDS, _FLAGS = KEPT.places, KEPT.stands, KEPT.flags  #: looked at whenever a piece moves or is marked

Ints = npt.NDArray[np.int16]
SmallInts = npt.NDArray[np.int8]
Bytes = npt.NDArray[np.uint8]
Truths = npt.NDArray[np.bool_]


class Frame(msgspec.Struct, frozen=True, gc=False):
    """Something still to be done: a step of the sequence of play, whose it is, and its particulars."""

    step: str
    #: the side whose decision it is; -1 when the step runs by itself, or when posts of several sides decide at once
    side: int = msgspec.field(default=-1, name="seat")
    args: tuple[Any, ...] = ()
    posts: tuple[int, ...] = ()  #: the posts that decide, where not all of the side do
    ready: tuple[int, ...] = ()  #: the posts that have said that they are through, while others have not


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game has ended: the sides that have won together (none: a draw), the rule, why, and where if it was at a place."""

    winners: tuple[int, ...]
    rule: str
    reason: str
    place: int = -1


class Arrays:
    """Arrays as a whole, for NumPy and the kernels. One entry at a time is read and written through a memory view of the
    same name, which is three times quicker: `s.loc[unit]` beside `s.arrays.loc`. A game that has more of them says so in a
    subclass, which its state names as `ARRAYS` and as the type of `arrays`."""

    loc: Ints
    below: Ints
    kind: Ints
    steps: SmallInts
    flags: Ints
    top: Ints
    control: SmallInts
    count: Ints  #: one row per side
    foes: Ints  #: one row per side


class State:
    """Base of every game's state. `below` and `top` chain the pieces of a node, topmost first."""

    ARRAYS: ClassVar[type[Arrays]] = Arrays
    #: arrays with one entry per piece / per node (name -> numpy type)
    PIECE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {}
    NODE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {}
    #: small immutable values (name -> value at the start); numbers in them that are pieces have the type `Unit`
    VALUES: ClassVar[dict[str, object]] = {}
    #: what the bits of `flags` mean (word -> bit)
    FLAGS: ClassVar[dict[str, int]] = {}
    #: arrays and values that derived answers may rest on, so that they change through the doors of this class alone
    WATCHED: ClassVar[frozenset[str]] = frozenset({"kind", "steps", "flags", "control"})
    #: steps whose frames speak of pieces -> the type of their arguments
    FRAMES: ClassVar[dict[str, Any]] = {}
    #: flags that belong to a piece wherever it lies; all others tell what has happened in its place
    INNATE: ClassVar[int] = 0
    #: what arrays hold at the start, where it is not 0
    FILLS: ClassVar[dict[str, int]] = {}

    _PIECES: ClassVar[dict[str, npt.DTypeLike]] = {
        "loc": np.int16, "below": np.int16, "kind": np.int16, "steps": np.int8, "flags": np.int16,
    }  # fmt: skip
    _NODES: ClassVar[dict[str, npt.DTypeLike]] = {"top": np.int16, "control": np.int8}
    _VALUES: ClassVar[dict[str, object]] = {"flow": (), "rolls": 0, "outcome": None, "alliances": (), "options": {}}
    _FILLS: ClassVar[dict[str, int]] = {"loc": -1, "below": -1, "top": -1, "control": -1}

    _twin: ClassVar[type[State]]
    _guarded: ClassVar[frozenset[str]]  #: arrays that can be read but not written from outside, one entry at a time

    arrays: Arrays
    loc: memoryview  #: the node a piece stands on; -1 before it exists
    below: memoryview  #: the next piece further down in the same node, -1 at the bottom
    kind: memoryview  #: index of the piece's type
    steps: memoryview
    flags: memoryview
    top: memoryview  #: the topmost piece of a node, -1 when it is empty
    control: memoryview  #: the side that controls a node, -1 for nobody
    count: tuple[memoryview, ...]  #: pieces of a side on a node: count[side][node]
    foes: tuple[memoryview, ...]  #: pieces of a side's enemies on a node: foes[side][node]
    enemies: tuple[tuple[int, ...], ...]  #: by side, those it fights
    flow: tuple[Frame, ...]
    rolls: int
    outcome: Outcome | None  #: None while the game goes on
    alliances: tuple[int, ...]  #: by side; see `grognard.core.alliances`
    options: dict[str, str]  #: what was chosen differently from the default, never changed; ask `Play.option`

    def __init__(self, pieces: int, nodes: int, sides: int) -> None:
        if sides > MOST_SIDES:
            raise ValueError(f"a game has at most {MOST_SIDES} sides, not {sides}")
        self.sizes = (pieces, nodes, sides)
        self.valid = 0  #: a bit for every derived answer that still holds; see `grognard.core.derived`
        self.answers: dict[int, Any] = {}
        self.memory = np.zeros(self._plan(self.sizes)[1], np.uint8)  #: all arrays lie in here, one after the other
        for name, value in self.values().items():
            setattr(self, name, value)
        self._cut_arrays()
        for name, fill in self.fills().items():
            getattr(self.arrays, name).fill(fill)

    def forget(self) -> None:
        """No derived answer holds any more: for whoever puts a whole position together."""
        self.valid = 0

    def __init_subclass__(cls, *, asleep: bool = False) -> None:
        """Every kind of state has a twin for copies that nobody has looked at yet, and sees its watched values being set."""
        super().__init_subclass__()
        if not asleep:
            cls._guarded = cls.WATCHED | {"loc", "below", "top"}
            for name in cls.WATCHED & cls.values().keys():
                setattr(cls, name, _Watched(name))
            cls._twin = type(cls.__name__, (_Asleep, cls), {"_awake": cls}, asleep=True)

    def _cut_arrays(self) -> None:
        whole, guarded = self.ARRAYS(), self._guarded
        self.arrays = whole
        doors: dict[str, memoryview] = {}
        for name, (first, last, dtype, _) in self._plan(self.sizes)[0].items():
            array = self.memory[first:last].view(dtype)
            setattr(whole, name, array)
            view = array.data
            if name in guarded:
                doors[name] = view
                view = view.toreadonly()
            setattr(self, name, view)
        stacks = doors.pop("loc"), doors.pop("below"), doors.pop("top")
        #: by side, what `put` writes into
        self._stacks = [(*stacks, *counts) for counts in self._cut_counts(whole)]
        self._doors = doors  #: the other guarded arrays, to be written into

    def _cut_counts(self, whole: Arrays) -> list[tuple[memoryview, tuple[memoryview, ...]]]:
        """By side, the count of its pieces and the counts of foes that change with them."""
        _, nodes, sides = self.sizes
        whole.count = whole.count.reshape(sides, nodes)
        own = [row.data for row in whole.count]
        self.count = tuple([row.toreadonly() for row in own])
        self.enemies = relations(self.alliances, sides).enemies
        if sides == 2:  # two sides are always enemies: what one counts as its foes is what the other counts as its own
            whole.foes, self.foes = whole.count[::-1], self.count[::-1]
            return [(row, ()) for row in own]
        whole.foes = whole.foes.reshape(sides, nodes)
        foes = [row.data for row in whole.foes]
        self.foes = tuple([row.toreadonly() for row in foes])
        return [(own[side], tuple([foes[enemy] for enemy in self.enemies[side]])) for side in range(sides)]

    @classmethod
    def _plan(cls, sizes: tuple[int, int, int]) -> tuple[dict[str, tuple[int, int, Any, tuple[int, ...]]], int]:
        """Where each array lies in the memory of a state of this size; worked out once per class and size."""
        plans = cls.__dict__.get("_plans")
        if plans is None:
            plans = {}
            setattr(cls, "_plans", plans)  # noqa: B010 - one table per subclass
        if sizes not in plans:
            pieces, nodes, sides = sizes
            shapes: list[tuple[str, Any, tuple[int, ...]]]
            shapes = [(name, dtype, (pieces,)) for name, dtype in cls.piece_arrays().items()]
            shapes += [(name, dtype, (nodes,)) for name, dtype in cls.node_arrays().items()]
            shapes.append(("count", np.int16, (sides, nodes)))  # a dead pile outgrows a byte
            if sides != 2:
                shapes.append(("foes", np.int16, (sides, nodes)))
            plan, at = {}, 0
            for name, dtype, shape in shapes:
                length = int(np.prod(shape)) * np.dtype(dtype).itemsize
                plan[name] = (at, at + length, dtype, shape)
                at += -(-length // 8) * 8  # every array starts on a multiple of eight
            plans[sizes] = plan, at
        return plans[sizes]  # type: ignore[no-any-return]

    def of_pieces(self) -> tuple[Bytes, npt.NDArray[np.intp]]:
        """A copy of all arrays with one entry per piece, as they lie in memory, and the piece that each byte belongs to."""
        whose = _whose(type(self), self.sizes)  # type: ignore[arg-type]  # states have no hash, but their types have
        return self.memory[: len(whose)].copy(), whose

    @classmethod
    def piece_arrays(cls) -> dict[str, npt.DTypeLike]:
        return cls._PIECES | cls.PIECE_ARRAYS

    @classmethod
    def node_arrays(cls) -> dict[str, npt.DTypeLike]:
        return cls._NODES | cls.NODE_ARRAYS

    @classmethod
    def fills(cls) -> dict[str, int]:
        return cls._FILLS | cls.FILLS

    @classmethod
    def values(cls) -> dict[str, object]:
        known = cls.__dict__.get("_all_values")
        if known is None:
            known = cls._VALUES | cls.VALUES
            setattr(cls, "_all_values", known)  # noqa: B010 - one table per subclass
        return known

    def copy(self) -> Self:
        """An independent copy; small values are shared because they are immutable."""
        new: Self = object.__new__(self._twin)  # type: ignore[assignment]
        mine, theirs = self.__dict__, new.__dict__
        for name in self.values():
            theirs[name] = mine[name]
        theirs["sizes"] = self.sizes
        theirs["memory"] = self.memory.copy()
        theirs["valid"], theirs["answers"] = self.valid, self.answers.copy()
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and deeply copied as what it is made of: memory and values."""
        cls = self._awake if isinstance(self, _Asleep) else type(self)
        return _revived, (cls, self.sizes, self.memory, {name: self.__dict__[name] for name in self.values()})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or other._twin is not self._twin:
            return NotImplemented
        mine, theirs = self.__dict__, other.__dict__
        return (
            self.sizes == other.sizes
            and all(mine[name] == theirs[name] for name in self.values())
            and bool((self.memory == other.memory).all())
        )

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON-ready data."""
        data: dict[str, Any] = {name: msgspec.to_builtins(getattr(self, name)) for name in self.values()}
        data.update({name: getattr(self.arrays, name).tolist() for name in self._plan(self.sizes)[0]})
        return data

    @classmethod
    def bare(cls, sizes: tuple[int, int, int], values: dict[str, Any]) -> Self:
        """A position with these small values and no piece anywhere."""
        new = cls(*sizes)
        for name, value in values.items():
            setattr(new, name, value)
        new._cut_arrays()
        return new

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The inverse of `to_dict`. What a position written by an earlier version does not have stands as at the start."""
        try:
            foreign = set(data) - cls.piece_arrays().keys() - cls.node_arrays().keys() - cls.values().keys() - {"count", "foes"}
            if foreign:
                raise GrognardError(f"a position of this game has no {', '.join(sorted(foreign))}")
            hints = cls.value_types()
            values = {name: msgspec.convert(data[name], hints[name]) for name in data.keys() & cls.values().keys()}
            new = cls.bare((len(data["loc"]), len(data["top"]), len(data["count"])), values)
            for name in data.keys() - values.keys():
                getattr(new.arrays, name)[...] = data[name]
        except (KeyError, TypeError, ValueError, OverflowError) as error:  # a `ValidationError` is a `ValueError`
            raise GrognardError(f"this is no position of the game: {error}") from None
        return new

    @classmethod
    def value_types(cls) -> dict[str, Any]:
        """The types of the small values, by name."""
        known = cls.__dict__.get("_hints")
        if known is None:
            hints = typing.get_type_hints(cls, include_extras=True)
            known = {name: hints[name] for name in cls.values()}
            setattr(cls, "_hints", known)  # noqa: B010 - one table per subclass
        return known

    # ---------------------------------------------------------------- stacks

    def stack(self, node: int) -> list[int]:
        """The pieces on a node, topmost first."""
        found = []
        below = self.below
        piece = self.top[node]
        while piece >= 0:
            found.append(piece)
            piece = below[piece]
        return found

    def put(self, piece: int, node: int, side: int) -> None:
        """Place a piece on top of a node's stack (the only way pieces change place)."""
        loc, below, top, count, foes = self._stacks[side]
        old = loc[piece]
        kept = _PLACES  # what stays valid as long as the side stands on the nodes it stood on
        if old >= 0:
            count[old] = left = count[old] - 1
            if not left:
                kept = _STANDS
            above = top[old]
            if above == piece:
                top[old] = below[piece]
            else:
                while below[above] != piece:
                    above = below[above]
                below[above] = below[piece]
        loc[piece] = node
        if node >= 0:
            below[piece] = top[node]
            top[node] = piece
            count[node] = there = count[node] + 1
            if there == 1:
                kept = _STANDS
        else:
            below[piece] = -1
        if foes:
            for row in foes:
                if old >= 0:
                    row[old] -= 1
                if node >= 0:
                    row[node] += 1
        self.valid &= kept[side]

    def ally(self, side: int, alliance: int) -> None:
        """A side changes its alliance (the only way alliances change)."""
        alliances = list(self.alliances or range(self.sizes[2]))
        alliances[side] = alliance
        self.alliances = tuple(alliances)
        self._cut_arrays()
        for each, enemies in enumerate(self.enemies):
            self.arrays.foes[each] = self.arrays.count[list(enemies)].sum(axis=0)
        self.forget()

    # ---------------------------------------------------------------- other changes that derived answers hear of

    def hold(self, node: int, side: int, matters: bool = True) -> None:
        """A side controls a node; to the answers it may not matter."""
        self._doors["control"][node] = side
        if matters:
            self.valid &= KEPT.named.get("control", EVERYTHING)

    def set(self, name: str, at: int, value: int) -> None:
        """Change one entry of a watched array."""
        self._doors[name][at] = value
        self.valid &= KEPT.named.get(name, EVERYTHING)

    def fill(self, name: str, values: Any, where: Any = ...) -> None:
        """Change a watched array, all of it or where it is said."""
        np.asarray(self._doors[name])[where] = values
        self.valid &= KEPT.named.get(name, EVERYTHING)

    def mark(self, pieces: Iterable[int], bits: int) -> None:
        """Pieces get flags."""
        flags, changed = self._doors["flags"], 0
        for piece in pieces:
            old = flags[piece]
            if bits & ~old:
                changed |= bits & ~old
                flags[piece] = old | bits
        if changed:
            self.valid &= _FLAGS[changed]

    def clear(self, pieces: Iterable[int], bits: int) -> None:
        """Pieces lose flags."""
        flags, changed = self._doors["flags"], 0
        for piece in pieces:
            old = flags[piece]
            if bits & old:
                changed |= bits & old
                flags[piece] = old & ~bits
        if changed:
            self.valid &= _FLAGS[changed]

    def clear_all(self, bits: int) -> None:
        """Every piece loses flags."""
        self.arrays.flags &= ~bits
        self.valid &= _FLAGS[bits]


class _Watched:
    """A value that derived answers may rest on: setting it is noticed, reading it costs nothing (there is no `__get__`)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __set__(self, state: State, value: Any) -> None:
        known = state.__dict__
        known[self.name] = value
        known["valid"] &= KEPT.named.get(self.name, EVERYTHING)


class _Asleep:
    """A copy of a state before its arrays are first asked for: many copies, such as snapshots, never are.

    It then becomes a plain state, because Python reads attributes of a class without `__getattr__` much faster.
    """

    _awake: ClassVar[type[State]]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "memory" not in self.__dict__:
            raise AttributeError(name)
        self.__class__ = self._awake  # type: ignore[assignment]
        self._cut_arrays()
        return getattr(self, name)


@lru_cache(maxsize=64)
def _whose(state_type: type[State], sizes: tuple[int, int, int]) -> npt.NDArray[np.intp]:
    plan = state_type._plan(sizes)[0]
    mine = [plan[name] for name in state_type.piece_arrays()]
    found = np.zeros(max(last for _, last, _, _ in mine), np.intp)
    for first, last, lies, _ in mine:
        found[first:last] = np.arange(sizes[0]).repeat(np.dtype(lies).itemsize)
    return found


def _revived(state_type: type[State], sizes: tuple[int, int, int], memory: Bytes, values: dict[str, Any]) -> State:
    state = object.__new__(state_type)
    state.__dict__.update(values, sizes=sizes, memory=memory, valid=0, answers={})
    state._cut_arrays()
    return state


State.__init_subclass__()
