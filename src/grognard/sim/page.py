"""A run as one page: plots drawn as SVG, nothing fetched from anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from statistics import median

from ..core.board import Board
from ..games import load_game
from .dates import NEVER, Fall, history, middle, taken
from .folder import Run
from .records import LETTERS, Report, TurnRow
from .summary import interval

COLOURS = ("#3f5f73", "#a8432f", "#6b7a3a", "#8a6d3b", "#6a4c7d", "#4a4a4a")
STYLE = """body{font:15px/1.5 system-ui,sans-serif;margin:32px auto;max-width:960px;padding:0 16px;
color:#24211c;background:#faf7f0}
h1,h2{font-family:Georgia,serif;font-weight:600}table{border-collapse:collapse}td,th{padding:2px 12px 2px 0;text-align:left}
td.n{text-align:right;font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}
figure{margin:12px 0}figcaption{color:#5b554b}
@media (prefers-color-scheme:dark){body{color:#e9e3d6;background:#1d1b18}figcaption{color:#b5ad9d}svg text{fill:#e9e3d6}}"""


def page(run: Run, reports: Sequence[Report], yardsticks: Path | None = None) -> str:
    """All of it, as HTML."""
    game = load_game(run.game, run.data or None, run.set or None)
    sides = game.sides
    parts = [
        f"<h1>{escape(game.title)}: {len(reports)} games</h1>",
        f"<p>{escape(', '.join(f'{seat}: {player}' for seat, player in run.players.items()))}; seed {escape(run.seed)}"
        f"{escape(f', {run.scenario}' if run.scenario else '')}; data set {game.data_set}.</p>",
        _wins(reports),
        _lines("Units lost", "units that have been on the map and are so no longer, median of the games with the middle half",
               reports, sides, lambda turn, k: turn.sides[k].gone),
        _lines("Ground", "hexes held, median of the games with the middle half", reports, sides,
               lambda turn, k: turn.sides[k].hexes),
        _heat(game.board, sides, reports),
        _places(run, reports, sides, yardsticks),
        _times(reports),
    ]  # fmt: skip
    head = f'<meta charset="utf-8"><title>{escape(game.title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def _wins(reports: Sequence[Report]) -> str:
    count = Counter(str(report.winner) for report in reports)
    endings = Counter((str(report.winner), report.reason, report.turn) for report in reports)
    bars, y = [], 0
    for k, (winner, games) in enumerate(sorted(count.items())):
        low, high = interval(games, len(reports))
        share = games / len(reports)
        bars.append(
            f'<text x="0" y="{y + 15}">{escape(winner)}</text><rect x="160" y="{y}" width="{share * 500:.1f}" height="20" '
            f'fill="{COLOURS[k % len(COLOURS)]}"/><path d="M{160 + low * 500:.1f} {y + 10}H{160 + high * 500:.1f}" '
            f'stroke="#888" stroke-width="2"/><text x="680" y="{y + 15}">{games}: {share:.0%} [{low:.0%}, {high:.0%}]</text>'
        )
        y += 30
    rows = "".join(
        f'<tr><td>{escape(winner)}</td><td>{escape(rule)}</td><td class="n">{turn}</td><td class="n">{n}</td></tr>'
        for (winner, rule, turn), n in sorted(endings.items())
    )
    return (
        f"<h2>Who wins</h2>{_figure(860, y, bars, 'share of the games won, with 95% intervals')}"
        "<details><summary>How they end</summary><table><tr><th>winner</th><th>rule</th><th>turn</th><th>games</th></tr>"
        f"{rows}</table></details>"
    )


def _figure(width: int, height: int, inside: Iterable[str], caption: str) -> str:
    return (
        f'<figure><svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(caption)}" '
        f'font-size="14">{"".join(inside)}</svg><figcaption>{escape(caption)}</figcaption></figure>'
    )


def _lines(title: str, caption: str, reports: Sequence[Report], sides: Sequence[str],
           value: Callable[[TurnRow, int], int]) -> str:  # fmt: skip
    """A figure per turn and side: the middle of the games as a line, the middle half as a band."""
    turns = sorted({turn.turn for report in reports for turn in report.turns})
    table = {
        (side, n): sorted(value(turn, side) for report in reports for turn in report.turns if turn.turn == n)
        for side in range(len(sides)) for n in turns
    }  # fmt: skip
    most = max((values[-1] for values in table.values() if values), default=0) or 1
    if not turns:
        return ""

    def at(n: int, figure: float) -> str:
        x = 60 + 700 * (turns.index(n) / max(len(turns) - 1, 1))
        return f"{x:.1f},{240 - 220 * figure / most:.1f}"

    drawn = [f'<text x="0" y="24">{most}</text><text x="0" y="240">0</text><path d="M60 240H760" stroke="#888"/>']
    for n in turns[:: max(1, len(turns) // 15)]:
        drawn.append(f'<text x="{at(n, 0).partition(",")[0]}" y="258" text-anchor="middle">{n}</text>')
    for side, name in enumerate(sides):
        colour = COLOURS[side % len(COLOURS)]
        low = [at(n, table[side, n][len(table[side, n]) // 4]) for n in turns]
        high = [at(n, table[side, n][3 * (len(table[side, n]) - 1) // 4]) for n in turns]
        middle = [at(n, median(table[side, n])) for n in turns]
        drawn.append(f'<polygon points="{" ".join(low + high[::-1])}" fill="{colour}" opacity="0.2"/>')
        drawn.append(f'<polyline points="{" ".join(middle)}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        drawn.append(f'<text x="770" y="{30 + 20 * side}" fill="{colour}">{escape(name)}</text>')
    return f"<h2>{title}</h2>{_figure(880, 264, drawn, caption)}"


def _heat(board: Board, sides: Sequence[str], reports: Sequence[Report]) -> str:
    """In how many games the second side still held a hex when the game ended."""
    ends = [report.turns[-1].control for report in reports if report.turns]
    if not ends or len({board.spots[hex][0] for hex in range(board.hexes)}) > 1:
        return ""
    letter = LETTERS[min(1, len(sides) - 1)]
    centres = [board.centre(hex) for hex in range(board.hexes)]
    left, top = min(x for x, _ in centres), min(y for _, y in centres)
    wide = max(x for x, _ in centres) - left + 1
    scale = 840 / wide
    radius = 0.55 * scale
    dots = []
    for hex, (x, y) in enumerate(centres):
        held = [end[hex] for end in ends if end[hex] != "-"]
        if held:
            share = held.count(letter) / len(held)
            colour = _mixed(COLOURS[0], COLOURS[1], share)
            across, down = (x - left + 0.5) * scale, (y - top + 0.5) * scale
            dots.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="{radius:.1f}" fill="{colour}"/>')
    high = max(y for _, y in centres) - top + 1
    caption = f"who held which hex at the end: {sides[0]} in all games (slate) to {sides[min(1, len(sides) - 1)]} in all (red)"
    return f"<h2>Who holds what</h2>{_figure(840, int(high * scale), dots, caption)}"


def _mixed(first: str, second: str, share: float) -> str:
    one, other = ([int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (first, second))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, other, strict=True))


def _places(run: Run, reports: Sequence[Report], sides: Sequence[str], yardsticks: Path | None) -> str:
    """When places first changed hands, beside history where it is given. Games that ended before count as later."""
    known: dict[str, Fall] = {fall.place: fall for fall in history(run.game, yardsticks)} if yardsticks else {}
    start = {place: side for report in reports[:1] for turn in report.turns[:1] for place, side in turn.places.items()}
    rows = []
    for place in [*start]:
        turns = [taken(report, place, sides[0]) for report in reports]
        fell = [turn for turn in turns if turn < NEVER]
        if not fell and place not in known:
            continue
        low, half, high = middle(turns)
        past = known.get(place)
        inside = "" if past is None else "inside" if low <= past.turn <= high else "outside"
        spread = " to ".join("later" if turn == NEVER else str(turn) for turn in (low, half, high))
        rows.append(
            f'<tr><td>{escape(place)}</td><td class="n">{len(fell)}</td><td>{spread}</td>'
            f"<td>{f'{past.turn} ({past.day.isoformat()}, {past.confidence})' if past else ''}</td><td>{inside}</td></tr>"
        )
    if not rows:
        return ""
    head = "<tr><th>place</th><th>taken in games</th><th>turn: 10%, middle, 90%</th><th>history</th><th></th></tr>"
    return f"<h2>Places</h2><table>{head}{''.join(rows)}</table>"


def _times(reports: Sequence[Report]) -> str:
    spent: dict[str, list[float]] = {}
    for report in reports:
        for seat, seconds in report.seconds.items():
            spent.setdefault(f"{seat}: {report.players[seat]}", []).append(seconds / max(report.turn, 1))
    rows = "".join(f'<tr><td>{escape(who)}</td><td class="n">{median(each):.3f} s</td></tr>' for who, each in spent.items())
    return f"<h2>Time per turn</h2><table>{rows}</table>"
