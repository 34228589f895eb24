"""Taking back. One's own last command freely, while no die has fallen since, nothing hidden was seen and nobody else's turn has
come; where seats decide together, also from under the commands of others if these go just as well without it. The end of a phase
and what was said aloud stay as they are out of courtesy to an opponent: somebody who plays alone takes them back as well.
Everything else needs the consent of all whom it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import Illegal

if TYPE_CHECKING:
    from .history import Link
    from .match import Match

NOTHING = "there is nothing to take back"
TOO_LATE = "this cannot be taken back: a die was rolled, something hidden was seen, or the turn passed on"
CLOSED = "a phase has been closed, or something said aloud: the opponent has to agree before it is taken back"


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


def courteous(match: Match, link: Link) -> bool:
    """Is a barrier but one of courtesy? Of a stored command this is found out by giving it again."""
    if link.courtesy is None:
        assert link.command is not None
        before = match.at(link.number - 1)
        before.do(link.command, link.seat)
        link.courtesy = before.last.courtesy
    return bool(link.courtesy)


def stops(match: Match, link: Link, alone: bool) -> bool:
    """Does a command stop whoever wants to take back, `alone` or with others at the table?"""
    return link.barrier and not (alone and courteous(match, link))


def without_last_of(match: Match, seat: int, alone: bool = False) -> Match:
    """The match as if a seat had not given its last command, everything else done again after it; `Illegal` if others have to be
    asked first."""
    link = last_of(match, seat)
    if link is None:
        raise Illegal("", NOTHING)
    *later, _ = gone = since(match, link)
    stopping = [one for one in gone if stops(match, one, alone)]
    if stopping:
        raise Illegal("", CLOSED if all(courteous(match, one) for one in stopping) else TOO_LATE)
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
