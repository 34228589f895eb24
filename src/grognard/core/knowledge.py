"""What a seat knows of a position: an object of its own, from which nothing else can be read.

It holds arrays, not the state: own and identified pieces whole; of the others that there are so many, and for each place
that can be seen to be taken what was seen to happen there. It has no match, no seed, no dice to come, and of the small
values of a state only those that are no secret. Two positions that a seat cannot tell apart give the same bytes.

`learn` makes it from a position, `position` makes a position of it again, in which everything hidden is dealt anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from .dealing import deal
from .dice import SeededDice
from .game import AnyGame
from .play import Play
from .renaming import renamed
from .seats import Eyes, eyes_of
from .sight import Sight
from .state import Frame, State

#: arrays that say what a piece is and not what has become of it in its place
_OF_THE_PIECE = ("kind", "steps")
#: values that are known by other means, or to nobody
_LEFT_OUT = ("rolls",)


class Deck(msgspec.Struct, frozen=True):
    """Pieces whose faces a seat cannot tell apart, and the faces: entries of some arrays, in no order but their own."""

    pieces: tuple[int, ...]
    arrays: tuple[str, ...]
    faces: tuple[tuple[int, ...], ...]


class Knowledge(msgspec.Struct, frozen=True):
    """What a seat (-1 for a spectator) knows of a position after so many commands."""

    game: str
    data_set: int
    scenario: str
    options: dict[str, str]
    seating: str
    seat: int
    eyes: Eyes  #: the sides whose secrets it knows
    length: int
    arrays: dict[str, bytes]  #: of all pieces and nodes; pieces the seat cannot identify are nowhere
    hidden: tuple[int, ...]  #: those pieces
    backs: tuple[tuple[int, ...], ...]  #: where some of them lie: node, depth in the stack, side, what happened there
    decks: tuple[Deck, ...]
    values: dict[str, Any]

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)

    @classmethod
    def decode(cls, data: bytes, game: AnyGame) -> Knowledge:
        """The inverse of `encode`."""
        plain = msgspec.msgpack.decode(data, type=cls)
        hints = game.state_type.value_types()
        values = {name: msgspec.convert(value, hints[name]) for name, value in plain.values.items()}
        return msgspec.structs.replace(plain, values=values)


# ---------------------------------------------------------------- from a position


def learn(p: Play[Any, Any], seat: int, scenario: str, options: dict[str, str], length: int) -> Knowledge:
    """What a seat knows of a position."""
    game, s, eyes = p.game, p.s, eyes_of(p, seat)
    sight = Sight(p, eyes)
    hidden = [unit for unit in range(len(game.pieces)) if s.loc[unit] >= 0 and not sight.knows(unit)]
    arrays = {name: getattr(s.arrays, name).copy() for name in (*s.piece_arrays(), *s.node_arrays())}
    del arrays["top"]
    arrays["below"] = _depths(s)
    traces = [name for name in s.piece_arrays() if name not in _OF_THE_PIECE and name not in ("loc", "below", "flags")]
    backs = []
    for unit in hidden:
        node = s.loc[unit]
        if sight.counts(node):
            trace = [arrays[name].item(unit) for name in traces]
            backs.append(((node, arrays["below"].item(unit), game.side_of[unit], s.flags[unit] & ~s.INNATE, *trace), unit))
    backs.sort()
    decks = tuple(_shuffle_up(arrays, pieces, names) for pieces, names in game.face_down(p, hidden) if pieces)
    for name in ("below", *traces):
        arrays[name][hidden] = 0
    arrays["loc"][hidden] = -1
    arrays["flags"][hidden] &= s.INNATE
    places = {unit: -2 - k for k, (_, unit) in enumerate(backs)}
    names = {unit: places.get(unit, -2 - len(backs)) for unit in hidden}
    return Knowledge(
        game.slug, game.data_set, scenario, options, p.roster.seating.name, seat, eyes, length,
        {name: array.tobytes() for name, array in arrays.items()},
        tuple(hidden), tuple([row for row, _ in backs]), decks, _values(p, eyes, names),
    )  # fmt: skip


def _depths(s: State) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """How many pieces lie on each piece. Boxes hold hundreds, so each stack is walked down once."""
    below, found = s.arrays.below.tolist(), [0] * s.sizes[0]
    for piece in s.arrays.top[s.arrays.top >= 0].tolist():
        depth = 0
        while piece >= 0:
            found[piece] = depth
            piece, depth = below[piece], depth + 1
    return np.array(found, np.int16)


def _shuffle_up(arrays: dict[str, Any], pieces: list[int], names: tuple[str, ...]) -> Deck:
    """Take the faces of pieces away from them."""
    faces = sorted(zip(*(arrays[name][pieces].tolist() for name in names), strict=True))
    for name in names:
        arrays[name][pieces] = -1
    return Deck(tuple(pieces), names, tuple(faces))


def _values(p: Play[Any, Any], eyes: Eyes, names: dict[int, int]) -> dict[str, Any]:
    s, secret = p.s, {*p.game.secrets(p, eyes), *_LEFT_OUT}
    hints = s.value_types()

    def name(unit: int) -> int:
        return names.get(unit, unit)

    found = {key: renamed(hints[key], getattr(s, key), name) for key in s.values() if key not in secret}
    found["flow"] = tuple([_renamed_frame(s, frame, name) for frame in s.flow])
    return found


def _renamed_frame(s: State, frame: Frame, name: Callable[[int], int]) -> Frame:
    hint = s.FRAMES.get(frame.step)
    return frame if hint is None else msgspec.structs.replace(frame, args=renamed(hint, frame.args, name))


# ---------------------------------------------------------------- to a position


#: how likely it is that each of some hidden units lies in a place, as weights of the units for its number among the `backs`
Weights = Callable[[Sequence[int], int], Sequence[float]]
#: what somebody believes of where hidden units lie: made for a position in which none of them lies anywhere yet
Likely = Callable[[Play[Any, Any], Knowledge], Weights]


def position(game: AnyGame, known: Knowledge, rng: random.Random | None = None, likely: Likely | None = None) -> Play[Any, Any]:
    """A position that looks to the seat like the one it knows, everything hidden dealt anew and dice of its own to come;
    without `rng` always the same one. All deals are as likely unless somebody believes otherwise."""
    rng = rng or random.Random(0)
    s: State = game.state_type.bare((len(game.pieces), game.board.nodes, len(game.sides)), known.values)
    for name, dtype in (s.piece_arrays() | s.node_arrays()).items():
        if name not in ("loc", "below", "top"):
            getattr(s.arrays, name)[:] = np.frombuffer(known.arrays[name], dtype)
    for deck in known.decks:
        faces = list(deck.faces)
        rng.shuffle(faces)
        for name, entries in zip(deck.arrays, zip(*faces, strict=True), strict=True):
            getattr(s.arrays, name)[list(deck.pieces)] = entries
    loc, depth = (np.frombuffer(known.arrays[name], np.int16).tolist() for name in ("loc", "below"))
    rows = [(loc[unit], -depth[unit], unit) for unit in range(len(loc)) if loc[unit] >= 0]
    for node, _, unit in sorted(rows):
        s.put(unit, node, game.side_of[unit])
    p: Play[Any, Any] = Play(game, s, SeededDice(rng.getrandbits(64)), game.roster(known.seating))
    places = [(node, side) for node, _, side, *_ in known.backs]
    weights = None if likely is None or not places else likely(p, known)
    side_of, may_lie = game.side_of, game.may_lie
    dealt = deal(known.hidden, places, lambda u, at: side_of[u] == at[1] and may_lie(p, u, at[0]), rng, weights)
    _lay(p, known, dealt, rows)
    left = sorted({*known.hidden} - {*dealt})
    for unit, node in [(unit, game.unseen_home(p, unit)) for unit in left]:
        s.put(unit, node, game.side_of[unit])
    _call_by_name(s, [*dealt, left[0] if left else -1])
    game.imagine(p, known.eyes, rng)
    s.forget()
    return p


def _lay(p: Play[Any, Any], known: Knowledge, dealt: list[int], rows: list[tuple[int, int, int]]) -> None:
    """Put the pieces that were dealt into their places in the stacks, with the traces of what happened there."""
    s, game = p.s, p.game
    traces = [name for name in s.piece_arrays() if name not in (*_OF_THE_PIECE, "loc", "below", "flags")]
    for unit, (_, _, _, flags, *entries) in zip(dealt, known.backs, strict=True):
        s.arrays.flags[unit] |= flags
        for name, entry in zip(traces, entries, strict=True):
            getattr(s.arrays, name)[unit] = entry
    shared = {row[0] for row in known.backs}
    stacks = [row for row in rows if row[0] in shared]
    stacks += [(node, -depth, unit) for unit, (node, depth, *_) in zip(dealt, known.backs, strict=True)]
    for node, _, unit in sorted(stacks):
        s.put(unit, node, game.side_of[unit])


def _call_by_name(s: State, dealt: list[int]) -> None:
    """Values speak of the pieces that were dealt."""
    hints = s.value_types()

    def name(unit: int) -> int:
        return dealt[-2 - unit] if unit < -1 else unit

    for key in s.values():
        setattr(s, key, renamed(hints[key], getattr(s, key), name))
    s.flow = tuple([_renamed_frame(s, frame, name) for frame in s.flow])
