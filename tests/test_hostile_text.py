"""Text that means harm: digits that are none, seeds with line breaks, saves that somebody has tampered with and signed anew."""

from __future__ import annotations

import contextlib
import hashlib
import random
import re

import msgspec
import pytest

import grognard
from grognard.core.dice import commitment
from grognard.core.errors import BadCommand, BadSave, GrognardError
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.server import wire
from grognard.terminal.session import Session

GAMES = ("drive-on-moscow", "typhoon-1941", "barbarossa")


def played(slug: str, commands: int, seed: int = 3) -> Match:
    match, rng = grognard.new(slug, scenario="historical", seed=seed), random.Random(seed)
    while not match.over and match.length < commands:
        match.do(match.options().sample(rng))
    return match


@pytest.mark.parametrize("digit", ["²", "①", "٣", "1²"])
def test_only_plain_digits_are_numbers(digit: str) -> None:
    match = played("drive-on-moscow", 0)
    match.do("order move-fight")
    with pytest.raises(BadCommand, match="is not a number"):
        match.do(f"assault 1813 with 3pz air {digit}")
    session = Session(match)
    assert session.say(f"assault 1813 with 3pz air {digit}")[0].startswith("?")
    assert session.say(f"log {digit}")
    assert session.say(f"odds 1813 with 3pz air {digit}")


@pytest.mark.parametrize("seed", ["1\n", "1\n2", "\r", "a\u2028b", "\x85", "\ud800", "", " 1", "x" * 101, "\0"])
def test_a_seed_stands_on_one_line(seed: str) -> None:
    with pytest.raises(GrognardError, match="a seed is"):
        grognard.new("drive-on-moscow", seed=seed)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "drive-on-moscow", "seed": seed}, wire.NewMatch)


@pytest.mark.parametrize("player", ["human\n", "computer\n", "computer:standard\n", "computer:", "nobody"])
def test_a_player_is_one_word(player: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "drive-on-moscow", "players": {"german": player}}, wire.NewMatch)


@pytest.mark.parametrize("seed", ["0", "Fall Blau", "größe", "x" * 100])
def test_what_is_accepted_as_a_seed_is_read_back_from_a_save(seed: str) -> None:
    text = dump(grognard.new("drive-on-moscow", seed=seed))
    assert dump(loads(text)) == text


# ---------------------------------------------------------------- saves

_STRANGE = "abz019 -+:|\n²٣\ud800\udfff\u2028\x85\0\x1c\x0cß\t\""
_WORDS = ("air ²", "-1", "9" * 30, "", "+", "3pz+3pz", "0101-", "german:", "air 1", "with", "²", "\ud800")


def mutated(text: str, rng: random.Random) -> str:
    """One to three small changes: letters, words and lines put in, left out or exchanged."""
    for _ in range(rng.randint(1, 3)):
        kind, at = rng.randrange(6), rng.randrange(len(text))
        if kind == 0:
            text = text[:at] + rng.choice(_STRANGE) + text[at + rng.randint(0, 1) :]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 9) :]
        elif kind in (2, 3):
            between = " " if kind == 2 else "\n"
            parts = text.split(between)
            one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
            parts[one], parts[other] = parts[other], parts[one]
            text = between.join(parts)
        elif kind == 4:
            words = text.split(" ")
            words[rng.randrange(len(words))] = rng.choice(_WORDS)
            text = " ".join(words)
        else:
            lines = text.split("\n")
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
    return text


def signed(text: str) -> str:
    """A save whose commitment and last line fit what it says, so that what it says is looked at."""
    head, _, rest = text.partition("\n\n")
    seed = re.search(r"^seed (.*)$", head, re.M)
    if seed and seed[1].isprintable():
        head = re.sub(r"(?m)^commitment .*$", f"commitment {commitment(seed[1])}", head)
    commands = [line for line in rest.split("\n") if line and not line.startswith("end ")]
    body = "\n".join([head, "", *commands]) + "\n"
    said = sum(not line.startswith("at ") for line in commands)
    return f"{body}end {said} {hashlib.sha256(body.encode('utf-8', 'surrogatepass')).hexdigest()}\n"


def accepted(slug: str, saves: int) -> int:
    """How many of so many tampered saves were read; what is refused is refused in a sentence."""
    rng, read = random.Random(slug), 0
    honest = [dump(played(slug, commands)) for commands in (20, 60)]
    for _ in range(saves):
        text = mutated(rng.choice(honest), rng)
        with contextlib.suppress(GrognardError):
            loads(signed(text) if rng.random() < 0.8 else text, rescue=rng.random() < 0.2)
            read += 1
    return read


@pytest.mark.parametrize("slug", GAMES)
def test_a_tampered_save_is_read_or_refused_in_a_sentence(slug: str) -> None:
    assert 0 < accepted(slug, 150) < 150


@pytest.mark.prove
@pytest.mark.parametrize("slug", GAMES)
def test_ten_thousand_tampered_saves(slug: str) -> None:
    assert 0 < accepted(slug, 3400) < 3400


@pytest.mark.parametrize("letter", ["\ud800", "\0"])
def test_half_a_character_is_no_text(letter: str) -> None:
    with pytest.raises(BadSave, match="not a text file"):
        loads(signed(dump(played("drive-on-moscow", 2)).replace("order", f"order{letter}")))
