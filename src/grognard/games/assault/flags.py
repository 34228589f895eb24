"""What a unit of the assault family has done in the present phase, as bits of `State.flags`."""

from __future__ import annotations

FINISHED = 2  #: its movement is over for this phase
ASSAULTED = 4  #: has made a mobile assault in this phase
ATTACKED = 8  #: has made its prepared assault of this phase
DEFENDED = 16  #: has been the object of a prepared assault in this phase
RETREATED = 32  #: has retreated in this combat phase
OVERTAKEN = 64  #: has moved, and another stack has moved since
PHASE_FLAGS = FINISHED | ASSAULTED | ATTACKED | DEFENDED | RETREATED | OVERTAKEN

#: The same in words, for cases.
WORDS = {
    "finished": FINISHED, "assaulted": ASSAULTED, "attacked": ATTACKED, "defended": DEFENDED, "retreated": RETREATED,
    "overtaken": OVERTAKEN,
}  # fmt: skip
