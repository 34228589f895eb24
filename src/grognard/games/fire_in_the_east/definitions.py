"""What the book says of itself: what lies in the box, and what counters stand for (1, 2)."""

from __future__ import annotations

from ...core.rule import rule

#: The four groups of components.
COMPONENTS = ("rules", "maps", "counters", "charts")
MAPS = ("1B", "2A", "3B", "4A", "5B", "6A")
SHEETS = ("1A", "2A", "3A", "4A", "5A", "36", "37", "38", "39", "40", "41", "42")
COUNTERS_PER_SHEET = 240
#: Charts and how many sheets there are of each.
CHARTS = {
    "combat results and terrain effects": 2, "unit identification": 1, "turn record": 1, "game charts": 2, "air charts": 2,
    "corps and army markers": 2, "city display": 1, "map legend": 1, "Soviet order of battle": 1, "Axis order of battle": 1,
}  # fmt: skip
#: Markers that errata tell apart: what is printed on them.
MARKERS = {"bridge demolished": "back of line cut", "disrupted group allowance": "Disr."}
#: Sizes of ground units, the largest first; cadres and headquarters besides.
SIZES = ("division", "brigade", "regiment", "battalion", "battery")
DICE = {"combat": 1, "air combat": 2, "antiaircraft fire": 2}


@rule("1", "1a", "2", "2.A", "2.B", "2.C", "2.D", "3.C", "3.C.3", "errata.charts.1a")
def book() -> dict[str, object]:
    """All of it, as cases ask for it."""
    return {
        "components": list(COMPONENTS), "maps": list(MAPS), "sheets": list(SHEETS), "counters": len(SHEETS) * COUNTERS_PER_SHEET,
        "chart headings": len(CHARTS), "chart sheets": sum(CHARTS.values()), "markers": MARKERS, "sizes": list(SIZES),
        "dice": DICE,
    }  # fmt: skip
