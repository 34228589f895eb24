/** An order put into words, with what it costs or promises, for the plan. */
import type { Command } from '../lib/types';
import { shapeOf } from '../lib/verbs';
import { spread } from '../map/build';
import type { Sketch } from './plan.svelte';
import type { Table } from './table.svelte';

export function sketchOf(table: Table, command: Command): Sketch {
  const { orders } = table;
  const verb = orders.verbs.find((one) => one.verb === command.verb);
  const attack = verb ? shapeOf(verb) === 'hex-units' : false;
  const names = (command.units ?? []).map((id) => table.unit(id)?.name ?? id).join(', ');
  const goal = command.hexes?.at(-1) ?? '';
  const step = orders.reach?.hexes[goal];
  const from = table.places.get(command.units?.[0] ?? '')?.at;
  const where = goal ? ` ${attack ? 'at' : 'to'} ${goal}` : command.word ? ` ${command.word}` : '';
  return {
    command,
    attack,
    text: `${verb?.title ?? command.verb}${names ? `: ${names}` : ''}${where}`,
    note: attack ? spread(Object.keys(orders.odds?.odds ?? {})) : step ? `${step.cost} points, ${step.left} left` : '',
    ...(from ? { from } : {}),
  };
}
