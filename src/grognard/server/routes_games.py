"""HTTP: games, boards, rules, tiles. The same for everybody, and cacheable."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Annotated, Any

import anyio.to_thread
from litestar import MediaType, Response, Router, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, PathParameter, QueryParameter

from .. import __version__
from ..core.errors import GrognardError
from . import catalogue, shapes, wire
from .access import Denied
from .answers import AnyRequest, problems
from .catalogue import Document
from .tiles import THEMES, InTheMaking, Tiles

Slug = Annotated[str, PathParameter(description="a game, as GET /api/games names it", max_length=64)]
SetNumber = Annotated[int | None, QueryParameter(description="a set of its data; the newest without", ge=1, le=99)]
Theme = Annotated[str, PathParameter(description=" or ".join(THEMES), max_length=16)]

_UNCHANGED = {304: ResponseSpec(None, description="as the browser has it", generate_examples=False)}


def _send(request: AnyRequest, document: Document) -> Response[Any]:
    headers = {"ETag": document.etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == document.etag:
        return Response(None, status_code=304, headers=headers)
    return Response(document.data, media_type=MediaType.JSON, headers=headers)


@get("/health", sync_to_thread=False, summary="Is the server there?")
def health() -> wire.Health:
    return wire.Health(True, __version__)


@get("/games", sync_to_thread=True, summary="All games", responses=problems())
def list_games() -> list[wire.GameInfo]:
    return catalogue.games()


@get("/games/{slug:str}/board", sync_to_thread=True, summary="The board of a game", responses=problems(404) | _UNCHANGED)
def board(request: AnyRequest, slug: Slug) -> Response[Any]:
    return _send(request, catalogue.board(slug))


@get("/games/{slug:str}/rules", sync_to_thread=True, summary="The rules of a game", responses=problems(404) | _UNCHANGED)
def rules(request: AnyRequest, slug: Slug) -> Response[Any]:
    return _send(request, catalogue.rules(slug))


@get("/games/{slug:str}/aids", sync_to_thread=True, summary="Summary and charts", responses=problems(404) | _UNCHANGED)
def aids(request: AnyRequest, slug: Slug, set: SetNumber = None) -> Response[Any]:
    try:
        return _send(request, catalogue.aids(slug, set))
    except GrognardError as error:
        raise Denied(404, str(error)) from None


@get("/games/{slug:str}/puzzles", sync_to_thread=True, summary="The puzzles of a game", responses=problems(404))
def list_puzzles(slug: Slug) -> list[shapes.PuzzleInfo]:
    return catalogue.puzzle_list(slug)


@get("/games/{slug:str}/picture", sync_to_thread=True, summary="The picture of a game", responses=problems(404) | _UNCHANGED)
def picture(request: AnyRequest, slug: Slug) -> Response[Any]:
    return _send_file(request, catalogue.picture(slug))


@get("/tokens.json", sync_to_thread=True, summary="Colours and metrics", responses=problems() | _UNCHANGED)
def tokens(request: AnyRequest) -> Response[Any]:
    return _send(request, catalogue.tokens())


@get(
    "/games/{slug:str}/tiles/{theme:str}/{tile:path}",
    summary="Map tiles: index.json first; it names the rest. 202: being drawn, ask again",
    responses=problems(404, 503) | _UNCHANGED,
)
async def tiles(request: AnyRequest, state: State, slug: Slug, theme: Theme, tile: FromPath[str]) -> Response[Any]:
    # threads of their own: whoever waits for a map to be drawn must not keep players waiting
    return await anyio.to_thread.run_sync(_tile, request, state.tiles, slug, theme, tile, limiter=state.drawing)


def _tile(request: AnyRequest, drawn: Tiles, slug: str, theme: str, tile: str) -> Response[Any]:
    try:
        return _send_file(request, drawn.file(catalogue.known(slug), theme, tile))
    except InTheMaking:
        return Response(None, status_code=202, headers={"Retry-After": "1", "Cache-Control": "no-store"})


def _send_file(request: AnyRequest, path: Path) -> Response[Any]:
    etag = f'"{path.stat().st_mtime_ns:x}-{path.stat().st_size:x}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache" if path.suffix == ".json" else "max-age=86400"}
    if request.headers.get("if-none-match") == etag:
        return Response(None, status_code=304, headers=headers)
    media_type = "image/webp" if path.suffix == ".webp" else mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(path.read_bytes(), media_type=media_type, headers=headers)


_HANDLERS = [health, list_games, board, rules, aids, list_puzzles, picture, tokens, tiles]
router = Router("/api", route_handlers=_HANDLERS, tags=["games"])
