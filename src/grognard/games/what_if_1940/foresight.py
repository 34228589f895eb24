"""What 1940: What If? says about what is to come: next phases, what can be lost, how supply runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from ...core.foresight import Foresight, Lines, Phase, Stake, Traced, Unspent, copied
from ...core.movement import Movement
from ...core.paths import Bytes, Ints
from ...core.rule import rule
from ...core.state import Frame
from ...core.words import counted
from .charts import LAST_TURN
from .material import Mask, P
from .rules import airpower, movement, sequence, supply, victory
from .rules.counters import on_map
from .state import ALLIED, BELGIAN, DUTCH, GERMAN, SOVIET, WhatIfState

#: by player: the steps at which he moves and fights; of the German those of the east, for which both maps are looked at
_STEPS = {GERMAN: ("east.move", "east.fight"), SOVIET: ("soviet.move", "soviet.fight"), ALLIED: ("allied.move", "allied.fight")}

_STARVES = "loses a step at the end of its player turn"
Comers = Callable[[int], Sequence[int]]


class WhatIfForesight(Foresight):
    stack = 3

    @rule("5.1", "5.2a", "5.3a")
    def ahead(self, p: P, side: int, phase: Phase) -> P | None:
        """The next phase of the player to whom a side belongs. The German has one for either map; they are taken together."""
        player = {BELGIAN: ALLIED, DUTCH: GERMAN}.get(side, side)
        q = copied(p)
        s = q.s
        step = _STEPS[player][phase is not Phase.MOVE]
        now = [frame.step for frame in s.flow] if s.active == player and s.turn else []
        s.battle = None
        frame = Frame(step, player, (movement.BOTH_MAPS,) if player == GERMAN else ())
        if _under_way(step, now):
            s.flow = (frame,)
            return q
        _next_player_turn(s, player, step, now, phase)
        if s.turn > LAST_TURN:
            return None
        s.flow = (frame,)
        airpower.end_interdiction(q)
        movement.begin(q)
        s.stormed = ()
        return q

    def march(self, p: P, unit: int) -> Movement:
        return movement.march_of(p, (unit,))

    @rule("4.2", "4.3a", "4.3b")
    def stakes(self, p: P) -> list[Stake]:
        """The cities of the Ruhr for the German; Moscow, and Leningrad for the sake of the die, for the Soviets."""
        game, board, control = p.game, p.game.board, p.s.control
        found = [
            Stake(board.place_name(hex), (hex,), GERMAN, "4.2", "loses the game at once", fatal=True)
            for hex in game.ruhr.nonzero()[0].tolist() if control[hex] == GERMAN
        ]  # fmt: skip
        if control[game.moscow] == SOVIET:
            chances = victory.falling_dice(p)
            lost = f"loses the game on {counted(len(chances), 'face')} of the die in every turn"
            found.append(Stake("Moscow", (game.moscow,), SOVIET, "4.3a", lost, fatal=True))
        if control[game.leningrad] == SOVIET:
            found.append(Stake("Leningrad", (game.leningrad,), SOVIET, "4.3b", "makes Moscow fall more easily"))
        return found

    @rule("11.21d")
    def garrisoned(self, p: P, side: int) -> Sequence[int]:
        """Cities and works of a side in which its garrison would fight alone."""
        alone = p.s.arrays.garrison & (p.s.arrays.control == side) & (p.s.arrays.count[side] == 0)
        hexes: list[int] = alone[: p.game.board.hexes].nonzero()[0].tolist()
        return hexes if p.enemies(side) else ()

    @rule("6.4a", "6.5e", "6.7b", "6.8", "10.10a")
    def lines(self, p: P, side: int) -> Lines | Traced | None:
        """Of Soviets and Anglo-French, whose cavalry may have ways through the Ardennes besides, to the edge; of Germans by
        Rollbahn and traced anew. Belgians and Dutch want for nothing at home."""
        if side == GERMAN:
            return german_lines(p)
        if side not in (SOVIET, ALLIED):
            return None
        game, board = p.game, p.game.board
        if side == SOVIET:
            ground: Mask = game.east & ~board.terrain_mask("sea", "neutral")
            fed = np.zeros(board.nodes, np.bool_)
            fed[[hex for hex in (game.moscow, game.leningrad) if not p.s.was_german[hex]]] = True
        else:
            ground, fed = supply.open_ground(p), board.mask("north-sea-coast")
        closed: Bytes = (supply.closed(p, side) | ~ground).astype(np.uint8)
        return Lines(
            supply.sides_open(p, lakes=side == SOVIET), closed, game.edge_sources[side].astype(np.int16), "6.8", _STARVES, fed
        )

    @rule("8.3a", "8.4a")
    def unspent(self, p: P, side: int) -> list[Unspent]:
        left = p.s.air[side] if side < len(p.s.air) else 0
        return [Unspent(f"{left} aircraft", "8.6")] if left else []

    @rule("4.3a", "4.4")
    def lead(self, p: P, side: int, later: int = 0) -> float:
        """The German is half way to his aims with corps lost in the west, which make a draw, and with a die that likes him."""
        lost = any(p.s.count[ally][p.game.dead[ally]] for ally in victory.western_allies(p))
        german = 0.5 * lost + len(victory.falling_dice(p)) / 12 * (1 + (p.s.control[p.game.moscow] == GERMAN)) - 0.5
        return german if side in (GERMAN, *p.friends(GERMAN)) else -german

    def aircraft(self, p: P, side: int) -> int:
        return p.s.air[side] if side < len(p.s.air) else 0


@rule("6.4c", "6.5a", "6.5b", "6.5d", "8.2b")
def german_lines(p: P) -> Traced:
    """Lines of the German on both maps: in the west to the Ruhr, in the east to the edge or by Rollbahn. On the Baltic he needs
    none, and the 7th Flieger Corps alone in its hex none under clear skies."""
    game = p.game
    fed = game.board.mask("baltic-coast").copy()
    at = p.s.loc[game.flieger]
    if on_map(p, game.flieger) and p.s.count[GERMAN][at] == 1 and airpower.clear_skies(p, at):
        fed[at] = True
    ground = game.land & (game.east | (game.germany & game.west))
    sources = np.union1d(game.edge_sources[GERMAN], game.ruhr.nonzero()[0]).astype(np.int16)
    shut = (supply.closed(p, GERMAN) | ~ground).astype(np.uint8)
    joined = Lines(supply.sides_open(p, lakes=False), shut, sources, "6.8", _STARVES, fed)
    return Traced("6.8", _STARVES, supply.network(p, GERMAN), partial(_cut_off, p), fed, joined)


@rule("6.5b", "6.7b")
def _cut_off(p: P, wanted: Ints, taken: Ints, by: Comers | None) -> dict[int, list[int]]:
    """By hex that an enemy might enter, the stacks that lose their lines: one of the Rollbahn may feed a whole front."""
    shut, net = supply.closed(p, GERMAN), supply.network(p, GERMAN)
    stacks = wanted[net[wanted] != 0]
    found: dict[int, list[int]] = {}
    for hex in taken[~shut[taken]].tolist():
        closed = shut.copy()
        closed[hex] = True
        lost = stacks[~supply.german_net(p, closed)[stacks]]
        if victims := [stack for stack in lost.tolist() if stack != hex]:
            found[hex] = victims
    return found


def _under_way(step: str, now: Sequence[str]) -> bool:
    """Is such a phase being played, on either map of the German? Battles and aircraft lie above it in the flow."""
    at = max((k for k, each in enumerate(now) if each.endswith((".move", ".fight"))), default=-1)
    begun = at >= 0 and now[at + 1 : at + 2] not in (["interdict.open"], ["combat.open"])
    return begun and now[at].replace("west", "east") == step


def _next_player_turn(s: WhatIfState, player: int, step: str, now: Sequence[str], phase: Phase) -> None:
    """The turn, the player and the order of phases: whoever fights without having moved is taken to fight first."""
    coming = step in now or "player.phases" in now or Frame("player.begin", -1, (player,)) in s.flow
    if not coming:
        s.turn += 1
    if not (step in now and s.order):
        first = player == GERMAN and phase is Phase.FIGHT and not s.ploesti
        s.active, s.order = player, sequence.FIGHT_MOVE if first else sequence.MOVE_FIGHT
