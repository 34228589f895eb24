"""The desk: what is left to do and what is at stake before a decision ends."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..core.errors import refusal
from ..core.flow import LegalCommands, Verb
from ..core.foresight import attacks, moves
from ..core.words import counted
from .answers import Desk, Item, Threat
from .outlook import Outlook
from .remedies import remedies
from .threats import GRAVE, threats
from .words import cited


def desk(outlook: Outlook, seat: str, sides: Sequence[int], legal: LegalCommands | None) -> Desk:
    """What a seat should look at before it ends its decision; without a decision of its own, what is at stake."""
    stakes = threats(outlook, seat, sides).threats
    helps = {} if legal is None else remedies(outlook, sides, stakes, legal)
    alone = [(k, t) for k, t in enumerate(stakes) if t.kind != "attack" or t.fatal]
    at_stake = [Item(t.kind, t.text, t.rule, t.fatal, t.hexes, [], helps.get(k)) for k, t in alone]
    at_stake += _attacked([threat for threat in stakes if threat.kind == "attack" and not threat.fatal])
    if legal is None:
        return Desk(seat, "", "", at_stake)
    fatal = [item for item in at_stake if item.fatal]
    left = [*_duties(outlook, legal), *_left(outlook, legal), *(_unspent(outlook) if attacks(legal.step) else ())]
    return Desk(seat, legal.step.name, legal.step.title, [*fatal, *left, *(item for item in at_stake if not item.fatal)])


def _attacked(stakes: Sequence[Threat]) -> list[Item]:
    """Stacks that can be attacked at good odds, in one line, the worst first."""
    if not stakes:
        return []
    hexes, rule = [hex for threat in stakes for hex in threat.hexes], stakes[0].rule
    text = f"{counted(len(stakes), 'stack')} of yours can be attacked at {GRAVE:g}:1 or better"
    return [Item("attack", cited(text, rule), rule, False, hexes, [])]


def _duties(outlook: Outlook, legal: LegalCommands) -> list[Item]:
    """Why the decision cannot end yet."""
    found = []
    for verb in legal.verbs:
        if verb.ends and verb.plain is not None and verb.check is not None:
            why = refusal(verb.check, outlook.p, verb.plain)
            if why is not None:
                found.append(Item("duty", cited(why.why, why.rule), why.rule, False, [], []))
    return found


def _left(outlook: Outlook, legal: LegalCommands) -> list[Item]:
    """What the units can still do."""
    p, found = outlook.p, list[Item]()
    marching, striking = moves(p, legal.step), attacks(legal.step)
    for verb in legal.verbs:
        if verb.units is None:
            continue
        units = _able(legal, verb)
        hexes = sorted({p.s.loc[unit] for unit in units if 0 <= p.s.loc[unit] < p.game.board.hexes})
        if units and verb in marching:
            kind = f": {verb.title.lower()}" if found and verb is not marching[0] else ""
            text = f"{counted(len(hexes), 'stack')} can still move{kind}"
            found.append(_item(outlook, "move", text, verb, hexes, units))
        elif units and verb in striking:
            targets = sorted(legal.hexes_with(verb))
            text = f"{counted(len(units), 'unit')} can still attack {counted(len(targets), 'hex')}: {verb.title.lower()}"
            found.append(_item(outlook, "strike", text, verb, targets, units))
        elif units and not _is_never_drawn(outlook, verb):
            found.append(_item(outlook, "use", f"{verb.title}: {counted(len(units), 'unit')} to choose from", verb, hexes, units))
    return found


def _is_never_drawn(outlook: Outlook, verb: Verb) -> bool:
    """Is this something that nobody does without a special reason, so that it is never said at random?"""
    draw = verb.own_sample
    return draw is not None and all(draw(outlook.p, random.Random(seed)) is None for seed in range(5))


def _able(legal: LegalCommands, verb: Verb) -> list[int]:
    units = legal.units_with(verb)
    if not units and verb.hex_first and verb.hexes is not None:
        units = [unit for hex in legal.hexes_with(verb) for unit in legal.units_with(verb, (hex,))]
    return list(dict.fromkeys(units))


def _item(outlook: Outlook, kind: str, text: str, verb: Verb, hexes: Sequence[int], units: Sequence[int]) -> Item:
    game = outlook.p.game
    names = [game.board.names[hex] for hex in hexes]
    return Item(kind, cited(text, verb.rule), verb.rule, False, names, [game.pieces[u].handle for u in units])


def _unspent(outlook: Outlook) -> list[Item]:
    p = outlook.p
    left = p.game.foresight.unspent(p, p.frame.side) if p.frame.side >= 0 else ()
    return [Item("unspent", cited(f"{each.what} not used", each.rule), each.rule, False, [], []) for each in left]
