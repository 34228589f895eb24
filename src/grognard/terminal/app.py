"""The full-screen table."""

from __future__ import annotations

from itertools import takewhile
from typing import ClassVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widgets import Footer, Input, RichLog, Static

from ..core.errors import GrognardError
from ..core.shown import StackView
from .map import MapPicture
from .session import Session
from .words import box_lines, hex_lines, stack_words


class MapWidget(ScrollView, can_focus=True):
    """The map with a cursor. Arrows move it, Enter names its hex in the order line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0)", "move the cursor", show=False), Binding("down", "go(3)", show=False),
        Binding("left", "sideways(-1)", show=False), Binding("right", "sideways(1)", show=False),
        Binding("enter", "name", "name this hex"), Binding("r", "reach", "reach"), Binding("n", "next_unit", "next unit"),
        Binding("m", "other_map", "other map"),
    ]  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__(id="map")
        self.session = session
        self.picture = MapPicture(session.match.game.board)
        self.virtual_size = Size(self.picture.width, self.picture.height)
        self.cursor = 0
        self.lit: dict[int, str] = {}
        self.left_at: dict[str, int] = {}  #: where the cursor was last on each map
        self.seen = session.match.view(session.seat)

    def render_line(self, y: int) -> Strip:
        scroll_x, scroll_y = self.scroll_offset
        strip = Strip(self.picture.line(y + scroll_y, self.seen, self.cursor, self.lit))
        return strip.crop(scroll_x, scroll_x + self.size.width)

    def look_again(self) -> None:
        self.seen = self.session.match.view(self.session.seat)
        self.lit = {}
        self.refresh()

    def put_cursor(self, hex: int) -> None:
        self.cursor = hex
        x, y = self.picture.at[hex]
        self.scroll_to(max(0, x - self.size.width // 2), max(0, y - self.size.height // 2), animate=False)
        self.refresh()
        table = self.app
        assert isinstance(table, TableApp)
        table.inspect(hex)

    def action_go(self, direction: int) -> None:
        x, y = self.picture.at[self.cursor]
        self.put_cursor(self.picture.nearest(x + 2, y + (-2 if direction == 0 else 2)))

    def action_sideways(self, step: int) -> None:
        x, y = self.picture.at[self.cursor]
        self.put_cursor(self.picture.nearest(x + 2 + 5 * step, y))

    def action_name(self) -> None:
        table = self.app
        assert isinstance(table, TableApp)
        table.add_word(self.picture.board.names[self.cursor])

    def action_reach(self) -> None:
        """Light up where the units under the cursor can go: those that may move, else all of them."""
        table = self.app
        assert isinstance(table, TableApp)
        stack = self.seen.stacks.get(self.picture.board.names[self.cursor], StackView(0, []))
        named = self.session.movable()
        handles = [unit.id for unit in stack.units if unit.id in named] or [unit.id for unit in stack.units]
        if not handles or "reach" not in self.session.match.game.questions:
            table.tell(["Nobody stands here whose reach could be shown."])
            return
        try:
            answer = self.session.match.reach("+".join(handles))
        except GrognardError as error:
            table.tell([str(error)])
            return
        index = self.picture.board.index
        self.lit = {index[name]: str(hex.cost if hex.left is None else hex.left) for name, hex in answer.hexes.items()}
        self.refresh()
        table.tell([answer.why] if answer.why else [f"{'+'.join(handles)}: {len(self.lit)} hexes in reach"])

    def action_next_unit(self) -> None:
        """The next stack that can still do something."""
        match = self.session.match
        options = self.session.options()
        verbs = [v for v in options.verbs if v.units is not None and not v.hex_first]
        hexes = sorted({match.state.loc[u] for v in verbs for u in options.units_with(v)})
        on_map = [h for h in hexes if 0 <= h < self.picture.board.hexes]
        if on_map:
            self.put_cursor(next((h for h in on_map if h > self.cursor), on_map[0]))
        else:
            table = self.app
            assert isinstance(table, TableApp)
            table.tell(["Nobody on the map can do anything just now."])

    def action_other_map(self) -> None:
        """To the next map of a board that has several; back to where the cursor was on it."""
        plane = self.picture.board.cells
        self.left_at[plane[self.cursor][0]] = self.cursor
        goal = self.picture.other_map(self.cursor)
        self.put_cursor(self.left_at.get(plane[goal][0], goal))

    def on_click(self, event: events.Click) -> None:
        scroll_x, scroll_y = self.scroll_offset
        self.put_cursor(self.picture.nearest(event.x + scroll_x, event.y + scroll_y))


class OrderSuggester(Suggester):
    """Completes orders from what may be named just now."""

    def __init__(self, session: Session) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.session = session

    async def get_suggestion(self, value: str) -> str | None:
        found = self.session.complete(value) if value else []
        return found[0] if found and found[0] != value else None


class TableApp(App[None]):
    """Map on the left, what is to be decided on the right, log and order line below."""

    TITLE = "Grognard"
    CSS = """
    #map { width: 1fr; height: 1fr; border: round $primary; }
    #side { width: 36; }
    #prompt { height: auto; max-height: 16; border: round $accent; padding: 0 1; }
    #hex { height: 1fr; border: round $primary; padding: 0 1; }
    #boxes { height: auto; max-height: 14; border: round $primary; padding: 0 1; }
    #log { height: 25%; min-height: 8; border: round $primary; }
    #order { height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "focus_map", "map"), Binding("f3", "focus_order", "orders"),
        Binding("tab", "complete", "complete", priority=True),
        Binding("ctrl+z", "undo", "undo"), Binding("f1", "help", "help"), Binding("ctrl+q", "quit", "quit"),
    ]  # fmt: skip

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield MapWidget(self.session)
            with Vertical(id="side"):
                yield Static(id="prompt", markup=False)
                yield Static("Arrows move, Enter names a hex, r shows reach, n next unit, m other map.", id="hex", markup=False)
                yield Static(id="boxes", markup=False)
        yield RichLog(id="log", wrap=True)
        yield Input(placeholder="order, e.g. move 3pz 1512 (help for help)", id="order", suggester=OrderSuggester(self.session))
        yield Footer()

    def on_mount(self) -> None:
        self.tell(self.session.news())
        self.after_change()
        self.query_one("#order", Input).focus()
        self.call_after_refresh(self.open_at_the_front)

    def open_at_the_front(self) -> None:
        """The map begins where the war is, not in a corner."""
        chart, match = self.query_one(MapWidget), self.session.match
        seats = match.deciding if self.session.seat is None else [match.roster.number(self.session.seat)]
        found = chart.picture.front(chart.seen, {side for seat in seats for side in match.roster.sides[seat]})
        if found is not None:
            chart.put_cursor(found)

    # ---------------------------------------------------------------- telling

    def tell(self, lines: list[str]) -> None:
        log = self.query_one("#log", RichLog)
        for line in lines:
            log.write(line)

    def inspect(self, hex: int) -> None:
        board = self.session.match.game.board
        view = self.query_one(MapWidget).seen
        lines = list(hex_lines(self.session.match, view, board.names[hex]))
        stack = view.stacks.get(board.names[hex])
        if stack:
            lines[-1] = stack_words(stack).replace("; ", "\n")
        self.query_one("#hex", Static).update("\n".join(lines))

    def after_change(self) -> None:
        """Show the new position, and let a computer seat answer."""
        self.query_one(MapWidget).look_again()
        self.query_one("#prompt", Static).update("\n".join(self.session.prompt()))
        boxes = box_lines(self.session.match, self.query_one(MapWidget).seen)
        self.query_one("#boxes", Static).update("\n".join(boxes))
        self.query_one("#boxes", Static).display = bool(boxes)
        if self.session.over:
            self.exit()
        elif self.session.computer_to_move:
            self.query_one("#prompt", Static).update("The computer is thinking ...")
            self.computer_turn()
        else:
            self.go_to_the_battle()

    def go_to_the_battle(self) -> None:
        """Whoever is asked something in a battle sees where it is fought."""
        chart = self.query_one(MapWidget)
        battle = chart.seen.status.battle
        place = chart.picture.board.index.get(battle.targets[0]) if battle is not None and battle.targets else None
        if place is not None and place < chart.picture.board.hexes:
            chart.put_cursor(place)

    @work(thread=True, exclusive=True)
    def computer_turn(self) -> None:
        """Commands of the computer, one after the other, without blocking the screen."""
        while self.session.computer_to_move and not self.session.over:
            try:
                lines = self.session.computer_step()
            except GrognardError as error:
                self.call_from_thread(self.tell, [f"! {error}"])
                return
            self.call_from_thread(self.tell, lines)
            self.call_from_thread(self.query_one(MapWidget).look_again)
        self.call_from_thread(self.after_change)

    # ---------------------------------------------------------------- hearing

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value
        event.input.value = ""
        if self.session.computer_to_move and line.strip() not in ("quit", "exit"):
            self.tell(["The computer is still thinking."])
            return
        before = self.session.match.length
        self.tell([f"> {line}", *self.session.say(line)])
        if self.session.match.length != before or self.session.over:
            self.after_change()

    def add_word(self, word: str) -> None:
        order = self.query_one("#order", Input)
        order.value = f"{order.value}{'' if not order.value or order.value[-1] in ' -+' else ' '}{word}"
        order.cursor_position = len(order.value)

    def action_complete(self) -> None:
        order = self.query_one("#order", Input)
        if self.focused is not order:
            order.focus()
            return
        found = self.session.complete(order.value)
        if found:  # as far as all of them agree
            order.value = "".join(letters[0] for letters in takewhile(lambda each: len({*each}) == 1, zip(*found, strict=False)))
        order.cursor_position = len(order.value)
        if len(found) > 1:
            self.tell([" ".join(text.rsplit(" ", 1)[-1] for text in found[:24])])

    def action_focus_map(self) -> None:
        self.query_one(MapWidget).focus()

    def action_focus_order(self) -> None:
        self.query_one("#order", Input).focus()

    def action_undo(self) -> None:
        self.tell(self.session.say("undo"))
        self.after_change()

    def action_help(self) -> None:
        self.tell(self.session.say("help"))
