"""Taking back. One's own last command freely, while no die has fallen since, nothing hidden was seen and nobody else's turn has
come; where seats decide together, also from under the commands of others if these go just as well without it. Everything else
needs the consent of all whom it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import Illegal

if TYPE_CHECKING:
    from .history import Link
    from .match import Match

NOTHING = "there is nothing to take back"
TOO_LATE = "this cannot be taken back: a die was rolled, something hidden was seen, or the turn passed on"


def last_of(match: Match, seat: int) -> Link | None:
    """The last command that a seat has given."""
    link: Link | None = match.last
    while link is not None and link.seat != seat:
        link = link.earlier()
    return link


def since(match: Match, link: Link) -> list[Link]:
    """A command and all after it, the latest first."""
    found = [match.last]
    while found[-1] is not link:
        before = found[-1].earlier()
        assert before is not None
        found.append(before)
    return found


def without_last_of(match: Match, seat: int) -> Match:
    """The match as if a seat had not given its last command, everything else done again after it; `Illegal` if others have to be
    asked first."""
    link = last_of(match, seat)
    if link is None:
        raise Illegal("", NOTHING)
    *later, _ = gone = since(match, link)
    if any(one.barrier for one in gone):
        raise Illegal("", TOO_LATE)
    new = match.at(link.number - 1)
    for one in reversed(later):
        assert one.command is not None
        try:
            same = new.do(one.command, one.seat) == one.events
        except Illegal:
            same = False
        if not same:
            raise Illegal("", f"{match.seats[one.seat]} has built on it since and has to agree: ask for a takeback")
    return new


def concerned(match: Match, number: int) -> set[int]:
    """The seats that have to agree before the match goes back to the point after so many commands: those whose commands are lost,
    and everybody when a die has fallen since, something hidden was seen or a turn has passed."""
    gone = [link for link in match.links() if link.number > number]
    return {*range(len(match.seats))} if any(link.barrier for link in gone) else {link.seat for link in gone}
