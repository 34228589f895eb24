/** An order put into words, with what it costs or promises, for the plan. */
import { titleOf } from '../lib/face';
import type { CommandForm } from '../lib/types';
import { shapeOf } from '../lib/verbs';
import { spread } from '../map/build';
import type { Sketch } from './plan.svelte';
import type { Table } from './table.svelte';

function nameOf(table: Table, id: string): string {
  const unit = table.unit(id);
  return unit ? titleOf(unit) : id;
}

export function sketchOf(table: Table, command: CommandForm): Sketch {
  const { orders } = table;
  const verb = orders.verbs.find((one) => one.verb === command.verb);
  const attack = verb ? shapeOf(verb) === 'hex-units' : false;
  const names = (command.units ?? []).map((id) => nameOf(table, id)).join(', ');
  const goal = command.hexes?.at(-1) ?? '';
  const step = orders.reach?.hexes[goal];
  const from = table.places.get(command.units?.[0] ?? '')?.at;
  const where = goal ? ` ${attack ? 'at' : 'to'} ${goal}` : command.word ? ` ${command.word}` : '';
  return {
    command,
    attack,
    text: `${verb?.title ?? command.verb}${names ? `: ${names}` : ''}${where}`,
    note: attack ? spread(Object.keys(orders.odds?.odds ?? {})) : step ? [`${step.cost} points`, orders.leftOver(goal)].filter(Boolean).join(', ') : '',
    ...(from ? { from } : {}),
  };
}
