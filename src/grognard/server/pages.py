"""The browser's page: whatever has been built into `static`, and one page for every address a player may open."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from .access import Denied
from .answers import AnyRequest
from .build import build_of
from .tiles import inside

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Grognard</title>
<h1>Grognard</h1><p>The server runs, but the page has not been built yet: <code>make setup</code> builds it.</p>
<p>The API is there all the same: <a href="/api/schema/openapi.json">its description</a>.</p></html>"""


#: Some systems have odd ideas about these.
_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".webp": "image/webp", ".woff2": "font/woff2"}


@get("/", sync_to_thread=True, include_in_schema=False)
def front(request: AnyRequest, state: State) -> Response[Any]:
    return _page(request, state.settings.static, "")


@get("/{path:path}", sync_to_thread=True, include_in_schema=False)
def page(request: AnyRequest, state: State, path: FromPath[str]) -> Response[Any]:
    return _page(request, state.settings.static, path)


def _page(request: AnyRequest, folder: Path, path: str) -> Response[Any]:
    """A built file, or the page itself for addresses without a file ending such as /play."""
    if path.startswith("/api"):
        raise Denied(404, "there is no such address")
    wanted = inside(folder, path)
    if wanted is None:
        raise Denied(404, "there is no such page")
    index = folder / "index.html"
    if not wanted.is_file():
        if wanted.suffix:
            raise Denied(404, "there is no such page")
        if not index.is_file():
            return Response(NOT_BUILT, media_type="text/html", headers={"Cache-Control": "no-cache"})
        wanted = index
    if wanted.resolve() == index.resolve():
        return _front(request, index, build_of(folder))
    return _file(request, wanted, forever="assets" in wanted.relative_to(folder.resolve()).parts)


def _front(request: AnyRequest, path: Path, build: str) -> Response[Any]:
    """The page, which is told for which build of the server it was made: it may meet a newer one before it has asked anything."""
    etag = f'"{build}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(None, status_code=304, headers=headers)
    told = b'<head><meta name="build" content="%b">' % build.encode()
    return Response(path.read_bytes().replace(b"<head>", told, 1), media_type="text/html", headers=headers)


def _file(request: AnyRequest, path: Path, *, forever: bool) -> Response[Any]:
    """Files under assets/ have their hash in the name and never change."""
    stat = path.stat()
    etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    headers = {"ETag": etag, "Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(None, status_code=304, headers=headers)
    media_type = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(path.read_bytes(), media_type=media_type, headers=headers)
