"""Fire in the East, rules 9, 13 and 15 in play: what a preview promises, what losses and retreats leave behind."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.core.errors import Illegal
from grognard.core.events import Eliminated
from grognard.core.match import Match
from grognard.games.fire_in_the_east import position
from grognard.games.fire_in_the_east.events.battle import Fought, Reduced
from grognard.games.fire_in_the_east.rules import armor, combat, combat_steps, engagement, modifiers, overrun, stacking, zones
from grognard.games.fire_in_the_east.rules.casualties import has_cadre
from grognard.games.fire_in_the_east.rules.units import face, ground_units, on_map
from grognard.games.fire_in_the_east.state import AXIS, ONE, SOVIET

GERMANS = (
    "german infantry XX 8-6", "german infantry XX 7-6", "german panzer XX mot 12-10", "german motorized XX mot 6-10",
    "german infantry III 2-6", "german artillery III 2-3-8", "german engineer III 2-6", "german assault-gun II mot 1-10",
    "german infantry HQ 0-6",
)  # fmt: skip
RUSSIANS = (
    "soviet rifle XX 4-6", "soviet rifle XX 2-6", "soviet tank XX mot 10-5-8", "soviet rifle X 2-6", "soviet artillery X 3-2-6",
    "soviet antitank X 1-2-8", "soviet NKVD III mot 1-8", "soviet mechanized XX mot 8-6-8",
    "soviet position-AA-heavy counter 0-0",
)  # fmt: skip
HEXES = [f"{row:02d}{column:02d}" for row in range(1, 6) for column in range(1, 9)]


def drawn(seed: int, phase: str = "combat") -> Match:
    """A drawn board full of units of both sides, at the start of a phase."""
    rng = random.Random(seed)
    units: dict[str, list[str]] = {}
    for number in range(36):
        german = number % 2 == 1
        hex = rng.choice([h for h in HEXES if (3 <= int(h[2:]) <= 4) == german and 3 <= int(h[2:]) <= 6])
        stack = units.setdefault(hex, [])
        if len(stack) < 3:
            stack.append(f"u{number} {rng.choice(GERMANS if german else RUSSIANS)}")
    letters = "\n".join(" ".join(rng.choice("....wfrs") for _ in range(8)) for _ in range(5))
    case: dict[str, Any] = {
        "board": {"draw": letters, "partial-city": {"Minsk": "0305"}, "river": "0304|0305 0204|0205"},
        "units": units, "phase": phase, "side": rng.choice(["axis", "soviet"]),
        "dice": [rng.randint(1, 6) for _ in range(400)],
        "weather": rng.choice(["clear", "mud", "frost", "snow"]), "turn": rng.choice([2, 6, 12]),
    }  # fmt: skip
    return position.match_from(case)


def fight_on(match: Match, rng: random.Random) -> list[Any]:
    """Random play as long as this combat phase lasts."""
    seen: list[Any] = []
    for _ in range(300):
        if match.play.s.phase != "combat" or match.over:
            break
        seen += match.do(match.legal_commands().sample(rng))
    return seen


@pytest.mark.parametrize("seed", range(25))
def test_battles_leave_a_sound_position(seed: int) -> None:
    """Both sides never share a hex, no hex is too full, whoever is gone was told to be, and no decision is left without an
    answer."""
    match = drawn(seed)
    p = match.play
    before = {unit for unit in range(len(p.game.pieces)) if on_map(p, unit)}
    whole = {unit for unit in before if has_cadre(p, unit)}
    full = {side: set(stacking.overfull(p, side)) for side in (AXIS, SOVIET)}
    seen = fight_on(match, random.Random(seed))
    p = match.play
    gone = {unit for event in seen if isinstance(event, Eliminated) for unit in event.units}
    reduced = {unit for event in seen if isinstance(event, Reduced) for unit in event.units}
    for unit in before:
        assert on_map(p, unit) != (unit in gone), p.game.pieces[unit].handle
    assert reduced <= whole
    assert all(face(p, unit).cadre for unit in reduced - gone)
    counts = [zones.of_side(p, side).count[: p.game.board.hexes] for side in (AXIS, SOVIET)]
    assert not ((counts[0] > 0) & (counts[1] > 0)).any()
    for side in (AXIS, SOVIET):
        assert set(stacking.overfull(p, side)) <= full[side], "a retreat never ends in too full a hex"
    assert p.s.battle is None


def test_losses_are_enough_and_armour_bears_its_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """9.C, 10.H: when a side has paid, it has lost what it owed and its armour has borne its half, or nobody is left."""
    paid = []
    real = combat_steps.is_paid

    def judged(p: Any) -> bool:
        enough = real(p)
        fight, bill, left = combat_steps.fight_of(p), combat_steps.bill_of(p), combat_steps.candidates(p)
        armour = [unit for unit in left if fight.armor and bill.side == fight.side and combat_steps.is_armor(p, unit)]
        engineers = [u for u in left if fight.engineers and bill.side == fight.side and combat_steps.is_engineer(p, u)]
        borne = (not armour or 2 * bill.armor >= bill.lost) and (not engineers or 2 * bill.engineers >= bill.lost)
        assert enough == (not left or (bill.lost >= bill.owed and borne))
        if enough:
            paid.append(bool(armour))
        return enough

    monkeypatch.setattr(combat_steps, "is_paid", judged)
    for seed in range(100, 160):
        fight_on(drawn(seed), random.Random(seed))
    assert len(paid) > 20


PLAIN: dict[str, Any] = {
    "board": {}, "phase": "combat",
    "units": {
        "0304": ["g german infantry XX 8-6", "h german panzer XX mot 12-10"],
        "0305": ["r soviet rifle XX 4-6", "s soviet rifle XX 3-6"],
    },
}  # fmt: skip


def test_the_preview_is_what_the_die_then_says() -> None:
    """Every face of the die gives a result, and the preview counts them exactly."""
    promised = position.match_from({**PLAIN, "dice": [1]}).odds("0305", "g+h")
    fallen: Counter[str] = Counter()
    for die in range(1, 7):
        match = position.match_from({**PLAIN, "dice": [die]})
        (fought,) = [event for event in match.do("attack 0305 with g+h") if isinstance(event, Fought)]
        fallen[fought.result] += 1
        assert (fought.attack, fought.defence) == (promised.attack, promised.defence)
        assert {fought.odds: 1.0} == promised.odds
        assert [shift.columns for shift in fought.shifts] == [shift.columns for shift in promised.shifts]
    assert promised.results == {result: round(count / 6, 4) for result, count in fallen.items()}
    assert sum(Fraction(str(chance)) for chance in promised.results.values()) == pytest.approx(1, abs=1e-3)


def test_what_is_added_to_the_rules_is_in_battles_and_previews(monkeypatch: pytest.MonkeyPatch) -> None:
    """One place says what modifies the die."""
    plain = position.match_from({**PLAIN, "dice": [3]}).odds("0305", "g+h")
    real = modifiers.modifiers
    more = modifiers.Modifier("9.A.4", "a wind from the east", 2)
    monkeypatch.setattr(combat, "modifiers", lambda *facts: (*real(*facts), more))
    match = position.match_from({**PLAIN, "dice": [3]})
    assert match.odds("0305", "g+h").results != plain.results
    (fought,) = [event for event in match.do("attack 0305 with g+h") if isinstance(event, Fought)]
    assert "a wind from the east" in [shift.why for shift in fought.shifts]


def test_expected_losses_are_those_of_the_results() -> None:
    """A 2:1 attack of 8 against 4: AR, NE, NE, EX, HX, DR; the exchange costs both 4, the half exchange 2 against 4."""
    case = {"board": {}, "phase": "combat", "units": {"0304": ["g german infantry XX 8-6"], "0305": ["r soviet rifle XX 4-6"]}}
    expected = position.match_from(case).odds("0305", "g").expected
    assert expected is not None
    assert (expected.attacker, expected.defender) == (1.0, round(8 / 6, 3))


@pytest.mark.parametrize("seed", range(20))
def test_no_overrun_is_given_up_unreckoned(seed: int) -> None:
    """13a: whatever is called hopeless would be refused, and what is listed may be said."""
    match = drawn(seed, phase="movement")
    p, side = match.play, match.play.s.active
    for target in engagement.contact(p, side):
        for here in p.game.board.around[target]:
            units = ground_units(p, here, side)
            if units and overrun.is_hopeless(p, target, units):
                with pytest.raises(Illegal):
                    overrun.check_overrun(p, target, units)
    for command in list(overrun.list_overruns(p))[:5]:
        overrun.check_overrun(p, command.hexes[0], command.units)


def test_a_break_and_an_assembly_leave_everything_as_it_was() -> None:
    """15.A: nothing is gained or lost by taking a division to pieces and putting it together again, but that it is finished."""
    units = {"0302": ["ge102i"], "axis-eliminated": ["gea1i", "gea2i", "gea3i", "geahqi"]}
    match = position.match_from({"board": {}, "units": units, "phase": "movement"})
    division = match.game.names.unit("ge102i")
    for form in ("supported", "headquarters"):
        match = position.match_from({"board": {}, "units": units, "phase": "movement"})
        match.do(f"break ge102i {form}")
        parts = [match.play.game.pieces[unit].handle for unit in ground_units(match.play, match.game.names.node("0302"), AXIS)]
        assert len(parts) == (3 if form == "supported" else 4)
        assert sum(face(match.play, match.game.names.unit(part)).attack for part in parts) == 6 * ONE
        match.do("done")
        match.do(f"assemble {'+'.join(parts)}")
        assert match.play.s.loc[division] == match.game.names.node("0302")
        assert all(match.play.s.whole[match.game.names.unit(part)] < 0 for part in parts)


def test_a_share_of_one_seventh_is_the_least_that_tells() -> None:
    assert armor.attack_modifier(Fraction(1, 7)) == 1
    assert armor.attack_modifier(Fraction(1, 8)) == 0
