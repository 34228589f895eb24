"""3.0 Set-up."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Deployed, Lifted, Placed
from ....core.rule import rule
from ..material import FORWARD_ZONE, GROUPS, RESERVE_FRONT, P
from ..state import GERMAN, SOVIET, UNTRIED
from .movement import require_passable
from .stacking import room

#: Steps of the set-up in order: name, box with the pieces to be placed, side.
STAGES = {"setup.reserve": ("to-reserve", SOVIET), "setup.forward": ("to-forward", SOVIET), "setup.german": ("to-german", GERMAN)}


@rule("3.1b", "2.14a", "3.2c")
def deal_untried(p: P) -> None:
    """Untried counters lie face down, and nobody knows which is which."""
    game, s = p.game, p.s
    for group in GROUPS:
        slots, kinds = game.slot_units[group], p.shuffled(game.decks[group])
        s.fill("kind", kinds, slots)
        s.fill("steps", game.full_steps[kinds], slots)
        s.fill("flags", s.arrays.flags[slots] | UNTRIED, slots)


@rule("3.1b", "3.2b", "3.2d", "3.3a", "3.4a", "3.5", "3.7a", "8.3e")
def lay_out(p: P, *, historical: bool) -> None:
    """Fill the track, the pools and the three set-up boxes; for the historical game also the map."""
    game = p.game
    node = game.board.node
    deal = {group: list(pieces) for group, pieces in game.slots.items()}
    zones = [("to-forward", FORWARD_ZONE), ("to-reserve", {g: n for g, n in RESERVE_FRONT.items() if g in GROUPS})]
    dealt = [(node(box), counts) for box, counts in zones]
    dealt += [(box, game.calendar.kinds(turn, "arrive", SOVIET)) for turn, box in game.calendar.boxes.items()]
    for box, counts in dealt:
        for group, count in counts.items():
            for _ in range(count):
                p.place(deal[group].pop(0), box)
    for group, pieces in game.guards.items():
        for k, piece in enumerate(pieces):
            p.place(piece, node("to-reserve" if k < RESERVE_FRONT.get(group, 0) else "guards-pool"))
    for piece in game.kampfgruppen:
        p.place(piece, node("kg-pool"))
    for piece in game.german_start:
        p.place(piece, node("to-german"))
    if game.reinforcement_212 >= 0:
        game.calendar.schedule(p, game.reinforcement_212, game.calendar.first("arrive", game.reinforcement_212))
    initial_control(p)
    p.queue(*((name, side) for name, (_, side) in STAGES.items()), ("turn.begin",))
    if historical:
        for name in STAGES:
            place_historically(p, name)
            check_complete(p, name)
            p.pop()


@rule("3.8a")
def initial_control(p: P) -> None:
    """West of the front line everything is German, east of it everything is Soviet."""
    hexes = p.game.board.hexes
    p.s.fill("control", np.where(p.game.german_side[:hexes], GERMAN, SOVIET), slice(hexes))
    p.s.fill("was_german", p.game.german_side[:hexes], slice(hexes))


def stage(p: P) -> str:
    return p.frame.step


@rule("3.3b", "3.4a", "3.7b")
def zone(p: P, name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Where the pieces of a set-up step may stand."""
    return {"setup.reserve": p.game.reserve, "setup.forward": p.game.forward, "setup.german": p.game.german_side}[name]


