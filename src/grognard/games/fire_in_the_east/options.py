"""Options of a match: advanced and optional rules, each a switch. A default means the printed standard game."""

from __future__ import annotations

from ...core.game import Choice
from ...core.rule import rule

ON_OFF = ("on", "off")

# ---------------------------------------------------------------- battle
BATTLE = (
    Choice("retreat-by-overrun", "Retreats and overruns", ON_OFF, "on", "38.A",
           "Beaten units may retreat into an enemy-occupied hex that they can overrun."),
    Choice("winterization", "More winterized units", ON_OFF, "on", "38.D",
           "Grossdeutschland and the Lehr troops are winterized."),
    Choice("heavy-antiaircraft", "Heavy antiaircraft against fortresses", ON_OFF, "off", "more-optional.3",
           "Heavy antiaircraft units are not halved when they attack a fortress."),
)  # fmt: skip

# ---------------------------------------------------------------- home front
HOME = (
    Choice("special-weather", "Freezing and thaw in detail", ON_OFF, "off", "39.F",
           "Rivers and lakes freeze over two turns, and rivers flood in the thaw."),
    Choice("finnish-war-effort", "Finnish war effort", ON_OFF, "off", "39.C", "A secret card says how far the Finns go."),
    Choice("helsinki-limit", "Germans for an invaded Finland", ("adding", "once"), "adding", "32.B.h",
           "A Soviet invasion of the south lets twenty equivalents more of Germans in: each turn anew, or as long as it lasts."),
    Choice("artillery-trade", "Soviet artillery replacements", ON_OFF, "on", "38.E",
           "One Soviet artillery unit per turn comes back for two dead ones."),
    Choice("capture-resources", "Capturing resource points", ON_OFF, "off", "39.B",
           "Half of the resource points in a hex that changes hands are captured."),
)  # fmt: skip

# ---------------------------------------------------------------- air
AIR = (
    Choice("air-landing-division", "German air landing division", ON_OFF, "off", "39.D",
           "The 22nd Air Landing Division may break down and be flown in by glider."),
    Choice("parachute-infantry", "Drops of Soviet parachute infantry", ON_OFF, "off", "more-optional.2",
           "Soviet parachute infantry may be dropped, at a risk; a very bad drop is the end of any unit."),
    Choice("bridges", "Bridges", ON_OFF, "off", "39.A", "Bridges may be bombed, demolished and repaired."),
    Choice("me-110d", "Night fighters", ON_OFF, "off", "more-optional.1",
           "Once in the game an Me 110D night fighter may take the place of an Me 110E."),
    Choice("air-naval", "Air search at sea", ON_OFF, "off", "more-optional.4",
           "Air units may search the sea and bomb ships that move in the enemy's turn."),
    Choice("overruns-ignore-aircraft", "Overruns ignore aircraft", ON_OFF, "on", "errata.rules.13",
           "Defensive air support does not count in overruns; without this erratum it must be driven off first."),
    Choice("antiaircraft", "Antiaircraft fire at harassment", ON_OFF, "on", "38.B",
           "Units that end their move in a harassed hex may fire at the air units over it."),
)  # fmt: skip

# ---------------------------------------------------------------- lines
LINES = (
    Choice("sivash", "The Sivash", ON_OFF, "off", "39.E", "Ships and flotillas cannot enter the Sivash."),
    Choice("finnish-brigades", "Finnish brigades", ON_OFF, "off", "designers-notes.ob.4",
           "The two brigades of a Finnish division count one and a half equivalents each on trains and in the Arctic."),
    Choice("riga-line", "Velikie Luki-Riga rail line", ON_OFF, "on", "38.C",
           "The line from Velikie Luki to Riga has broad gauge."),
)  # fmt: skip


@rule("38", "39", "more-optional")
def _all() -> tuple[Choice, ...]:
    """Advanced rules are in use unless somebody is learning the game, optional ones if both players have agreed on them."""
    return (*LINES, *BATTLE, *HOME, *AIR)


CHOICES = _all()
