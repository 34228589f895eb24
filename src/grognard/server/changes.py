"""What has changed between two views of one seat, and how a view is brought up to date with it (docs/api.md).

Both views may be known to whoever gets the change, so it tells nothing they would not have told.
"""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
Change = dict[str, Any]


def change(before: View, after: View) -> Change:
    """What makes `before` into `after`; empty when nothing has changed."""
    found: Change = {}
    old, new = before["stacks"], after["stacks"]
    stacks = {name: stack for name, stack in new.items() if (was := old.get(name)) is not stack and was != stack}
    stacks |= {name: None for name in old if name not in new}
    if stacks:
        found["stacks"] = stacks
    if before["control"] != after["control"]:
        found["control"] = _runs(before["control"], after["control"])
    fields = {name: after[name] for name in after if name not in _APART and (name not in before or before[name] != after[name])}
    if fields:
        found["fields"] = fields
    gone = [name for name in before if name not in after]
    if gone:
        found["gone"] = gone
    return found


def changed(view: View, change: Change) -> View:
    """The view a change leads to. The old one stays as it was."""
    new: View = view | change.get("fields", {})
    for name in change.get("gone", ()):
        del new[name]
    if "stacks" in change:
        stacks = view["stacks"] | change["stacks"]
        new["stacks"] = {name: stack for name, stack in stacks.items() if stack is not None}
    control = view["control"]
    for at, letters in change.get("control", ()):
        control = control[:at] + letters + control[at + len(letters) :]
    new["control"] = control
    return new


_APART = ("stacks", "control")  #: fields of a view whose changes have a form of their own


def _runs(before: str, after: str) -> list[tuple[int, str]]:
    """Where two strings of one length differ: from which letter on, and what stands there now."""
    runs: list[tuple[int, str]] = []
    for at, letter in enumerate(after):
        if before[at] == letter:
            continue
        if runs and runs[-1][0] + len(runs[-1][1]) == at:
            runs[-1] = (runs[-1][0], runs[-1][1] + letter)
        else:
            runs.append((at, letter))
    return runs
