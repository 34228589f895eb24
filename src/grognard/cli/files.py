"""Play by file, for scripts and mail: `new`, `do`, `show`, `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import FAILED, Data, DataSet, Game, Json, pair_of, print_json

if TYPE_CHECKING:
    from ..core.match import Match
    from ..core.shown import UnitView
    from ..facts import Comers

File = Annotated[Path, typer.Argument(help="A saved match.", metavar="FILE")]
Seat = Annotated[str | None, typer.Option("--seat", help="Whose view; without it, what everybody may see.", metavar="SEAT")]


def register(app: typer.Typer) -> None:
    for name, command in (("new", new), ("do", do), ("show", show), ("replay", replay), ("odds", odds), ("threats", threats)):
        app.command(name)(command)


def new(
    game: Game,
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write.", metavar="FILE")],
    scenario: Annotated[str | None, typer.Option(help="A scenario of the game.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="A set-up option, NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the dice; a random one without it.")] = None,
    seats: Annotated[str | None, typer.Option(help="Who sits where: a seating of the game.")] = None,
    data: Data = None,
    data_set: DataSet = None,
) -> None:
    """Start a match in a file.

    Example: grognard new drive-on-moscow --scenario historical -o game.txt
    """
    import grognard

    from ..core.files import demand_new

    demand_new(output)
    options = dict(pair_of("--option", "NAME=VALUE", word) for word in option or ())
    match = grognard.new(game, scenario, options, seed, seating=seats, data=data, data_set=data_set)
    match.save(output)
    _next(match)


def do(
    file: File,
    command: Annotated[list[str], typer.Argument(help='What to say, e.g. "move 3pz 1512-1612".', metavar="COMMAND...")],
    seat: Annotated[str | None, typer.Option("--seat", help="Who says it (default: whose decision it is).")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Say something in a match and save it.

    Example: grognard do game.txt "order fight-move"
    """
    match = opened(file, data)
    before = match.length
    for line in command:
        match.do(line, seat)
    match.save(file)
    who = seat or (match.commands[-1][0] if match.commands else None)
    events = match.log(who, before)
    if json:
        print_json({"events": events, "commands": match.length})
        return
    for event in events:
        typer.echo(event.text)
    _next(match)


def show(file: File, seat: Seat = None, data: Data = None, json: Json = False) -> None:
    """Show a match: turn, decision, stacks.

    Example: grognard show game.txt --seat soviet
    """
    match = opened(file, data)
    view = match.view(seat)
    if json:
        print_json(view)
        return
    typer.echo(f"{match.game.title}, turn {view.turn} ({view.turn_name}), {match.length} commands")
    for name, stack in sorted(view.stacks.items()):
        units = [_unit(u) for u in stack.units]
        hidden = stack.count - len(units)
        typer.echo(f"  {name:12} {', '.join([*units, *([f'{hidden} covered'] if hidden else [])])}")
    _next(match)


def _unit(unit: UnitView) -> str:
    if unit.covered:
        return f"{unit.id} (untried {unit.name})"
    factors = "" if unit.attack is None else f" {unit.attack}-{unit.defence}"
    state = f" [{', '.join(unit.state)}]" if unit.state else ""
    return f"{unit.id}{factors}{' reduced' if unit.reduced else ''}{state}"


def _next(match: Any) -> None:
    decision = match.decision
    if decision is None:
        typer.echo(f"{match.verdict}; seed {match.seed}")
    else:
        typer.echo(f"{decision.seat}: {decision.prompt} ({', '.join(decision.verbs)}) [{decision.rule}]")


