"""HTTP: matches. Everything but beginning one needs the secret link of a seat."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Response, Router, get, post, put
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from ..core.answers import Odds, Reach, Supply, SupplyLines, ZonesOf
from ..core.missions import Air, MissionView
from ..facts import Desk, Route, Threats
from ..orders import StaffPlan
from ..story import Review, Stage, Summary
from . import wire
from .access import Denied, Pass, bearer
from .answers import AnyRequest, problems
from .guard import Guard, address
from .lanes import Lanes
from .questions import Questions
from .service import Service
from .stories import Stories

_SECURED: Any = [{"link": []}]
_LISTED = "separated by + or a comma"
_LARGEST = 2**31 - 1
Since = Annotated[int | None, QueryParameter(description="log only what happened after this command", ge=0, le=_LARGEST)]
Point = Annotated[int | None, QueryParameter(description="as it was after this command; now if left out", ge=0, le=_LARGEST)]
Text = Annotated[str, QueryParameter(max_length=4000)]
Units = Annotated[str, QueryParameter(description=f"units, {_LISTED}", max_length=4000)]
Hexes = Annotated[str, QueryParameter(description=f"hexes, {_LISTED}", max_length=4000)]
Seat = Annotated[str | None, QueryParameter(description="the seat a hotseat link speaks for out of turn", max_length=64)]
Who = NamedDependency[Pass]
Matches = NamedDependency[Service]
Asking = NamedDependency[Questions]
Told = NamedDependency[Stories]


def enter(request: AnyRequest, state: State, match_id: FromPath[str], seat: Seat = None) -> Pass:
    """The link of a request, checked."""
    service: Service = state.service
    guard: Guard = state.guard
    try:
        return service.links.enter(match_id, bearer(request.headers.get("authorization")), seat)
    except Denied as denied:
        if denied.status in (401, 404):
            guard.guesses.demand(address(request.scope))
        raise


def get_service(state: State) -> Service:
    found: Service = state.service
    return found


def get_questions(state: State) -> Questions:
    return Questions(state.service.tables, state.lanes)


def get_stories(state: State) -> Stories:
    return Stories(state.service.tables, state.service.judges)


# ---------------------------------------------------------------- beginning


@post("/matches", status_code=200, sync_to_thread=True, summary="Begin a match", responses=problems(413, 415))
def create(request: AnyRequest, state: State, data: JSONBody[wire.NewMatch]) -> wire.Created:
    state.guard.matches.demand(address(request.scope))
    created: wire.Created = state.service.beginning.create(data)
    return created


@post(
    "/games/{slug:str}/puzzles/{name:str}", status_code=200, sync_to_thread=True, summary="Set a puzzle", responses=problems(404)
)
def set_puzzle(request: AnyRequest, state: State, slug: FromPath[str], name: FromPath[str]) -> wire.Created:
    state.guard.matches.demand(address(request.scope))
    created: wire.Created = state.service.beginning.puzzle(slug, name)
    return created


@post("/import", status_code=200, sync_to_thread=True, summary="Go on with a save", responses=problems(413, 415))
def import_save(request: AnyRequest, state: State, data: JSONBody[wire.Import]) -> wire.Created:
    state.guard.imports.demand(address(request.scope))
    created: wire.Created = state.service.beginning.import_save(data)
    return created


@post("/glances", status_code=200, sync_to_thread=True, summary="How some matches stand", responses=problems(413, 415))
def glances(request: AnyRequest, state: State, data: JSONBody[wire.Links]) -> list[wire.Glance]:
    guard: Guard = state.guard
    service: Service = state.service
    found = []
    for link in data.links:
        try:
            found.append(service.telling.glance(service.links.enter(link.id, link.token)))
        except Denied as denied:
            if denied.status in (401, 404):
                guard.guesses.demand(address(request.scope))
            found.append(wire.Glance(link.id, denied.error))
    return found


# ---------------------------------------------------------------- looking


@get("/", summary="A match as this link may see it", responses=problems(401, 403, 404, 503))
async def describe(service: Matches, state: State, who: Who, since: Since = None) -> wire.MatchInfo:
    lanes: Lanes = state.lanes
    return await lanes.run(who, service.telling.describe, who, since)


@get("/at/{version:int}", summary="An earlier point", responses=problems(401, 403, 404, 503))
async def at(service: Matches, state: State, who: Who, version: Annotated[int, PathParameter(ge=0, le=_LARGEST)]) -> wire.Past:
    lanes: Lanes = state.lanes
    return await lanes.run(who, service.telling.at, who, version, past=True)


@get("/film", summary="What has happened since a command, scene by scene", responses=problems(401, 403, 404, 503))
async def film(stories: Told, state: State, who: Who, since: Since = None) -> wire.Film:
    lanes: Lanes = state.lanes
    return await lanes.run(who, stories.film, who, since, past=True)


@get("/summary", summary="What others have done since a command", responses=problems(401, 403, 404, 503))
async def ask_summary(stories: Told, state: State, who: Who, since: Since = None) -> Summary:
    lanes: Lanes = state.lanes
    return await lanes.run(who, stories.summary, who, since, past=True)


@get("/stages", summary="The phases in which everything since a command was said", responses=problems(401, 403, 404, 503))
async def ask_stages(stories: Told, state: State, who: Who, since: Since = None) -> list[Stage]:
    lanes: Lanes = state.lanes
    return await lanes.run(who, stories.stages, who, since, past=True)


@get("/review", summary="The course of the match, turn by turn", responses=problems(401, 403, 404, 503))
async def ask_review(stories: Told, state: State, who: Who) -> Review:
    lanes: Lanes = state.lanes
    return await lanes.run(who, stories.review, who, past=True)


@get(
    "/export",
    sync_to_thread=True,
    summary="The match as a save",
    media_type=MediaType.TEXT,
    responses=problems(401, 403, 404, 503),
)
def export(service: Matches, who: Who) -> Response[str]:
    return Response(service.telling.export(who), media_type=MediaType.TEXT)


# ---------------------------------------------------------------- changing

_CHANGES = problems(401, 403, 404, 409, 413, 415, 503, refusal=True)


@post("/commands", status_code=200, summary="Say a command", responses=_CHANGES)
async def say(service: Matches, state: State, who: Who, data: JSONBody[wire.Say]) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return await asyncio.wrap_future(service.say(who, data))


@post("/undo", status_code=200, sync_to_thread=True, summary="Take back one's own last command", responses=_CHANGES)
def undo(service: Matches, state: State, who: Who, data: JSONBody[wire.Undo]) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.takebacks.undo(who, data)


@post("/redo", status_code=200, sync_to_thread=True, summary="Do again what was taken back last", responses=_CHANGES)
def redo(service: Matches, state: State, who: Who, data: JSONBody[wire.Redo]) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.takebacks.redo(who, data)


@post("/takeback", status_code=200, sync_to_thread=True, summary="Take back with the opponent's consent", responses=_CHANGES)
def takeback(service: Matches, state: State, who: Who, data: JSONBody[wire.Takeback]) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.takebacks.takeback(who, data)


@post("/players", status_code=200, sync_to_thread=True, summary="Hand a seat to the computer, or back", responses=_CHANGES)
def hand(service: Matches, state: State, who: Who, data: JSONBody[wire.Hand]) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.hand(who, data)


@post("/move-now", status_code=200, sync_to_thread=True, summary="Let the computer do the best it has found", responses=_CHANGES)
def move_now(service: Matches, state: State, who: Who) -> wire.Yes:
    state.guard.commands.demand(who.digest.hex())
    service.hurry(who)
    return wire.Yes(True)


@post("/go-on", status_code=200, sync_to_thread=True, summary="Agree to go on after a change of the rules", responses=_CHANGES)
def go_on(service: Matches, state: State, who: Who) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.go_on(who)


@post("/chat", status_code=200, sync_to_thread=True, summary="Say something to everybody", responses=_CHANGES)
def chat(service: Matches, state: State, who: Who, data: JSONBody[wire.Chat]) -> wire.Yes:
    state.guard.messages.demand(who.digest.hex())
    service.chat(who, data.text)
    return wire.Yes(True)


@put("/notes", status_code=200, sync_to_thread=True, summary="Keep private notes", responses=_CHANGES)
def notes(service: Matches, state: State, who: Who, data: JSONBody[wire.Notes]) -> wire.Yes:
    state.guard.messages.demand(who.digest.hex())
    service.set_notes(who, data.text)
    return wire.Yes(True)


@post("/claim", status_code=200, sync_to_thread=True, summary="Take a seat with the link mailed for it", responses=_CHANGES)
def claim(service: Matches, state: State, who: Who, data: JSONBody[wire.Claim]) -> wire.NewLink:
    state.guard.commands.demand(who.digest.hex())
    return service.links.claim(who, data.token)


@post("/links/{name:str}/revoke", status_code=200, sync_to_thread=True, summary="Replace a link", responses=_CHANGES)
def revoke(service: Matches, state: State, who: Who, name: Annotated[str, PathParameter(max_length=64)]) -> wire.NewLink:
    state.guard.commands.demand(who.digest.hex())
    return service.links.revoke(who, name)


# ---------------------------------------------------------------- asking

_ASKING = problems(401, 403, 404, 503, refusal=True)
_TRYING = _ASKING | problems(413, 415)


@get("/query/options", summary="What may be named next", responses=_ASKING)
async def ask_options(questions: Asking, who: Who, verb: Text, units: Units = "", hexes: Hexes = "") -> wire.Named:
    found: wire.Named = await questions.ask(who, "options", verb, units, hexes)
    return found


@get("/query/reach", summary="Where units can go together", responses=_ASKING)
async def ask_reach(questions: Asking, who: Who, units: Units) -> Reach:
    found: Reach = await questions.ask(who, "reach", units)
    return found


@get("/query/odds", summary="An attack explained", responses=_ASKING)
async def ask_odds(
    questions: Asking, who: Who, target: Text, units: Units, air: Annotated[int, QueryParameter(ge=0, le=99)] = 0
) -> Odds:
    found: Odds = await questions.ask(who, "odds", target, units, air)
    return found


@get("/query/targets", summary="What can be attacked now, and at which likely odds?", responses=_ASKING)
async def ask_targets(questions: Asking, who: Who, verb: Text, units: Units = "") -> wire.Targets:
    found: wire.Targets = await questions.ask(who, "targets", verb, units)
    return found


@get("/query/supply", summary="Is a unit supplied, and by which way?", responses=_ASKING)
async def ask_supply(questions: Asking, who: Who, unit: Text) -> Supply:
    found: Supply = await questions.ask(who, "supply", unit)
    return found


@get("/query/network", summary="The hexes in supply for a side", responses=_ASKING)
async def ask_network(questions: Asking, who: Who, side: Text, at: Point = None) -> wire.Network:
    found: wire.Network = await questions.ask(who, "network", side, at=at)
    return found


@get("/query/supply-lines", summary="The supply lines of all stacks of a side", responses=_ASKING)
async def ask_supply_lines(questions: Asking, who: Who, side: Text, at: Point = None) -> SupplyLines:
    found: SupplyLines = await questions.ask(who, "supply_lines", side, at=at)
    return found


@get("/query/zones", summary="The zones of control of a side", responses=_ASKING)
async def ask_zones(questions: Asking, who: Who, side: Text, at: Point = None) -> ZonesOf:
    found: ZonesOf = await questions.ask(who, "zones", side, at=at)
    return found


@get("/query/air", summary="Airbases, missions that may be flown, what flies at one, standing orders", responses=_ASKING)
async def ask_air(questions: Asking, who: Who) -> Air:
    found: Air = await questions.ask(who, "air")
    return found


@get("/query/mission", summary="Who could fly a mission, and what would come of it", responses=_ASKING)
async def ask_mission(
    questions: Asking, who: Who, hex: Text, verb: Text = "", units: Units = "", escort: Units = "", word: Text = "",
    taken: Units = "",
) -> MissionView:  # fmt: skip
    found: MissionView = await questions.ask(who, "mission", hex, verb, units, escort, word, taken)
    return found


@get("/query/who", summary="Which units can reach or attack a hex?", responses=_ASKING)
async def ask_who(
    questions: Asking, who: Who, hex: Text, what: Annotated[str, QueryParameter(pattern=r"^(reach|attack)$(?!\n)")] = "reach"
) -> wire.Units:
    found: wire.Units = await questions.ask(who, "who", hex, what)
    return found


@get("/query/who-can", summary="Who of each side can reach or attack a hex in its next phase?", responses=_ASKING)
async def ask_who_can(
    questions: Asking, who: Who, hex: Text, what: Annotated[str, QueryParameter(pattern=r"^(reach|attack)$(?!\n)")] = "reach"
) -> wire.WhoCan:
    found: wire.WhoCan = await questions.ask(who, "who_can", hex, what)
    return found


@get("/query/threats", summary="What the seat has to fear in its enemies' next turn", responses=_ASKING)
async def ask_threats(questions: Asking, who: Who) -> Threats:
    found: Threats = await questions.ask(who, "threats")
    return found


@get("/query/solved", sync_to_thread=True, summary="Is a puzzle solved?", responses=_ASKING)
def ask_solved(service: Matches, who: Who, puzzle: Text) -> wire.Verdict:
    return service.telling.solved(who, puzzle)


@get("/query/desk", summary="What is left to do and what is at stake before the decision ends", responses=_ASKING)
async def ask_desk(questions: Asking, who: Who) -> Desk:
    found: Desk = await questions.ask(who, "desk")
    return found


@get("/query/hint", summary="What an officer would say in the seat's place, and why", responses=_ASKING)
async def ask_hint(questions: Asking, who: Who) -> wire.Hint:
    found: wire.Hint = await questions.ask(who, "hint")
    return found


@post("/query/staff", status_code=200, summary="What a staff would do to carry out an order", responses=_TRYING)
async def ask_staff(questions: Asking, who: Who, data: JSONBody[wire.Staff]) -> StaffPlan:
    found: StaffPlan = await questions.ask(who, "staff", data)
    return found


@get("/query/march", summary="The way of units to a hex that may lie turns away", responses=_ASKING)
async def ask_march(questions: Asking, who: Who, units: Units, goal: Text) -> Route:
    found: Route = await questions.ask(who, "march", units, goal)
    return found


@get("/query/falls", summary="What follows if the seat takes a hex?", responses=_ASKING)
async def ask_falls(questions: Asking, who: Who, hex: Text) -> wire.Falls:
    found: wire.Falls = await questions.ask(who, "falls", hex)
    return found


@get("/query/strengths", summary="What everybody on the map is believed to be worth", responses=_ASKING)
async def ask_strengths(questions: Asking, who: Who) -> wire.Strengths:
    found: wire.Strengths = await questions.ask(who, "strengths")
    return found


@post("/query/check", status_code=200, summary="Would this be legal?", responses=_TRYING)
async def ask_check(questions: Asking, who: Who, data: JSONBody[wire.Check]) -> wire.Yes | wire.Refusal:
    return await questions.check(who, data.command)


@post("/query/plan", status_code=200, sync_to_thread=True, summary="Try commands on a copy", responses=_TRYING)
def ask_plan(questions: Asking, who: Who, data: JSONBody[wire.Plan]) -> wire.Planned:
    return questions.plan(who, data)


router = Router(
    "/api",
    route_handlers=[
        create,
        import_save,
        set_puzzle,
        glances,
        Router(
            "/matches/{match_id:str}",
            route_handlers=[
                describe, at, film, ask_summary, ask_stages, ask_review,
                export, say, undo, redo, takeback, hand, go_on, move_now, chat, notes, claim, revoke,
                ask_options, ask_reach, ask_odds, ask_targets, ask_supply, ask_network, ask_zones, ask_who, ask_check, ask_plan,
                ask_air, ask_mission, ask_who_can, ask_threats, ask_desk, ask_strengths, ask_falls,
                ask_march, ask_supply_lines, ask_solved, ask_hint, ask_staff,
            ],
            dependencies={
                "who": Provide(enter, sync_to_thread=True),
                "service": Provide(get_service, sync_to_thread=False),
                "questions": Provide(get_questions, sync_to_thread=False),
                "stories": Provide(get_stories, sync_to_thread=False),
            },
            security=_SECURED,
        ),
    ],
    tags=["matches"],
)  # fmt: skip
