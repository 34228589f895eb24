"""HTTP: matches. Everything but beginning one needs the secret link of a seat."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import MediaType, Response, Router, get, post, put
from litestar.datastructures import State
from litestar.di import Provide
from litestar.params import Parameter

from . import wire
from .access import Denied, Pass, bearer
from .answers import AnyRequest, problems
from .guard import Guard, address
from .questions import Questions
from .service import Service

_SECURED: Any = [{"link": []}]
_LISTED = "separated by + or a comma"
Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
Text = Annotated[str, Parameter(max_length=4000)]
Units = Annotated[str, Parameter(description=f"units, {_LISTED}", max_length=4000)]
Hexes = Annotated[str, Parameter(description=f"hexes, {_LISTED}", max_length=4000)]


def enter(request: AnyRequest, state: State, match_id: str) -> Pass:
    """The link of a request, checked."""
    service: Service = state.service
    guard: Guard = state.guard
    try:
        return service.enter(match_id, bearer(request.headers.get("authorization")))
    except Denied as denied:
        if denied.status in (401, 404):
            guard.guesses.demand(address(request.scope))
        raise


def get_service(state: State) -> Service:
    found: Service = state.service
    return found


def get_questions(state: State) -> Questions:
    return Questions(state.service)


# ---------------------------------------------------------------- beginning


@post("/matches", status_code=200, sync_to_thread=True, summary="Begin a match", responses=problems(400, 413, 415))
def create(request: AnyRequest, state: State, data: wire.NewMatch) -> wire.Created:
    state.guard.matches.demand(address(request.scope))
    created: wire.Created = state.service.create(data)
    return created


@post("/import", status_code=200, sync_to_thread=True, summary="Go on with a save", responses=problems(400, 413, 415))
def import_save(request: AnyRequest, state: State, data: wire.Import) -> wire.Created:
    state.guard.imports.demand(address(request.scope))
    created: wire.Created = state.service.import_save(data)
    return created


# ---------------------------------------------------------------- looking


@get("/", sync_to_thread=True, summary="A match as this link may see it", responses=problems(400, 401, 404, 503))
def describe(service: Service, who: Pass, since: Number | None = None) -> wire.MatchInfo:
    return service.describe(who, since)


@get("/at/{version:int}", sync_to_thread=True, summary="An earlier point", responses=problems(400, 401, 404, 503))
def at(service: Service, who: Pass, version: Number) -> wire.Past:
    return service.at(who, version)


@get(
    "/export",
    sync_to_thread=True,
    summary="The match as a save",
    media_type=MediaType.TEXT,
    responses=problems(401, 403, 404, 503),
)
def export(service: Service, who: Pass) -> Response[str]:
    return Response(service.export(who), media_type=MediaType.TEXT)


# ---------------------------------------------------------------- changing

_CHANGES = problems(400, 401, 403, 404, 409, 413, 415, 503, refusal=True)


@post("/commands", status_code=200, sync_to_thread=True, summary="Say a command", responses=_CHANGES)
def say(service: Service, state: State, who: Pass, data: wire.Say) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.say(who, data)


@post("/undo", status_code=200, sync_to_thread=True, summary="Take back one's own last command", responses=_CHANGES)
def undo(service: Service, state: State, who: Pass, data: wire.Undo) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.undo(who, data)


@post("/takeback", status_code=200, sync_to_thread=True, summary="Take back with the opponent's consent", responses=_CHANGES)
def takeback(service: Service, state: State, who: Pass, data: wire.Takeback) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.takeback(who, data)


@post("/players", status_code=200, sync_to_thread=True, summary="Hand a seat to the computer, or back", responses=_CHANGES)
def hand(service: Service, state: State, who: Pass, data: wire.Hand) -> wire.Answer:
    state.guard.commands.demand(who.digest.hex())
    return service.hand(who, data)


@post("/chat", status_code=200, sync_to_thread=True, summary="Say something to everybody", responses=_CHANGES)
def chat(service: Service, state: State, who: Pass, data: wire.Chat) -> wire.Yes:
    state.guard.messages.demand(who.digest.hex())
    service.chat(who, data.text)
    return wire.Yes()


@put("/notes", status_code=200, sync_to_thread=True, summary="Keep private notes", responses=_CHANGES)
def notes(service: Service, state: State, who: Pass, data: wire.Notes) -> wire.Yes:
    state.guard.messages.demand(who.digest.hex())
    service.set_notes(who, data.text)
    return wire.Yes()


@post("/links/{name:str}/revoke", status_code=200, sync_to_thread=True, summary="Replace a link", responses=_CHANGES)
def revoke(service: Service, state: State, who: Pass, name: Text) -> wire.NewLink:
    state.guard.commands.demand(who.digest.hex())
    return service.revoke(who, name)


# ---------------------------------------------------------------- asking

_ASKING = problems(400, 401, 403, 404, 503, refusal=True)
_TRYING = _ASKING | problems(413, 415)


@get("/query/options", sync_to_thread=True, summary="What may be named next", responses=_ASKING)
def ask_options(questions: Questions, who: Pass, verb: Text, units: Units = "", hexes: Hexes = "") -> wire.Named:
    found: wire.Named = questions.ask(who, "options", verb, units, hexes)
    return found


@get("/query/reach", sync_to_thread=True, summary="Where units can go together", responses=_ASKING)
def ask_reach(questions: Questions, who: Pass, units: Units) -> dict[str, Any]:
    found: dict[str, Any] = questions.ask(who, "reach", units)
    return found


@get("/query/odds", sync_to_thread=True, summary="An attack explained", responses=_ASKING)
def ask_odds(
    questions: Questions, who: Pass, target: Text, units: Units, air: Annotated[int, Parameter(ge=0, le=99)] = 0
) -> dict[str, Any]:
    found: dict[str, Any] = questions.ask(who, "odds", target, units, air)
    return found


@get("/query/supply", sync_to_thread=True, summary="Is a unit supplied, and by which way?", responses=_ASKING)
def ask_supply(questions: Questions, who: Pass, unit: Text) -> dict[str, Any]:
    found: dict[str, Any] = questions.ask(who, "supply", unit)
    return found


@get("/query/network", sync_to_thread=True, summary="The hexes in supply for a side", responses=_ASKING)
def ask_network(questions: Questions, who: Pass, side: Text) -> wire.Network:
    found: wire.Network = questions.ask(who, "network", side)
    return found


@get("/query/who", sync_to_thread=True, summary="Which units can reach or attack a hex?", responses=_ASKING)
def ask_who(
    questions: Questions, who: Pass, hex: Text, what: Annotated[str, Parameter(pattern="^(reach|attack)$")] = "reach"
) -> wire.Units:
    found: wire.Units = questions.ask(who, "who", hex, what)
    return found


@post("/query/check", status_code=200, sync_to_thread=True, summary="Would this be legal?", responses=_TRYING)
def ask_check(questions: Questions, who: Pass, data: wire.Check) -> wire.Yes | wire.Refusal:
    return questions.check(who, data.command)


@post("/query/plan", status_code=200, sync_to_thread=True, summary="Try commands on a copy", responses=_TRYING)
def ask_plan(questions: Questions, who: Pass, data: wire.Plan) -> wire.Planned:
    return questions.plan(who, data)


router = Router(
    "/api",
    route_handlers=[
        create,
        import_save,
        Router(
            "/matches/{match_id:str}",
            route_handlers=[
                describe, at, export, say, undo, takeback, hand, chat, notes, revoke,
                ask_options, ask_reach, ask_odds, ask_supply, ask_network, ask_who, ask_check, ask_plan,
            ],
            dependencies={
                "who": Provide(enter, sync_to_thread=True),
                "service": Provide(get_service, sync_to_thread=False),
                "questions": Provide(get_questions, sync_to_thread=False),
            },
            security=_SECURED,
        ),
    ],
    tags=["matches"],
)  # fmt: skip
