"""Fairness at a shared table: claimed seats, what was given out before, dice nobody knows, consent of whoever lent his seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .tables import Client, Seat, Table, serving
from .test_seats import four
from .test_socket import closed_with, joined

SOLO = {"soviet": "computer:random"}


def told(seat: Seat) -> list[str]:
    return [one["text"] for one in seat.info()["disclosures"]]


def claim(table: Table, name: str) -> Seat:
    """Somebody opens the link that was mailed to him."""
    answer = table.seat(name).post("/claim")
    assert answer.status_code == 200, answer.text
    assert answer.json()["seat"] == name
    return Seat(table.http, table.id, answer.json()["token"])


def seeds(seat: Seat) -> list[str]:
    return [chapter["commitment"] for chapter in seat.info()["dice"]]


# ---------------------------------------------------------------- claiming


def test_a_mailed_seat_is_claimed_once(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = Table(client)
        soviet = claim(table, "soviet")
        assert table.soviet.get().status_code == 401, "whoever mailed the link has no working copy"
        assert table.soviet.post("/claim").status_code == 401
        assert soviet.post("/claim").status_code == 409
        assert soviet.info()["seat"] == "soviet"
        for seat in (table.german, table.spectator, soviet):
            assert seat.info()["claimed"] == ["soviet"]
            assert told(seat) == []
        assert table.spectator.post("/claim").status_code == 403
    with serving(database, tmp_path) as client:
        table.http = soviet.http = client
        assert table.german.info()["claimed"] == ["soviet"]
        assert soviet.get().status_code == 200


def test_whoever_claims_may_choose_his_link(client: Client) -> None:
    table = Table(client)
    for wrong in ("short", "x" * 65, "x" * 40 + "\n", "ü" * 40):
        assert table.soviet.post("/claim", token=wrong).status_code == 400
    chosen = "A-long_secret-of-the-persons-own-making"
    assert table.soviet.post("/claim", token=chosen).json() == {"seat": "soviet", "token": chosen}
    assert Seat(client, table.id, chosen).info()["seat"] == "soviet"


def test_everybody_at_the_table_sees_a_claim_at_once(client: Client) -> None:
    table = Table(client)
    with joined(table, "german") as german, joined(table, "soviet") as peeping:
        claim(table, "soviet")
        update = german.receive("update")
        assert update["claimed"] == ["soviet"]
        assert "view of soviet was opened" in update["disclosures"][0]["text"]
        assert closed_with(peeping.session) == 4401


def test_whoever_looked_before_the_claim_is_told_of(client: Client) -> None:
    for path in ("", "/at/0", "/query/network?side=soviet", "/query/supply"):
        table = Table(client)
        table.soviet.http.get(f"{table.soviet.url}{path}", headers=table.soviet.headers, params={"unit": "x", "side": "soviet"})
        soviet = claim(table, "soviet")
        assert [("soviet was opened" in text, "before the first command" in text) for text in told(soviet)] == [(True, True)]
        assert told(table.german) == told(table.spectator) == told(soviet)


def test_a_claimed_link_that_is_revoked_stays_claimed(client: Client) -> None:
    table = Table(client)
    soviet = claim(table, "soviet")
    again = Seat(client, table.id, soviet.post("/links/soviet/revoke").json()["token"])
    assert again.info()["claimed"] == ["soviet"]
    assert again.post("/claim").status_code == 409


# ---------------------------------------------------------------- what was given out before


def test_a_save_given_out_is_told_for_ever_and_its_dice_are_worth_nothing(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = Table(client, players=SOLO)
        table.german.say("order move-fight", version=0)
        before = seeds(table.german)
        assert "seed 1941" in table.german.get("/export").text
        soviet = claim(table, "soviet")
        assert soviet.post("/players", seat="soviet", player="human").status_code == 200
        after = seeds(table.german)
        assert len(set(after) - set(before)) >= 1
        assert after[-1] != before[-1], "the dice to come are others"
        assert table.german.get("/export").status_code == 403
        (text,) = [text for text in told(soviet) if "save" in text]
        assert "A save was given to german after command 1" in text
    with serving(database, tmp_path) as client:
        table.http = soviet.http = client
        assert text in told(table.german)
        assert text in told(table.spectator)
        assert seeds(soviet) == after


def test_the_second_person_brings_fresh_dice_also_without_a_save(client: Client) -> None:
    table = Table(client, players=SOLO)
    before = seeds(table.german)
    table.soviet.post("/players", seat="soviet", player="human")
    after = seeds(table.german)
    assert len(after) >= len(before)
    assert after[-1] != before[-1]


def test_lending_a_seat_to_the_computer_and_back_draws_nothing(client: Client) -> None:
    table = Table(client)
    before = seeds(table.german)
    for player in ("computer:random", "human"):
        assert table.soviet.post("/players", seat="soviet", player=player).status_code == 200
    assert seeds(table.german) == before
    assert told(table.german) == []


def test_a_save_between_two_people_goes_on_with_other_dice(client: Client) -> None:
    first = Table(client, hotseat=True)
    first.hotseat.say("order move-fight", version=0)
    text = first.hotseat.get("/export").text
    made = client.post("/api/import", json={"text": text}).json()
    seat = Seat(client, made["id"], made["links"]["soviet"])
    assert seeds(seat)[-1] != seeds(first.hotseat)[-1]
    assert "begun from a save" in told(seat)[0]
    alone = client.post("/api/import", json={"text": text, "hotseat": True}).json()
    assert seeds(Seat(client, alone["id"], alone["hotseat"])) == seeds(first.hotseat), "one screen may go on as it was"


# ---------------------------------------------------------------- one screen


def test_one_screen_does_not_open_a_seat_that_another_person_holds(client: Client) -> None:
    table = Table(client, hotseat=True)
    hot = table.hotseat
    assert hot.get(seat="soviet").status_code == 200
    assert hot.info()["screen"] == ["german", "soviet"]
    soviet = claim(table, "soviet")
    assert hot.info()["screen"] == soviet.info()["screen"] == ["german"]
    assert any("one screen showed the views" in text for text in told(soviet))
    assert hot.get(seat="soviet").status_code == 403
    assert hot.say("concede", seat="soviet", version=0).status_code == 403
    assert hot.get("/export").status_code == 403
    assert hot.post("/players", seat="soviet", player="computer").status_code == 403
    assert hot.post("/links/soviet/revoke").status_code == 403
    assert hot.say("order move-fight", version=0).status_code == 200
    assert hot.post("/undo", key="u", agreed=True).status_code == 403, "another person has to agree"
    assert hot.info()["seat"] == "german"
    while hot.info()["view"]["decision"]["seat"] == "german":
        assert hot.say("done").status_code == 200
    assert hot.info()["view"]["seat"] == "german", "the other's turn is not shown at this screen"
    assert hot.post("/takeback", say="ask").json()["takeback"]["seat"] == "german"
    assert soviet.post("/takeback", say="allow").json()["takeback"] is None


def test_a_screen_keeps_the_seats_nobody_has_claimed(client: Client) -> None:
    table = four(client, hotseat=True)
    seats = table.seat("hotseat").info()["screen"]
    assert len(seats) == 4
    other = claim(table, seats[1])
    rest = [seat for seat in seats if seat != seats[1]]
    assert table.seat("hotseat").info()["screen"] == other.info()["screen"] == rest
    for seat in seats:
        assert table.seat("hotseat").get(seat=seat).status_code == (200 if seat in rest else 403)


# ---------------------------------------------------------------- consent


def test_whoever_has_lent_his_seat_is_asked(client: Client) -> None:
    table = Table(client)
    table.german.say("order move-fight", version=0)
    table.german.say("done", version=1)
    table.german.say("done", version=2)
    assert table.soviet.say("order move-fight").status_code == 200
    table.soviet.post("/players", seat="soviet", player="computer:random")
    assert table.german.post("/undo", key="k", agreed=True).status_code == 403
    asked: dict[str, Any] = table.german.post("/takeback", say="ask").json()
    assert asked["takeback"] == {"seat": "german", "waiting": ["soviet"]}


def test_somebody_who_plays_alone_asks_nobody(client: Client) -> None:
    table = Table(client, players=SOLO)
    table.german.say("order move-fight", version=0)
    assert table.german.post("/undo", key="k", agreed=True).json()["version"] == 0
