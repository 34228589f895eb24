"""Makes every game's rules.yaml, the text behind `grognard rules` and the tooltips, from the rule digests.

    python -m workshop.rules_text --shared ../shared
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import yaml

GAMES = Path(__file__).parents[1] / "src" / "grognard" / "games"

DIGESTS = {
    "drive_on_moscow": "drive-on-moscow",
    "typhoon_1941": "typhoon-1941",
    "barbarossa": "barbarossa",
    "what_if_1940": "what-if-1940",
    "fire_in_the_east": "fire-in-the-east",
}

Entry = dict[str, Any]


def rule(entry: Entry) -> Entry:
    """What a player reads of one rule; `errata` only where there are any."""
    text = {"id": entry["id"], "title": entry["title"], "text": entry["summary"], "kind": entry["kind"]}
    return text | {key: entry[key] for key in ("errata", "refs", "checks") if key in entry}


def ruling(number: int, entry: Entry) -> Entry:
    """How one ambiguity was settled; `refs` are the rules concerned."""
    text = {"id": entry.get("id", f"R{number:03d}"), "refs": entry["ids"]}
    return text | {key: entry[key] for key in ("problem", "ruling", "source") if key in entry}


def rules_text(digest: Entry) -> Entry:
    """The whole file, in the order of the rulebook."""
    return {
        "game": digest["game"],
        "title": digest["title"],
        "rules": [rule(entry) for entry in digest["rules"]],
        "rulings": [ruling(number, entry) for number, entry in enumerate(digest["rulings"], 1)],
    }


def main() -> None:
    """Write all five files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, required=True, help="folder that holds rules/*.yaml, the digests")
    shared: Path = parser.parse_args().shared
    for module, name in DIGESTS.items():
        digest = yaml.load((shared / "rules" / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        text = rules_text(digest)
        body = yaml.dump(text, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=118)
        target = GAMES / module / "rules.yaml"
        target.parent.mkdir(exist_ok=True)
        target.write_text(body, encoding="utf-8")
        print(f"{module}: {len(text['rules'])} rules, {len(text['rulings'])} rulings")


if __name__ == "__main__":
    main()
