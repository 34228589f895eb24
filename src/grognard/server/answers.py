"""How refusals and faults look on the wire, and what every answer carries."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.exc import SQLAlchemyError

from ..core.errors import BadLog, GrognardError, Illegal
from . import wire
from .access import Denied
from .store import Uncertain

log = logging.getLogger("grognard.server")


class OurRequest(Request[Any, Any, Any]):
    """A request whose body may be anything."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise Denied(400, "the request is not written in UTF-8") from None
        except RecursionError:
            raise Denied(400, TOO_DEEP) from None


AnyRequest = Request[Any, Any, Any]
UNCERTAIN = "the database has not answered, and it is not certain whether this has happened; look, or repeat it with the same key"
TOO_DEEP = "the request is nested too deeply"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def _body(content: dict[str, Any], status: int) -> Response[dict[str, Any]]:
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    headers |= {"Retry-After": "5"} if status in (429, 503) else {}
    return Response(content, status_code=status, media_type=MediaType.JSON, headers=headers)


def status_and_body(error: Exception) -> tuple[int, dict[str, Any]]:
    """A refusal as it goes over the wire, by HTTP or socket; a fault of ours tells nothing and is logged."""
    match error:
        case Denied():
            return error.status, wire.problem(error.error, **error.more)
        case Illegal():
            return 422, {"rule": error.rule, "why": error.why}
        case BadLog():  # found when somebody looks back behind a stored position
            return 503, wire.problem(f"this match cannot be restored: {error}")
        case GrognardError():
            return 400, wire.problem(str(error))
        case HTTPException():
            return error.status_code, wire.problem(_explain(error))
        case Uncertain():
            log.error("the database did not answer a commit: %s", error.__cause__)
            return 503, wire.problem(UNCERTAIN, uncertain=True)
        case SQLAlchemyError():
            log.error("the database cannot be used: %s", getattr(error, "orig", None) or error)
            return 503, wire.problem("the database cannot be used just now; nothing has happened")
    log.error("a request failed", exc_info=error)
    return 500, wire.problem("the server has made a mistake; it has been logged")


def _explain(error: HTTPException) -> str:
    """What is wrong with a malformed request, field by field."""
    faults = [fault for fault in error.extra if isinstance(fault, dict)] if isinstance(error.extra, list) else []
    parts = [": ".join(str(fault[name]) for name in ("key", "message") if fault.get(name)) for fault in faults]
    return "; ".join(parts) if parts and error.status_code == 400 else str(error.detail)


def on_error(request: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    status, body = status_and_body(error)
    return _body(body, status)


_PROBLEMS = {
    400: "the request is malformed",
    401: "no link, a wrong one, or a revoked one",
    403: "this link may not do that",
    404: "there is no such thing",
    409: "the match has moved on",
    413: "too much",
    415: "only JSON is understood",
    429: "too fast",
    503: "it cannot be done just now",
}


def problems(*statuses: int, refusal: bool = False) -> dict[int, ResponseSpec]:
    """The refusals a route documents; `refusal` adds the rules' own."""
    found = {status: ResponseSpec(wire.Problem, False, _PROBLEMS[status]) for status in (400, *statuses, 429)}
    if refusal:
        found[422] = ResponseSpec(wire.Refusal, False, "a rule says no")
    return found
