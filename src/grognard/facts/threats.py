"""What an enemy can do in his next turn that a seat would rather prevent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from ..core.foresight import Lines, Phase, Stake, Traced, Weighed, ratio
from ..core.paths import Ints
from ..core.words import counted
from .answers import Believed, Threat, Threats
from .beliefs import ATTACK, DEFENCE
from .cuts import cut_by_each
from .outlook import Outlook
from .pockets import any_length, pockets
from .strikes import Force, attack_verbs, forces, together, weigh
from .who import comers
from .words import can, cited, listed, place, stacks

#: Odds at which somebody has to fear for a stack.
GRAVE = 3.0
#: Odds beyond which nobody asks how good they are.
MOST = 10.0
_CUT = "can be cut off"


def threats(outlook: Outlook, seat: str, sides: Sequence[int]) -> Threats:
    """Everything that the commander of these sides has to fear, the worst first; of a side that is shared, what concerns his
    part of it, and whatever loses the game."""
    p = outlook.p
    found: list[Threat] = []
    for side in sides:
        for enemy in p.enemies(side):
            found += open_places(outlook, side, enemy)
            found += cut_lines(outlook, side, enemy)
            found += closing_pockets(outlook, side, enemy)
            found += attackable(outlook, side, enemy)
        found += unsupplied(outlook, side)
    return Threats(seat, sorted(found, key=lambda threat: not threat.fatal))


# ---------------------------------------------------------------- places


def open_places(outlook: Outlook, side: int, enemy: int) -> list[Threat]:
    """Places of value that an enemy can simply walk into."""
    stakes = [stake for stake in outlook.p.game.foresight.stakes(outlook.p) if stake.side == side and not stake.cut]
    stakes = [stake for stake in stakes if stake.fatal or outlook.ours(np.array(stake.hexes, np.int16), side).size]
    return [threat for stake in stakes if (threat := _open_place(outlook, enemy, stake)) is not None]


def _open_place(outlook: Outlook, enemy: int, stake: Stake) -> Threat | None:
    coming = comers(outlook, enemy, stake.hexes)
    if not coming:
        return None
    names, reached = outlook.p.game.board.names, outlook.reaches(enemy)
    assert reached is not None
    entered = sorted({hex for _, hex, _ in reached.into(stake.hexes)})
    text = f"{stake.name} is open: {can(outlook, enemy, coming)} enter it, which {stake.outcome}"
    hexes = [names[hex] for hex in entered]
    note = f"open: {stake.outcome}" if stake.fatal else "open"
    name = outlook.p.game.sides[enemy]
    return Threat("open", cited(text, stake.rule), stake.rule, stake.fatal, hexes, hexes, name, coming, note)


# ---------------------------------------------------------------- supply


def cut_lines(outlook: Outlook, side: int, enemy: int) -> list[Threat]:
    """Single hexes by which an enemy would cut stacks off from supply, or a place that must not be cut off."""
    lines, reached = outlook.lines(side), outlook.reaches(enemy)
    if lines is None or reached is None:
        return []
    board = outlook.p.game.board
    entered = reached.entered(board.nodes).nonzero()[0].astype(np.int16)
    cuts = cut_by_each(board, lines, outlook.ours(outlook.stacks(side), side), entered, reached.units_into)
    by_victims: dict[tuple[int, ...], list[int]] = {}
    for hex, victims in cuts.items():
        by_victims.setdefault(tuple(victims), []).append(hex)
    found = [_cut(outlook, enemy, lines, hexes, victims) for victims, hexes in by_victims.items()]
    stakes = [stake for stake in outlook.p.game.foresight.stakes(outlook.p) if stake.side == side and stake.cut]
    return [*(_isolated(outlook, enemy, lines, stakes, entered) if isinstance(lines, Lines) else ()), *found]


def _cut(outlook: Outlook, enemy: int, lines: Lines | Traced, hexes: Sequence[int], victims: Sequence[int]) -> Threat:
    names = outlook.p.game.board.names
    coming = comers(outlook, enemy, hexes)
    where = listed([place(outlook, hex) for hex in hexes])
    text = f"{can(outlook, enemy, coming)} enter {where} and cut off {stacks(len(victims), lines.outcome)}"
    return Threat("cut", cited(text, lines.rule), lines.rule, False, [names[h] for h in hexes], [names[h] for h in victims],
                  outlook.p.game.sides[enemy], coming, _CUT)  # fmt: skip


def closing_pockets(outlook: Outlook, side: int, enemy: int) -> list[Threat]:
    """Stacks that an enemy cuts off by entering two or three hexes at once."""
    lines, game = any_length(outlook, side), outlook.p.game
    found = []
    for hexes, enclosed in pockets(outlook, side, enemy).items():
        assert lines is not None
        victims = outlook.ours(np.array(enclosed, np.int16), side).tolist()
        if not victims:
            continue
        coming, names = comers(outlook, enemy, hexes), game.board.names
        where = listed([place(outlook, hex) for hex in hexes])
        text = f"{can(outlook, enemy, coming)} enter {where} and close a pocket around {stacks(len(victims), lines.outcome)}"
        found.append(Threat("pocket", cited(text, lines.rule), lines.rule, False,
                            [names[h] for h in hexes], [names[h] for h in victims], game.sides[enemy], coming, _CUT))  # fmt: skip
    return found


def _isolated(
    outlook: Outlook, enemy: int, lines: Lines, stakes: Iterable[Stake], entered: np.ndarray[tuple[int], np.dtype[np.int16]]
) -> list[Threat]:
    """Places that are lost when no line reaches them, and a single hex that would do it."""
    names, found = outlook.p.game.board.names, []
    bare = msgspec.structs.replace(lines, fed=None)
    for stake in stakes:
        cuts = cut_by_each(outlook.p.game.board, bare, np.array(stake.hexes, np.int16), entered)
        hexes = [hex for hex, lost in cuts.items() if len({*lost, hex} & {*stake.hexes}) == len(stake.hexes)]
        if hexes:
            coming = comers(outlook, enemy, hexes)
            where = listed([place(outlook, hex) for hex in hexes])
            text = f"{can(outlook, enemy, coming)} enter {where} and cut off {stake.name}, which {stake.outcome}"
            found.append(Threat("cut", cited(text, stake.rule), stake.rule, stake.fatal, [names[h] for h in hexes],
                                [names[h] for h in stake.hexes], outlook.p.game.sides[enemy], coming, _CUT))  # fmt: skip
    return found


# ---------------------------------------------------------------- attacks


def attackable(outlook: Outlook, side: int, enemy: int, hexes: Ints | None = None) -> list[Threat]:
    """Stacks and garrisons (of some hexes or of all) that an enemy can attack at three to one or better, with everybody he can
    bring beside them; that it would lose the game is said."""
    p, targets = outlook.ahead(enemy, Phase.FIGHT_MOVED), outlook.defended(side) if hexes is None else hexes
    verbs = attack_verbs(p)
    if p is None or not verbs:
        return []
    fatal = {hex: s for s in p.game.foresight.stakes(outlook.p) if s.side == side and s.fatal and not s.cut for hex in s.hexes}
    targets = np.union1d(outlook.ours(targets, side), targets[np.isin(targets, [*fatal])]).astype(np.int16)
    found: list[tuple[float, Threat]] = []
    for hex, force in zip(targets.tolist(), forces(outlook, enemy, targets), strict=True):
        if not _is_strong_enough(outlook, hex, side, force):
            continue
        force = together(p, hex, force)
        odds = weigh(outlook, p, hex, force) if force.units else None
        if odds is not None and ratio(odds.odds) >= GRAVE:
            found.append((-ratio(odds.odds), _attack(outlook, enemy, verbs[0].rule, hex, force, odds, fatal.get(hex))))
    return [threat for _, threat in sorted(found, key=lambda row: row[0])]


def _is_strong_enough(outlook: Outlook, hex: int, side: int, force: Force) -> bool:
    """Is it worth while to look at the odds? Shifts can make up for one to one, not for much less."""
    if not force.units:
        return False
    beliefs = outlook.beliefs
    attack = sum([beliefs.mean(unit, ATTACK) for unit in force.units])
    return attack >= 0.9 * sum([beliefs.mean(unit, DEFENCE) for unit in outlook.p.units(hex, side)])


def _attack(outlook: Outlook, enemy: int, rule: str, hex: int, force: Force, odds: Weighed, stake: Stake | None) -> Threat:
    game = outlook.p.game
    where, name = place(outlook, hex), game.sides[enemy]
    told = f"more than {MOST:g}:1" if ratio(odds.odds) > MOST else odds.odds
    text = f"{counted(len(force.units), f'{name.capitalize()} unit')} can attack {where} at {told}"
    if stake is not None:
        text, rule = f"{text} and then enter it, which {stake.outcome}", stake.rule
    here = [game.board.names[hex]]
    return Threat("attack", cited(text, rule), rule, stake is not None, here, here, name, note=told)


def unsupplied(outlook: Outlook, side: int) -> list[Threat]:
    """Stacks that have no supply as it is."""
    lines = outlook.lines(side)
    here = outlook.ours(outlook.stacks(side), side)
    without = here[outlook.net(side)[here] == 0].tolist()
    if lines is None or not without:
        return []
    hexes = [outlook.p.game.board.names[hex] for hex in without]
    text = f"without supply {'stands' if len(hexes) == 1 else 'stand'} {stacks(len(hexes), lines.outcome)}"
    return [Threat("unsupplied", cited(text, lines.rule), lines.rule, False, hexes, hexes, "", note="no supply")]


# ---------------------------------------------------------------- strengths


def strengths(outlook: Outlook) -> list[Believed]:
    """What everybody on the map is believed to be worth, hex by hex."""
    p, found = outlook.p, []
    for side, name in enumerate(p.game.sides):
        for hex in outlook.stacks(side).tolist():
            strength = outlook.beliefs.strength(p.units(hex, side))
            found.append(Believed(p.game.board.names[hex], name, strength.attack, strength.defence, strength.low, strength.high,
                                  strength.units, strength.hidden))  # fmt: skip
    return found