def to_place(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Pieces of the present step that are not on the map yet."""
    return p.s.stack(p.game.board.node(STAGES[stage(p)][0]))


def placed(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Pieces of the present step that stand on the map and may be taken up again."""
    side = STAGES[stage(p)][1]
    inside = zone(p, stage(p))
    return [u for u in p.game.pieces_of_side[side] if 0 <= (h := p.s.loc[u]) < p.game.board.hexes and inside[h]]


def open_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes of the zone with room for the units."""
    name = stage(p)
    side = STAGES[name][1]
    limit = 1 if name == "setup.reserve" else 5
    need = max(1, len(units))
    free = zone(p, name) & (p.s.arrays.count[side] <= limit - need)
    if any(p.game.shuns_marsh[p.s.kind[u]] for u in units):
        free = free & ~p.game.arrays.marsh
    return np.nonzero(free)[0].tolist()


@rule("3.3b", "3.4a", "3.4b", "3.7a", "3.7b", "3.3c", "2.2a")
def place(p: P, command: Command) -> None:
    """Place pieces of this step in its zone: one to a hex in the Reserve Front, within stacking elsewhere."""
    name, hex = stage(p), command.hexes[0]
    waiting = set(to_place(p, ())) | set(placed(p, ()))
    for unit in command.units:
        if unit not in waiting:
            raise Illegal(
                "3.7a" if name == "setup.german" else "3.3a", f"{p.game.pieces[unit].handle} is not to be placed in this step"
            )
    put(p, name, command.units, hex)
    p.emit(Placed(units=command.units, hex=hex, side=STAGES[name][1]))


def put(p: P, name: str, units: Sequence[int], hex: int) -> None:
    cite = {"setup.reserve": "3.3b", "setup.forward": "3.4a", "setup.german": "3.7b"}[name]
    names = p.game.board.names
    if not zone(p, name)[hex]:
        raise Illegal(cite, f"{names[hex]} is outside the area of this set-up step")
    require_passable(p, units, hex)
    arriving = [u for u in units if p.s.loc[u] != hex]
    if name == "setup.reserve" and p.s.count[SOVIET][hex] + len(arriving) > 1:
        raise Illegal("3.3b", f"Reserve Front units are set up one to a hex, and {names[hex]} would hold more")
    if len(arriving) > room(p, STAGES[name][1], hex):
        raise Illegal("3.4b" if name == "setup.forward" else "3.7b", f"{names[hex]} would be overstacked")
    for unit in units:
        p.place(unit, hex)


def take_back(p: P, command: Command) -> None:
    """Pick placed pieces up again."""
    for unit in command.units:
        if unit not in placed(p, ()):
            raise Illegal("3.1b", f"{p.game.pieces[unit].handle} cannot be picked up in this step")
    for unit in command.units:
        p.place(unit, p.game.board.node(STAGES[stage(p)][0]))
    p.emit(Lifted(units=command.units, side=STAGES[stage(p)][1]))


@rule("3.4b")
def bare_front_hexes(p: P) -> list[int]:
    """Front-line hexes without a rifle division."""
    bare = p.game.front_line.copy()
    for unit in p.game.slots["RD"]:
        hex = p.s.loc[unit]
        if 0 <= hex < p.game.board.hexes:
            bare[hex] = False
    return np.nonzero(bare)[0].tolist()


@rule("3.4b", "3.3a", "3.4a", "3.7a")
def check_complete(p: P, name: str) -> None:
    """Everything placed, and a rifle division in every hex of the front line."""
    box, _ = STAGES[name]
    left = len(p.s.stack(p.game.board.node(box)))
    if left:
        raise Illegal("3.1b", f"still to be placed: {left}")
    if name == "setup.forward":
        bare = bare_front_hexes(p)
        if bare:
            shown = ", ".join(p.game.board.names[h] for h in bare[:6])
            raise Illegal("3.4b", f"front-line hexes without a rifle division: {shown}{' ...' if len(bare) > 6 else ''}")


def finish_step(p: P, command: Command) -> None:
    """Close this step of the set-up."""
    check_complete(p, stage(p))
    p.pop()


# ---------------------------------------------------------------- set up for me


def use_historical(p: P, command: Command) -> None:
    """Put everything where it stood on 1 October 1941."""
    clear(p)
    place_historically(p, stage(p))
    p.emit(Deployed(how="historical", side=STAGES[stage(p)][1]))


def clear(p: P) -> None:
    for unit in list(placed(p, ())):
        p.place(unit, p.game.board.node(STAGES[stage(p)][0]))


@rule("3.3a", "3.4a", "3.7b")
def place_historically(p: P, name: str) -> None:
    box, _ = STAGES[name]
    key = name.removeprefix("setup.")
    waiting = p.s.stack(p.game.board.node(box))
    by_group: dict[str, list[int]] = {}
    for unit in waiting:
        by_group.setdefault(p.game.group_of(unit), []).append(unit)
    for row in p.game.historical:
        if row["zone"] != key:
            continue
        piece = row["piece"]
        unit = by_group[piece].pop() if piece in by_group else p.game.names.unit(piece)
        put(p, name, (unit,), p.game.board.node(row["hex"]))


def use_automatic(p: P, command: Command) -> None:
    """A sensible set-up, made by the referee, on any board."""
    clear(p)
    place_automatically(p, stage(p))
    p.emit(Deployed(how="automatic", side=STAGES[stage(p)][1]))


def place_automatically(p: P, name: str) -> None:
    waiting = list(p.s.stack(p.game.board.node(STAGES[name][0])))
    if name == "setup.reserve":
        spread_reserve(p, waiting)
    elif name == "setup.forward":
        spread_forward(p, waiting)
    else:
        mass_germans(p, waiting)


def spread_reserve(p: P, waiting: list[int]) -> None:
    """Cities and forts of the zone first, Moscow before all, then whatever is nearest to Moscow."""
    board = p.game.board
    inside = np.nonzero(p.game.reserve & ~p.game.arrays.marsh & (p.s.arrays.count[SOVIET] == 0))[0].tolist()
    heart = p.game.moscow[0] if p.game.moscow else inside[0]

    def worth(hex: int) -> tuple[int, int]:
        important = 0 if hex in p.game.moscow else 1 if p.game.city[hex] else 2 if p.game.fort[hex] else 3
        return important, board.distance(hex, heart)

    for unit, hex in zip(waiting, sorted(inside, key=worth), strict=False):
        put(p, "setup.reserve", (unit,), hex)


def spread_forward(p: P, waiting: list[int]) -> None:
    """A rifle division in every front-line hex, more where panzers may come, the rest right behind."""
    board = p.game.board
    front = np.nonzero(p.game.front_line)[0].tolist()
    rifle = [u for u in waiting if p.game.group_of(u) == "RD"]
    others = [u for u in waiting if p.game.group_of(u) != "RD"]
    for unit, hex in zip(list(rifle), front, strict=False):
        put(p, "setup.forward", (unit,), hex)
        rifle.remove(unit)
    second = sorted(
        (h for h in np.nonzero(p.game.forward & ~p.game.arrays.marsh)[0].tolist() if h not in set(front)),
        key=lambda h: (min(board.distance(h, f) for f in front) if front else 0, not (p.game.town[h] or p.game.city[h])),
    )
    dry = [h for h in front if not p.game.marsh[h]]
    places = [*second[: len(front)], *dry, *second] or dry
    for k, unit in enumerate([*rifle, *others]):
        for hex in [*places[k % len(places) :], *places]:
            if room(p, SOVIET, hex) > 0:
                put(p, "setup.forward", (unit,), hex)
                break


def mass_germans(p: P, waiting: list[int]) -> None:
    """Infantry along the whole line, panzers in three fists of five or fewer to a hex."""
    board = p.game.board
    german = p.game.german_side & ~p.game.arrays.marsh
    line = [h for h in np.nonzero(german)[0].tolist() if any(p.game.front_line[n] for n in board.adjacent(h))]
    line.sort(key=lambda h: board.centre(h)[1])
    line = line or np.nonzero(german)[0].tolist()
    mech = [u for u in waiting if p.game.is_mech[p.s.kind[u]]]
    foot = [u for u in waiting if u not in set(mech)]
    fists = [line[len(line) * k // 8] for k in (1, 4, 6)] if len(line) >= 8 else line[:1]
    for k, unit in enumerate(mech):
        near = sorted(line, key=lambda h: board.distance(h, fists[k % len(fists)]))
        put(p, "setup.german", (unit,), next(h for h in near if room(p, GERMAN, h) > 1))
    for k, unit in enumerate(foot):
        around = [*line[k * len(line) // len(foot) :], *line, *np.nonzero(german)[0].tolist()]
        put(p, "setup.german", (unit,), next(h for h in around if room(p, GERMAN, h) > 0))


def sample_place(p: P, rng: random.Random) -> Command | None:
    """Random play places the first waiting unit anywhere legal."""
    waiting = to_place(p, ())
    if not waiting:
        return None
    hexes = open_hexes(p, waiting[:1])
    if stage(p) == "setup.forward":
        bare = bare_front_hexes(p)
        rifle = [u for u in waiting if p.game.group_of(u) == "RD"]
        if bare and rifle:
            return Command("place", (rifle[0],), (bare[int(rng.random() * len(bare))],))
    return Command("place", (waiting[0],), (hexes[int(rng.random() * len(hexes))],))


def complete(p: P) -> bool:
    """Could this step be closed now?"""
    try:
        check_complete(p, stage(p))
    except Illegal:
        return False
    return True
