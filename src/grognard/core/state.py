"""The position of a game as plain data: flat arrays for what there is much of, small values for the rest.

A state can be copied in microseconds, compared by value and written as JSON. It holds no object that
remembers anything: what happens next is the `flow`, a stack of frames. A game subclasses `State`,
names its own arrays in `PIECE_ARRAYS` / `NODE_ARRAYS` and its own small values in `VALUES`; values must be
immutable (numbers, strings, tuples, frozen structs).
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import msgspec
import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.uint8]


class Frame(msgspec.Struct, frozen=True):
    """Something still to be done: a step of the sequence of play, whose it is, and its particulars."""

    step: str
    seat: int = -1  #: the seat that must decide; -1 when the step runs by itself
    args: tuple[Any, ...] = ()


class State:
    """Base of every game's state. `below` and `top` chain the pieces of a node, topmost first."""

    #: arrays with one entry a piece / a node (name -> numpy type)
    PIECE_ARRAYS: ClassVar[dict[str, Any]] = {}
    NODE_ARRAYS: ClassVar[dict[str, Any]] = {}
    #: small immutable values (name -> value at the start)
    VALUES: ClassVar[dict[str, Any]] = {}

    _PIECES: ClassVar[dict[str, Any]] = {
        "loc": np.int16, "below": np.int16, "kind": np.int16, "steps": np.int8, "flags": np.int16,
    }  # fmt: skip
    _NODES: ClassVar[dict[str, Any]] = {"top": np.int16, "control": np.int8}
    _VALUES: ClassVar[dict[str, Any]] = {"flow": (), "rolls": 0, "winner": -1, "reason": ""}

    loc: Ints  #: the node a piece stands on; -1 before it exists
    below: Ints  #: the next piece further down in the same node, -1 at the bottom
    kind: Ints  #: index of the piece's type
    steps: npt.NDArray[np.int8]
    flags: Ints
    top: Ints  #: the topmost piece of a node, -1 when it is empty
    control: npt.NDArray[np.int8]  #: the side that controls a node, -1 for nobody
    count: npt.NDArray[np.int8]  #: pieces of a side on a node: count[side, node]
    flow: tuple[Frame, ...]
    rolls: int
    winner: int
    reason: str

    def __init__(self, pieces: int, nodes: int, sides: int) -> None:
        for name, kind in self.piece_arrays().items():
            setattr(self, name, np.zeros(pieces, kind))
        for name, kind in self.node_arrays().items():
            setattr(self, name, np.zeros(nodes, kind))
        for name, value in self.values().items():
            setattr(self, name, value)
        self.count = np.zeros((sides, nodes), np.int8)
        self.loc.fill(-1)
        self.below.fill(-1)
        self.top.fill(-1)
        self.control.fill(-1)
        self.cache: dict[Any, Any] = {}  #: answers derived from the rest; dropped at every change of place or control

    @classmethod
    def piece_arrays(cls) -> dict[str, Any]:
        return cls._PIECES | cls.PIECE_ARRAYS

    @classmethod
    def node_arrays(cls) -> dict[str, Any]:
        return cls._NODES | cls.NODE_ARRAYS

    @classmethod
    def values(cls) -> dict[str, Any]:
        return cls._VALUES | cls.VALUES

    @classmethod
    def _layout(cls) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Names of the arrays and of the values; worked out once a class."""
        known = cls.__dict__.get("_known_layout")
        if known is None:
            known = (*cls.piece_arrays(), *cls.node_arrays(), "count"), tuple(cls.values())
            setattr(cls, "_known_layout", known)  # noqa: B010 - one per subclass, not declared on the base
        return known  # type: ignore[no-any-return]

    def copy(self) -> Self:
        """An independent copy; small values are shared because they are immutable."""
        new: Self = object.__new__(type(self))
        mine, theirs = self.__dict__, new.__dict__
        arrays, values = self._layout()
        for name in values:
            theirs[name] = mine[name]
        for name in arrays:
            theirs[name] = mine[name].copy()
        theirs["cache"] = {}
        return new

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        arrays, values = self._layout()
        mine, theirs = self.__dict__, other.__dict__
        return all(mine[n] == theirs[n] for n in values) and all(np.array_equal(mine[n], theirs[n]) for n in arrays)

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The state as JSON-ready data."""
        arrays, values = self._layout()
        data: dict[str, Any] = {name: msgspec.to_builtins(getattr(self, name)) for name in values}
        data.update({name: getattr(self, name).tolist() for name in arrays})
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The inverse of `to_dict`."""
        arrays, values = cls._layout()
        sides, nodes = len(data["count"]), len(data["top"])
        new = cls(len(data["loc"]), nodes, sides)
        hints = cls._value_types()
        for name in values:
            setattr(new, name, msgspec.convert(data[name], hints[name]))
        for name in arrays:
            array = getattr(new, name)
            array[...] = np.array(data[name], array.dtype)
        return new

    @classmethod
    def _value_types(cls) -> dict[str, Any]:
        import typing

        hints = typing.get_type_hints(cls)
        return {name: hints[name] for name in cls.values()}

    # ---------------------------------------------------------------- stacks

    def stack(self, node: int) -> list[int]:
        """The pieces on a node, topmost first."""
        found = []
        below = self.below
        piece = self.top.item(node)
        while piece >= 0:
            found.append(piece)
            piece = below.item(piece)
        return found

    def put(self, piece: int, node: int, side: int) -> None:
        """Place a piece on top of a node's stack (the only way pieces change place)."""
        old = self.loc.item(piece)
        below, top = self.below, self.top
        if old >= 0:
            self.count[side, old] -= 1
            above = top.item(old)
            if above == piece:
                top[old] = below.item(piece)
            else:
                while below.item(above) != piece:
                    above = below.item(above)
                below[above] = below.item(piece)
        self.loc[piece] = node
        if node >= 0:
            below[piece] = top.item(node)
            top[node] = piece
            self.count[side, node] += 1
        else:
            below[piece] = -1
        if self.cache:
            self.cache.clear()
