/** Keys: everything that can be clicked can be typed. One list serves the keyboard and the help. */
import { desk } from './desk.svelte';
import { SPEEDS } from './film.svelte';
import type { Table } from './table.svelte';

export const HELP: { title: string; keys: [string, string][] }[] = [
  {
    title: 'On the map (click it or press M first)',
    keys: [
      ['W E D S A Q', 'move the cursor to the next hex (rows staggered: E D C Z A Q)'],
      ['Arrows', 'pan'],
      ['Enter', 'what a click does: choose, send, aim, look'],
      ['Shift+Enter', 'add the stack to what is chosen'],
      ['Space', 'spread the stack out'],
      ['1 to 9', 'choose a unit of the spread stack'],
      ['Shift+F10, right click, long press', 'everything that can be done at a hex'],
      ['Shift and drag', 'take up all stacks in a box'],
    ],
  },
  {
    title: 'Anywhere',
    keys: [
      ['. and ,', 'next and previous stack that can still act'],
      ['X or Enter', 'confirm the attack, or what is chosen'],
      [']  [', 'next and previous target, while an attack is being built'],
      ['Esc', 'one step back'],
      ['U or Ctrl+Z', 'undo'],
      ['Y or Ctrl+Shift+Z', 'redo'],
      ['+ and -', 'zoom the map'],
      [') and (', 'larger and smaller counters'],
      ['0', 'the whole board'],
      ['] and [', 'next and previous map, where a board has several'],
      ['Alt+T, Alt+S, Alt+Z, Alt+C, Alt+M, Alt+B, Alt+F', 'overlays: threats, supply, zones, control, last turn, bare map, front'],
      ['N, G', 'place names, hex numbers'],
      ['D H L B V R P T A', 'panels: desk, hex, log, boxes, victory, rules, plan, talk, air'],
      ['F', 'a new air mission, to the chosen hex; Shift+R last turn’s missions again; Shift+Enter flies what is on the list'],
      ['1 to 9, O, K', 'in an air mission: who flies it, one more to escort it, the next kind; Enter flies it, Shift+Enter puts it on the list'],
      ['/', 'type an order, or a hex or place to go to'],
      ['M', 'to the map'],
      ['Shift+F, Shift+V', 'film and summary of the others’ last turn'],
      ['Space, ← →, Home, End, 1 to 4', 'in a film: play and pause, step, begin, skip, speed'],
      ['?', 'this help'],
    ],
  },
];

const COLUMNS = ['w', 'e', 'd', 's', 'a', 'q'];
const ROWS = ['e', 'd', 'c', 'z', 'a', 'q'];
const PANELS: Record<string, typeof desk.panel> = { d: 'desk', h: 'hex', l: 'log', b: 'boxes', v: 'status', r: 'rules', p: 'plan', t: 'talk', a: 'air' };

