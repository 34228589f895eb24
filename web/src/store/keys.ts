/** Keys: everything that can be clicked can be typed. One list serves the keyboard and the help. */
import { desk } from './desk.svelte';
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
    ],
  },
  {
    title: 'Anywhere',
    keys: [
      ['. and ,', 'next and previous stack that can still act'],
      ['X', 'confirm the attack, or what is chosen'],
      ['Esc', 'one step back'],
      ['U', 'undo'],
      ['+ and -', 'zoom the map'],
      [') and (', 'larger and smaller counters'],
      ['0', 'the whole board'],
      ['Alt+C, Alt+S, Alt+M, Alt+F', 'overlays: control, supply, last moves, front'],
      ['N, G', 'place names, hex numbers'],
      ['H L B V R P T', 'panels: hex, log, boxes, victory, rules, plan, talk'],
      ['/', 'type an order, or a hex or place to go to'],
      ['M', 'to the map'],
      ['?', 'this help'],
    ],
  },
];

const COLUMNS = ['w', 'e', 'd', 's', 'a', 'q'];
const ROWS = ['e', 'd', 'c', 'z', 'a', 'q'];
const PANELS: Record<string, typeof desk.panel> = { h: 'hex', l: 'log', b: 'boxes', v: 'status', r: 'rules', p: 'plan', t: 'talk' };

/** Keys that mean something only while the map has the focus. */
export function onMapKey(table: Table, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  const { board } = table.match;
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
  else if (key === 'm') desk.moves = !desk.moves;
  else if (key === 'f') desk.front = !desk.front;
  else return false;
  return true;
}

function command(table: Table, key: string): boolean {
  const panel = PANELS[key];
  if (panel) desk.panel = panel;
  else if (key === '.') table.step(1);
  else if (key === ',') table.step(-1);
  else if (key === 'x') document.querySelector<HTMLButtonElement>('[data-testid=attack], [data-testid=confirm], [data-testid=commit]')?.click();
  else if (key === 'u') void table.undo();
  else if (key === '+' || key === '=') desk.zoom(1.25);
  else if (key === '-') desk.zoom(0.8);
  else if (key === ')') desk.setCounterScale(desk.counterScale + 0.1);
  else if (key === '(') desk.setCounterScale(desk.counterScale - 0.1);
  else if (key === '0') table.overview();
  else if (key === 'n') desk.names = !desk.names;
  else if (key === 'g') desk.numbers = !desk.numbers;
  else if (key === '/') desk.dialog = 'command';
  else if (key === '?') desk.dialog = 'help';
  else if (key === 'm') document.querySelector<HTMLElement>('[role=application]')?.focus();
  else return false;
  return true;
}

/** Keys of the whole page; typing into a field is left alone. */
export function onPageKey(table: Table, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.key === 'Escape') {
    if (desk.dialog !== 'none') desk.dialog = 'none';
    else table.back();
    return;
  }
  if (desk.dialog !== 'none' || target.closest('input, textarea, select, [contenteditable]')) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'z') return;
    void table.undo();
  } else if (event.altKey ? !overlay(table, event.key.toLowerCase()) : !command(table, event.key.toLowerCase())) return;
  event.preventDefault();
}
