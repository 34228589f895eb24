"""What goes over a socket: what has changed, who thinks, what is said, and how a command went."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType, field

from ..core.shown import EventView, View
from .changes import Change
from .wire import Asking, Disclosure, MessageInfo, Parted, Struck, ThinkingInfo


class Update(Struct, tag_field="type", tag="update", kw_only=True):
    """What a socket is told whenever something has changed: what happened after version `from`, and the whole view of the
    seat, or what has changed since its view of revision `base`. A newcomer is also told talk, struck-out commands and the
    build of the server."""

    seat: str
    version: int
    revision: int
    since: int = field(name="from")
    events: list[EventView]
    players: dict[str, str]
    thinking: ThinkingInfo | None
    undo: bool
    redo: bool
    takeback: Asking | None
    over: bool
    parted: Parted | None
    claimed: Sequence[str]
    screen: list[str]
    disclosures: list[Disclosure]
    view: View | UnsetType = UNSET
    base: int | UnsetType = UNSET
    change: Change | UnsetType = UNSET
    chat: list[MessageInfo] | UnsetType = UNSET
    struck: list[Struck] | UnsetType = UNSET
    build: str | UnsetType = UNSET


class ThinkingNews(ThinkingInfo, tag_field="type", tag="thinking"):
    """A computer player is at work, or has stopped."""


class ChatNews(MessageInfo, tag_field="type", tag="chat"):
    """Somebody has said something to everybody."""


class Result(Struct, tag_field="type", tag="result"):
    """The answer to a command sent by socket; the update it led to has come just before it."""

    key: str
    status: int
    version: int | UnsetType = UNSET
    revision: int | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    why: str | UnsetType = UNSET
    error: str | UnsetType = UNSET
    uncertain: bool | UnsetType = UNSET
