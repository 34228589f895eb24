"""Positions and answers in words, for people who read rather than look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..about import about
from ..boards.describe import describe_hex
from ..core.answers import Odds, Reach
from ..core.game import Game
from ..core.match import Match
from ..core.shown import Line, StackView, UnitView, View
from ..core.standing import Decision
from ..core.words import counted
from ..facts import Comers, Desk, Strike, Who


def unit_words(unit: UnitView) -> str:
    """`3pz, panzer division, 8-5, reduced, moved`."""
    sizes = {"XX": "division", "X": "brigade", "III": "regiment", "KG": "Kampfgruppe", "XXX": "corps", "XXXX": "army"}
    words = [unit.id, f"{unit.kind} {sizes.get(unit.size, unit.size)}".strip()]
    if unit.covered:
        words.append("face down")
    elif unit.attack is not None:
        factors = (unit.attack, unit.defence, unit.movement)
        words.append("-".join(str(factor) for factor in factors if factor is not None))
        words += [f"{name} {value}" for name, value in unit.ratings.items()]
        words += ["reduced"] if unit.reduced else []
    return ", ".join([*words, *unit.state])


def stack_words(stack: StackView) -> str:
    """All a seat sees of a stack."""
    seen = [unit_words(unit) for unit in stack.units]
    hidden = stack.count - len(seen)
    return "; ".join([*seen, *([f"{hidden} more that you cannot see"] if hidden else [])])


def board_lines(view: View, game: Game[Any]) -> Iterator[str]:
    """Every stack on the map, by hex, then the boxes."""
    hexes = game.board.names[: game.board.hexes]
    on_map = {name: stack for name, stack in view.stacks.items() if name in set(hexes)}
    for name in sorted(on_map):
        yield f"{name}: {stack_words(on_map[name])}"
    for name, stack in view.stacks.items():
        if name not in on_map:
            yield f"{name}: {stack.count} pieces"


def box_lines(match: Match, view: View) -> list[str]:
    """What lies beside the map, box by box; arrivals on the turn track are left out."""
    waiting = [box for box in match.game.board.boxes if box.name in view.stacks]
    boxes = [box for box in waiting if "turn" not in box.tags and not box.name.startswith("turn")]
    return [f"{view.stacks[box.name].count:3} {box.title}" for box in boxes]


def hex_lines(match: Match, view: View, name: str) -> Iterator[str]:
    """Ground, owner and units of a hex or box."""
    facts = describe_hex(match.game.board, name)
    if "box" in facts:
        yield f"Box {name}"
    else:
        owner = view.control[match.game.board.node(name)]
        side = "nobody's" if owner == "." else match.game.sides["abcdefgh".index(owner)]
        ground = ", ".join([facts["terrain"], *facts["features"], *facts["places"]])
        yield f"{facts['hex']}: {ground}; {side}"
        yield "  " + ", ".join(facts["neighbours"])
    stack = view.stacks.get(name)
    yield f"  {stack_words(stack)}" if stack else "  empty"


def source_lines(match: Match, unit: UnitView) -> Iterator[str]:
    """Where what a counter shows comes from, of one whose face the reader sees."""
    number = match.game.names.unit_of.get(unit.id)
    if number is not None and not unit.covered and unit.attack is not None:
        unit_type = match.game.types[match.state.kind[number]]
        yield f"Its counter is {unit_type.provenance}{f': {unit_type.evidence}' if unit_type.evidence else ''}."


def set_lines(game: Game[Any]) -> Iterator[str]:
    """Which of its sets of data a game is played with, and what that is."""
    said = about(game.slug).sets
    if said:
        yield f"Data: set {game.data_set} of {len(said)}. {said[game.data_set - 1]}"
    if game.data_digest:
        yield "Files of the owner's own stand in place of some of it."


def status_lines(view: View) -> Iterator[str]:
    """How the game stands, in the order in which the page shows it; what a game has none of goes unsaid."""
    status = view.status
    phases = [f"{phase.title} (now)" if phase.now else phase.title for phase in status.phases]
    movement = [f"{f'{part.side} {part.title}'.strip()} {part.points}" for part in status.movement]
    aircraft = [f"{part.side} {', '.join(part.units) or part.count}" for part in status.aircraft]
    common = (
        ("Player turn", status.active), ("Steps of the turn", ", then ".join(phases)), ("Ground", status.ground),
        ("Weather", status.weather), ("Movement points", ", ".join(movement)), ("Aircraft left", ", ".join(aircraft)),
        *((part.title, str(part.count)) for part in (*status.points, *status.boxes)),
        ("Places that count", ", ".join(f"{place.name} ({place.side or 'nobody'})" for place in status.places)),
    )  # fmt: skip
    yield from (f"{title}: {value}" for title, value in common if value)
    yield from map(_line_words, status.lines)
    if status.battle is not None:
        battle = status.battle
        strangers = [f"{battle.unseen} that you cannot see"] if battle.unseen else []
        yield f"Battle for {', '.join(battle.targets)}: {', '.join([*battle.attackers, *strangers])}"
        yield from (f"  {_line_words(line)}" for line in battle.lines)
    for box in status.track:
        if box.turn == view.turn:
            yield from (f"Turn {box.turn}, {_line_words(line)}" for line in box.lines)


def _line_words(line: Line) -> str:
    said = " ".join([line.value, *line.hexes]).strip()
    return (f"{line.title}: {said}" if said else line.title) + (f" [{line.rule}]" if line.rule else "")


def decision_lines(match: Match, seat: str | None = None) -> list[str]:
    """Who must say what next; `seat` is whom the terminal speaks to."""
    decision = match.decision
    if decision is None:
        return [f"{match.verdict}. The seed was {match.seed}."]
    number, name = match.game.turn(match.play)
    usages = ", ".join(verb.pattern.usage for verb in match.legal_commands().verbs)
    speaker = seat if seat in decision.seats else decision.seat
    return [
        f"Turn {number} ({name}), {speaker}, {decision.title}: {decision.prompt} [{decision.rule}]",
        f"You may say: {usages}",
        *choice_lines(match, speaker),
        *together_lines(decision, speaker),
        *anytime_lines(match),
    ]


FEW = 8  #: of so many that may be named, each is


def choice_lines(match: Match, speaker: str) -> Iterator[str]:
    """Words that may be said, and units and hexes where there are only a few."""
    options, names = match.legal_commands(speaker), match.game.names
    for verb in options.verbs:
        words = [] if verb.words is None else [*verb.words(match.play)]
        units = [names.unit_names[unit] for unit in options.units_with(verb)]
        hexes = [names.node_names[hex] for hex in options.hexes_with(verb)] if verb.units is None or verb.hex_first else []
        said = [", ".join(few) for few in (words, units, hexes) if 0 < len(few) <= FEW]
        if said:
            yield f"{verb.name}: {'; '.join(said)}"


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


def reach_lines(answer: Reach) -> Iterator[str]:
    if answer.why:
        yield f"{answer.why} [{answer.rule}]"
        return
    yield f"From {answer.start} with {answer.points} points:"
    by_cost: dict[float, list[str]] = {}
    for hex, entry in answer.hexes.items():
        by_cost.setdefault(entry.cost, []).append(hex)
    for cost, hexes in sorted(by_cost.items()):
        yield f"  {cost}: {' '.join(sorted(hexes))}"
    for hex, cost in answer.assaults.items():
        yield f"  assault {hex}: {cost}"


def odds_lines(answer: Odds) -> Iterator[str]:
    """An attack, or bare factors; where nobody can attack at all there are no odds, only the reason."""
    if answer.why:
        yield f"Not allowed: {answer.why} [{answer.rule}]"
    if not answer.odds:
        return
    yield f"{answer.attack} against {answer.defence}" + (f" at {answer.target}" if answer.target else "")
    for shift in answer.shifts:
        yield f"  {shift.columns:+d} {shift.why} [{shift.rule}]"
    yield "  odds: " + ", ".join(f"{odds} {chance:.0%}" for odds, chance in answer.odds.items())
    yield "  results: " + ", ".join(f"{result} {chance:.0%}" for result, chance in answer.results.items())


def desk_lines(desk: Desk) -> Iterator[str]:
    """What is left to do and what is at stake, the worst first, with the order that helps where there is one."""
    for item in desk.items:
        yield f"{'! ' if item.fatal else '  '}{item.text}"
        if item.remedy is not None:
            yield f"    {item.remedy.text}"
    if not desk.items:
        yield "Nothing is at stake, and nothing is left to do."


def who_lines(comers: Iterable[Who], strikers: Iterable[Who]) -> Iterator[str]:
    """Who of each side can come to a hex or attack it in its next phase."""
    for who in comers:
        told = [*map(_comer, who.comers[:FEW]), *([f"{len(who.comers) - FEW} stacks more"] if len(who.comers) > FEW else [])]
        yield f"{who.side}, turn {who.turn}, can enter it: {'; '.join(told) or 'nobody'}"
    for who in strikers:
        yield f"{who.side}, turn {who.turn}, can attack it: {'; '.join(map(_strike, who.strikes)) or 'nobody'}"


def _comer(comer: Comers) -> str:
    return f"{_crowd(comer.units, comer.hidden)} from {comer.start}" + (f" ({comer.chance:.0%})" if comer.chance < 1 else "")


def _strike(strike: Strike) -> str:
    odds = f", likely {strike.odds}" if strike.odds else ""
    return f"{_crowd(strike.units, strike.hidden)} from {', '.join(strike.hexes)}{odds}"


def _crowd(units: Sequence[str], hidden: int) -> str:
    strangers = [f"{counted(hidden, 'unit')} that you cannot see"] if hidden else []
    return " and ".join(["+".join(units)] * bool(units) + strangers)