/** Keys that mean something only while the map has the focus. */
export function onMapKey(table: Table, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const { board } = table.match;
  if (table.air.draft && meansMission(table, key, event.shiftKey)) return;
  const direction = (board.data.stagger === 'columns' ? COLUMNS : ROWS).indexOf(key);
  const arrows: Record<string, [number, number]> = { arrowup: [0, 80], arrowdown: [0, -80], arrowleft: [80, 0], arrowright: [-80, 0] };
  const shift = arrows[key];
  if (direction >= 0) {
    const from = table.cursor ?? table.selected ?? board.at(desk.camera.x, desk.camera.y) ?? board.hexes[0];
    const to = table.cursor && from ? board.neighbour(from, direction) : from;
    if (to) {
      table.cursor = to;
      table.point(to);
      const { x, y } = to;
      const { camera } = desk;
      if (Math.abs(x - camera.x) * camera.w > camera.width * 0.42 || Math.abs(y - camera.y) * camera.w > camera.height * 0.4) desk.show(x, y);
    }
  } else if (shift) desk.pan(...shift);
  else if ((key === 'f10' && event.shiftKey) || key === 'contextmenu') table.menu = table.cursor ?? table.selected;
  else if (key === 'enter' && table.cursor) void table.click(table.cursor, event.shiftKey);
  else if (key === ' ' && table.cursor) table.fan = table.fan === table.cursor ? null : table.cursor;
  else if (/^[1-9]$/.test(key) && (table.fan ?? table.selected)) {
    const unit = table.shown.stacks[(table.fan ?? table.selected)?.name ?? '']?.units[Number(key) - 1];
    if (unit && table.orders.able.has(unit.id)) table.orders.toggle(unit.id);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function overlay(table: Table, key: string): boolean {
  if (key === 'c') table.toggleFill('control');
  else if (key === 's') table.toggleFill('supply');
  else if (key === 'z') table.toggleFill('zones');
  else if (key === 't') table.toggleFill('threats');
  else if (key === 'b') desk.bare = !desk.bare;
  else if (key === 'm') desk.moves = !desk.moves;
  else if (key === 'f') desk.front = !desk.front;
  else return false;
  return true;
}

function command(table: Table, key: string, shift: boolean): boolean {
  if (shift && (key === 'f' || key === 'v')) {
    void (key === 'f' ? table.film.begin() : table.film.sum());
    return true;
  }
  if (table.air.offered && onAirKey(table, key, shift)) return true;
  const panel = PANELS[key];
  if (panel && (panel !== 'air' || table.air.offered)) desk.panel = panel;
  else if (key === '.') table.step(1);
  else if (key === ',') table.step(-1);
  else if (key === 'x') document.querySelector<HTMLButtonElement>('[data-testid=attack], [data-testid=confirm], [data-testid=commit]')?.click();
  else if (key === 'u') void table.undo();
  else if (key === 'y') void table.redo();
  else if (key === '+' || key === '=') desk.zoom(1.25);
  else if (key === '-') desk.zoom(0.8);
  else if (key === ')') desk.setCounterScale(desk.counterScale + 0.1);
  else if (key === '(') desk.setCounterScale(desk.counterScale - 0.1);
  else if (key === '0') table.overview();
  else if (key === ']') table.turnTo(1);
  else if (key === '[') table.turnTo(-1);
  else if (key === 'n') desk.names = !desk.names;
  else if (key === 'g') desk.numbers = !desk.numbers;
  else if (key === '/') desk.dialog = 'command';
  else if (key === '?') desk.dialog = 'help';
  else if (key === 'm') document.querySelector<HTMLElement>('[role=application]')?.focus();
  else return false;
  return true;
}

/** Is a key meant for the air mission that is being built, though the map has the focus? Enter elsewhere chooses the target. */
function meansMission({ air, cursor }: Table, key: string, shift: boolean): boolean {
  return /^[1-9ok]$/.test(key) || (key === 'enter' && (shift || !cursor || cursor.name === air.draft?.hex));
}

/** Keys of the air phase, while no mission is being built. */
function onAirKey({ air }: Table, key: string, shift: boolean): boolean {
  if (key === 'f' && !shift && air.open) air.begin();
  else if (key === 'r' && shift && air.air?.last?.length) void air.asLast();
  else if (key === 'enter' && shift && air.packages.length) void air.flyAll();
  else return false;
  return true;
}

/** Keys while an air mission is being built. */
function onMissionKey({ air }: Table, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = event.key.toLowerCase();
  const onButton = (event.target as HTMLElement).closest('button, a') !== null;
  if (key === 'enter' && event.shiftKey) air.keep();
  else if (key === 'enter' && !onButton) void air.fly();
  else if (key === 'o') air.escortMore();
  else if (key === 'k') air.nextKind(event.shiftKey ? -1 : 1);
  else if (/^[1-9]$/.test(key)) air.toggle(air.view?.flyers?.[Number(key) - 1]?.id ?? '');
  else return false;
  return true;
}

/** While the film runs: play and pause, step, skip, speed. */
function onFilmKey({ film }: Table, key: string): boolean {
  const speed = SPEEDS[Number(key) - 1];
  if (key === ' ') film.toggle();
  else if (key === 'ArrowRight') film.step(1);
  else if (key === 'ArrowLeft') film.step(-1);
  else if (key === 'Home') film.seek(0);
  else if (key === 'End' || key === 'Escape') film.end();
  else if (speed) film.setSpeed(speed);
  else return false;
  return true;
}

/** Keys while an attack is being built. */
function building(table: Table, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Enter' && !(event.target as HTMLElement).closest('button, a')) document.querySelector<HTMLButtonElement>('[data-testid=attack]')?.click();
  else if (event.key === ']' || event.key === '[') table.nextTarget(event.key === ']' ? 1 : -1);
  else return false;
  return true;
}

/** Keys of the whole page; typing into a field is left alone. */
export function onPageKey(table: Table, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  // the slider keeps its arrows
  const slides = target.closest('input[type=range]') !== null && /^(Arrow|Home)/.test(event.key);
  if (table.film.open && !slides && onFilmKey(table, event.key)) {
    event.preventDefault();
    return;
  }
  if (event.key === 'Escape') {
    if (desk.dialog !== 'none') desk.dialog = 'none';
    else table.back();
    return;
  }
  if (desk.dialog !== 'none' || target.closest('input, textarea, select, [contenteditable]')) return;
  if (table.orders.builder && building(table, event)) {
    event.preventDefault();
    return;
  }
  if (table.air.draft && onMissionKey(table, event)) {
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    void (key === 'y' || event.shiftKey ? table.redo() : table.undo());
  } else if (event.altKey ? !overlay(table, event.key.toLowerCase()) : !command(table, event.key.toLowerCase(), event.shiftKey)) return;
  event.preventDefault();
}
