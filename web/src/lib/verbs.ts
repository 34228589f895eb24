/** The text pattern of a verb tells the page what has to be named, in which order, without knowing the game. */
import type { VerbView } from './types';

export interface Slots {
  units: boolean;
  unitsOptional: boolean;
  hex: boolean;
  /** how many hexes are named, a way counted as one */
  hexes: number;
  path: boolean;
  number: boolean;
  numberWord: string;
  numberOptional: boolean;
  word: boolean;
  wordOptional: boolean;
}

export function slotsOf(verb: VerbView): Slots {
  const tokens = verb.usage.split(/\s+/).slice(1);
  const slots: Slots = { units: false, unitsOptional: false, hex: false, hexes: 0, path: false, number: false, numberWord: '', numberOptional: false, word: false, wordOptional: false };
  let keyword = '';
  let optional = false;
  for (const token of tokens) {
    if (token.startsWith('[')) optional = true;
    const word = token.replace(/[[\]]/g, '');
    if (word === 'UNITS') [slots.units, slots.unitsOptional] = [true, optional];
    else if (word === 'HEX' || word === 'PATH') {
      slots.hex = true;
      slots.path ||= word === 'PATH';
      slots.hexes += 1;
    } else if (word === 'WORD') [slots.word, slots.wordOptional] = [true, optional];
    else if (word === 'NUMBER') {
      slots.number = true;
      slots.numberWord = keyword || verb.verb;
      slots.numberOptional = optional;
    } else keyword = word;
    if (token.endsWith(']')) optional = false;
  }
  return slots;
}

export type Shape = 'plain' | 'word' | 'number' | 'units' | 'units-hex' | 'hex-units' | 'hex';

/** How a verb is said at the table: a button, a choice, a pick of units, a pick and a click, or a builder. */
export function shapeOf(verb: VerbView): Shape {
  const slots = slotsOf(verb);
  if (verb.hex_first && slots.units) return 'hex-units';
  if (slots.units && slots.hex) return 'units-hex';
  if (slots.units) return 'units';
  if (slots.hex) return 'hex';
  if (slots.word) return 'word';
  if (slots.number && !(slots.numberOptional && !verb.numbers?.length)) return 'number';
  return 'plain';
}

/** Does a verb want more than a click on a hex, or on units, can say: a number, a word, a second hex? Then it has a form. */
export function wantsForm(verb: VerbView): boolean {
  const { units, hex, hexes, number, numberOptional, word, wordOptional } = slotsOf(verb);
  return !verb.hex_first && (units || hex) && ((number && !numberOptional) || (word && !wordOptional) || hexes > 1);
}
