/** A hex in words, in the order: number, place, terrain, hexsides, control, units, what is possible. */
import type { Hex } from './board';
import { spoken } from './face';
import { capital, plain } from './sides';
import type { Target } from './types';
import type { Table } from '../store/table.svelte';

export function controllerOf(table: Table, hex: Hex): string {
  const side = '.abcdefgh'.indexOf(table.shown.control[hex.index] ?? '.') - 1;
  return side >= 0 ? (table.match.sides[side] ?? '') : '';
}

/** Likely odds as a person says them. */
export function inWords(target: Target | undefined): string {
  if (!target) return '';
  const all = target.together && `likely ${target.together} if all join`;
  return target.likely && target.likely !== target.together ? [`likely ${target.likely}`, all && `${target.together} if all join`].filter(Boolean).join(', ') : all;
}

export function describeHex(table: Table, hex: Hex): string {
  const { board } = table.match;
  const places = board.placesAt(hex.name).map((place) => place.name);
  const sides = board.around(hex).map((side) => `${side.kind} ${side.direction}`);
  const stack = table.shown.stacks[hex.name];
  const parts = [
    [hex.name, ...places].join(', '),
    [plain(hex.terrain), ...hex.features.map(plain)].join(', '),
    sides.join(', '),
    controllerOf(table, hex) ? `${capital(controllerOf(table, hex))} control` : '',
  ];
  if (stack) {
    parts.push(stack.units.map(spoken).join('; '));
    if (stack.count > stack.units.length) parts.push(`${stack.count - stack.units.length} more below, not yours to see`);
  }
  const step = table.orders.reach?.hexes[hex.name];
  if (step) parts.push(`can be reached for ${step.cost}, ${table.orders.leftOver(hex.name)}`);
  else if (table.orders.allowed?.has(hex.name)) parts.push('allowed');
  if (table.orders.targets.has(hex.name)) parts.push(['can be attacked', inWords(table.orders.likely.get(hex.name))].filter(Boolean).join(', '));
  return parts.filter(Boolean).join('. ') + '.';
}
