"""Positions and answers in words, for people who read rather than look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..boards.describe import describe_hex
from ..core.game import Game
from ..core.match import Decision, Match


def unit_words(unit: dict[str, Any]) -> str:
    """`3pz, panzer division, 8-5, reduced, moved`."""
    sizes = {"XX": "division", "X": "brigade", "III": "regiment", "KG": "Kampfgruppe", "XXX": "corps", "XXXX": "army"}
    words = [unit["id"], f"{unit['kind']} {sizes.get(unit['size'], unit['size'])}".strip()]
    if unit.get("covered"):
        words.append("face down")
    elif "attack" in unit:
        words.append(f"{unit['attack']}-{unit['defence']}")
        if unit["steps"] < unit["max"]:
            words.append("reduced")
    return ", ".join([*words, *unit.get("state", [])])


def stack_words(stack: dict[str, Any]) -> str:
    """All a seat sees of a stack."""
    seen = [unit_words(unit) for unit in stack["units"]]
    hidden = stack["count"] - len(seen)
    return "; ".join([*seen, *([f"{hidden} more that you cannot see"] if hidden else [])])


def board_lines(view: dict[str, Any], game: Game[Any]) -> Iterator[str]:
    """Every stack on the map, by hex, then the boxes."""
    hexes = game.board.names[: game.board.hexes]
    on_map = {name: stack for name, stack in view["stacks"].items() if name in set(hexes)}
    for name in sorted(on_map):
        yield f"{name}: {stack_words(on_map[name])}"
    for name, stack in view["stacks"].items():
        if name not in on_map:
            yield f"{name}: {stack['count']} pieces"


def hex_lines(match: Match, view: dict[str, Any], name: str) -> Iterator[str]:
    """Ground, owner and units of a hex or box."""
    facts = describe_hex(match.game.board, name)
    if "box" in facts:
        yield f"Box {name}"
    else:
        owner = view["control"][match.game.board.node(name)]
        side = "nobody's" if owner == "." else match.game.sides["abcdefgh".index(owner)]
        ground = ", ".join([facts["terrain"], *facts["features"], *facts["places"]])
        yield f"{facts['hex']}: {ground}; {side}"
        yield "  " + ", ".join(facts["neighbours"])
    stack = view["stacks"].get(name)
    yield f"  {stack_words(stack)}" if stack else "  empty"


def decision_lines(match: Match, seat: str | None = None) -> list[str]:
    """Who must say what next; `seat` is whom the terminal speaks to."""
    decision = match.decision
    if decision is None:
        return [f"{match.verdict}. The seed was {match.seed}."]
    number, name = match.game.turn(match.play)
    usages = ", ".join(verb.pattern.usage for verb in match.options().verbs)
    speaker = seat if seat in decision.seats else decision.seat
    return [
        f"Turn {number} ({name}), {speaker}, {decision.title}: {decision.prompt} [{decision.rule}]",
        f"You may say: {usages}",
        *together_lines(decision, speaker),
        *anytime_lines(match),
    ]


def together_lines(decision: Decision, speaker: str) -> Iterator[str]:
    """Who else decides, and who is through."""
    others = [seat for seat in decision.seats if seat != speaker]
    if others:
        told = [f"{seat} ({'to speak' if seat in decision.waiting else 'through'})" for seat in others]
        yield f"Decided together with {', '.join(told)}; it ends when all have said so."


def anytime_lines(match: Match) -> Iterator[str]:
    """What needs no decision: of the deciding seat what it may say now, of others what they may ever say."""
    roster, mine = match.roster, match.roster.sides[match.seat]
    known = [v for v in match.game.anytime.values() if v.side is not None]
    own = [v.pattern.usage for v in known if v.side in mine and v.open_to(match.play, mine)]
    others = [
        f"{seat}: {v.pattern.usage}" for v in known if v.side not in mine
        for seat, sides in zip(roster.seats, roster.sides, strict=True) if v.side in sides
    ]  # fmt: skip
    if own or others:
        yield f"At any time: {', '.join([*own, *others])}"


def reach_lines(answer: dict[str, Any]) -> Iterator[str]:
    if "why" in answer:
        yield f"{answer['why']} [{answer['rule']}]"
        return
    yield f"From {answer['start']} with {answer['points']} points:"
    by_cost: dict[int, list[str]] = {}
    for hex, entry in answer["hexes"].items():
        by_cost.setdefault(entry["cost"], []).append(hex)
    for cost, hexes in sorted(by_cost.items()):
        yield f"  {cost}: {' '.join(sorted(hexes))}"
    for hex, cost in answer.get("assaults", {}).items():
        yield f"  assault {hex}: {cost}"


def odds_lines(answer: dict[str, Any]) -> Iterator[str]:
    """An attack, or bare factors; where nobody can attack at all there are no odds, only the reason."""
    if "why" in answer:
        yield f"Not allowed: {answer['why']} [{answer['rule']}]"
    if not answer.get("odds"):
        return
    yield f"{answer['attack']} against {answer['defence']}" + (f" at {answer['target']}" if "target" in answer else "")
    for shift in answer.get("shifts", ()):
        yield f"  {shift['columns']:+d} {shift['why']} [{shift['rule']}]"
    yield "  odds: " + ", ".join(f"{odds} {chance:.0%}" for odds, chance in answer["odds"].items())
    yield "  results: " + ", ".join(f"{result} {chance:.0%}" for result, chance in answer["results"].items())