def replay(
    file: File,
    verify: Annotated[bool, typer.Option("--verify", help="Check the dice and every command; print only the verdict.")] = False,
    rescue: Annotated[bool, typer.Option("--rescue", help="Keep what can be kept of a damaged file.")] = False,
    seat: Seat = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Tell a saved match from its beginning, or verify it.

    Example: grognard replay game.txt --verify
    """
    match = opened(file, data, rescue=rescue)
    rolls = sum(event.kind == "rolled" for event in match.events())
    sound = match.parted is None and not match.game.check(match.play)
    verdict = {
        "commands": match.length, "rolls": rolls, "commitment": match.commitment, "seed": match.seed,
        "winner": match.winner, "reason": match.reason, "verified": sound, "parted": match.parted and match.parted.why,
    }  # fmt: skip
    if json:
        print_json(verdict if verify else verdict | {"events": match.log(seat)})
    elif verify:
        word = "verified" if sound else "NOT verified"
        typer.echo(f"{word}: {match.length} commands, {rolls} rolls, seed {match.seed} matches its commitment")
    else:
        for event in match.log(seat):
            typer.echo(event.text + (f" [{event.rule}]" if event.rule else ""))
    if not sound:
        raise typer.Exit(FAILED)


def opened(file: Path, data: str | None, *, rescue: bool = False) -> Match:
    """A saved match; whoever opens it is told where it no longer plays as it did."""
    from ..core.save import load

    match = load(file, data=data, rescue=rescue)
    if match.parted is not None:
        typer.echo(f"grognard: {file}: {match.parted.sentence}", err=True)
    return match


def load_match(file: Path, game: str, data: str | None) -> Match:
    """A saved match of the game that was named."""
    from ..core.errors import GrognardError

    match = opened(file, data)
    if match.game.slug != game:
        raise GrognardError(f"{file} is a match of {match.game.slug}, not of {game!r}")
    return match


def odds(
    game: Game,
    attack: Annotated[int | None, typer.Argument(help="Attack factors.")] = None,
    defence: Annotated[int | None, typer.Argument(help="Defence factors.")] = None,
    shift: Annotated[int, typer.Option(help="Columns to the right (negative: left).")] = 0,
    file: Annotated[Path | None, typer.Option("--file", help="A saved match, for an attack in it.")] = None,
    target: Annotated[str | None, typer.Option(help="With --file: the hex attacked.")] = None,
    units: Annotated[str | None, typer.Option(help="With --file: the attackers, a+b.")] = None,
    air: Annotated[int, typer.Option(help="With --file: aircraft.")] = 0,
    data: Data = None,
    json: Json = False,
) -> None:
    """Explain the odds of an attack.

    Examples: grognard odds drive-on-moscow 26 7 --shift -1
    | grognard odds drive-on-moscow --file game.txt --target 1813 --units 3pz+10mot
    """
    from ..core.errors import GrognardError, Illegal
    from ..games import load_game
    from ..terminal.words import odds_lines

    if file is not None and target and units:
        answer = load_match(file, game, data).odds(target, units, air=air)
    elif attack is not None and defence is not None:
        answer = load_game(game, data).table_odds(attack, defence, shift)
    else:
        raise GrognardError("give ATTACK and DEFENCE, or --file with --target and --units")
    if json:
        print_json(answer)
        return
    if not answer.odds:
        raise Illegal(answer.rule, answer.why)
    for line in odds_lines(answer):
        typer.echo(line)


def threats(
    file: File,
    seat: Annotated[str | None, typer.Option("--seat", help="Whose fears (default: whose decision it is).")] = None,
    hex: Annotated[str | None, typer.Option("--hex", help="A hex: who can come there, instead.")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """What a seat has left to do, and what it has to fear in its enemies' next turn.

    Examples: grognard threats game.txt --seat german | grognard threats game.txt --hex 0407
    """
    match = opened(file, data)
    who = seat or match.seats[max(match.seat, 0)]
    if hex is not None:
        sides = match.who_can_reach(hex, who)
        if json:
            print_json(sides)
            return
        for side in sides:
            coming = ", ".join(_comers(comers) for comers in side.comers) or "nobody"
            typer.echo(f"{side.side}, turn {side.turn}: {coming}")
        return
    desk = match.desk(who)
    if json:
        print_json(desk)
        return
    for item in desk.items:
        where = f" [{' '.join(item.hexes[:8])}]" if item.hexes else ""
        typer.echo(f"{'! ' if item.fatal else '  '}{item.text}{where}")
    if not desk.items:
        typer.echo(f"{who} has nothing left to do and nothing to fear.")


def _comers(comers: Comers) -> str:
    covered = [f"{comers.hidden} covered"] if comers.hidden else []
    likely = f" ({comers.chance:.0%})" if comers.chance < 1 else ""
    return f"{', '.join([*comers.units, *covered])} from {comers.start}{likely}"
