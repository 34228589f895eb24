"""The list of long proofs: what it names exists, and a proof that fails is said to fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import prove


@pytest.mark.parametrize("name", prove.PROOFS)
def test_what_a_proof_names_exists(name: str) -> None:
    words = prove.PROOFS[name].words
    assert all((prove.ROOT / word).exists() for word in words if word.startswith("tests/"))


def test_numbers_of_proofs_are_read_somewhere() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in (prove.ROOT / "tests").rglob("*.py"))
    for proof in prove.PROOFS.values():
        assert all(f'environ.get("{name}"' in texts for name in proof.numbers)


def test_a_proof_holds_or_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(prove, "LOGS", tmp_path)
    assert prove.carry_out("one", prove.Proof("that it works", ("-c", "print('well')")))
    assert not prove.carry_out("other", prove.Proof("that it does not", ("-c", "raise SystemExit('badly')")))
    assert (tmp_path / "one.log").read_text(encoding="utf-8") == "well\n"
    assert (tmp_path / "other.log").read_text(encoding="utf-8") == "badly\n"
    assert "FAILS" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["prove", "--only", "duels", "--list"])
    assert prove.main() == 0
    assert capsys.readouterr().out.startswith("duels ")
