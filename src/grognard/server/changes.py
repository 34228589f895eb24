"""What has changed between two views of one seat, and how a view is brought up to date with it (docs/api.md).

Both views may be known to whoever gets the change, so it tells nothing they would not have told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from ..core.shown import DecisionView, OutcomeView, Shape, StackView, Status, TurnView, VerbView, View


class Fields(Shape, frozen=True):
    """The parts of a view that are sent whole when they have changed; the status without its turn track, which seldom does and
    is as long as all the rest."""

    turn: int | UnsetType = UNSET
    turn_name: str | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    track: Sequence[TurnView] | UnsetType = UNSET
    winner: str | UnsetType | None = UNSET
    reason: str | UnsetType = UNSET
    outcome: OutcomeView | UnsetType = UNSET
    alliances: list[list[str]] | UnsetType = UNSET
    decision: DecisionView | UnsetType = UNSET
    anytime: list[VerbView] | UnsetType = UNSET


class Change(Shape, frozen=True):
    """What makes one view of a seat into a later one: stacks (null where nothing stands any more), control (from which hex
    on, and what stands there now), other fields, and the names of those that are gone. Empty when nothing has changed."""

    stacks: dict[str, StackView | None] = msgspec.field(default_factory=dict)
    control: list[tuple[int, str]] = msgspec.field(default_factory=list)
    fields: Fields | UnsetType = UNSET
    gone: list[str] = msgspec.field(default_factory=list)


_MAY_GO = ("outcome", "alliances", "decision", "anytime")  #: fields that a view may be without


_SENT = tuple(name for name in Fields.__struct_fields__ if name != "track")


def change(before: View, after: View, places: Iterable[str] | None = None) -> Change:
    """What makes `before` into `after`; their stacks can differ at some `places` only, or anywhere."""
    old, new = before.stacks, after.stacks
    places = {**new, **old} if places is None else places
    stacks = {name: stack for name in places if (was := old.get(name)) is not (stack := new.get(name)) and was != stack}
    gone = [name for name in _MAY_GO if getattr(after, name) is None and getattr(before, name) is not None]
    fields = {name: now for name in _SENT if (now := getattr(after, name)) != getattr(before, name) and name not in gone}
    if "status" in fields:
        fields["status"] = msgspec.structs.replace(after.status, track=[])
        if after.status.track != before.status.track:
            fields["track"] = after.status.track
    control = [] if before.control == after.control else _runs(before.control, after.control)
    return Change(stacks, control, Fields(**fields) if fields else UNSET, gone)


def changed(view: View, change: Change) -> View:
    """The view a change leads to. The old one stays as it was."""
    fields = {} if change.fields is UNSET else {
        name: now for name in Fields.__struct_fields__ if (now := getattr(change.fields, name)) is not UNSET
    }  # fmt: skip
    if "status" in fields:
        fields["status"] = msgspec.structs.replace(fields["status"], track=fields.pop("track", view.status.track))
    stacks = {name: stack for name, stack in (view.stacks | change.stacks).items() if stack is not None}
    control = view.control
    for at, letters in change.control:
        control = control[:at] + letters + control[at + len(letters) :]
    return msgspec.structs.replace(view, stacks=stacks, control=control, **dict.fromkeys(change.gone), **fields)


def _runs(before: str, after: str) -> list[tuple[int, str]]:
    """Where two strings of one length differ: from which letter on, and what stands there now."""
    old, new = np.frombuffer(before.encode(), np.uint8), np.frombuffer(after.encode(), np.uint8)
    differ = (old != new).nonzero()[0]
    runs = np.split(differ, (np.diff(differ) > 1).nonzero()[0] + 1)
    return [(int(run[0]), after[run[0] : run[-1] + 1]) for run in runs]
