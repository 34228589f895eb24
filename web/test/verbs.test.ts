import { describe, expect, it } from 'vitest';
import { shapeOf, slotsOf } from '../src/lib/verbs';
import type { VerbView } from '../src/lib/types';

const verb = (usage: string, more: Partial<VerbView> = {}): VerbView => ({ verb: usage.split(' ')[0] ?? '', title: '', usage, rule: '', ...more });

describe('the pattern of a verb', () => {
  it.each([
    ['done', {}, 'plain'],
    ['order WORD', {}, 'word'],
    ['air NUMBER', {}, 'number'],
    ['lose UNITS', {}, 'units'],
    ['move UNITS PATH', {}, 'units-hex'],
    ['retreat UNITS to HEX', {}, 'units-hex'],
    ['attack HEX with UNITS [air NUMBER]', { hex_first: true }, 'hex-units'],
    ['bomb HEX', {}, 'hex'],
  ] as const)('%s', (usage, more, shape) => {
    expect(shapeOf(verb(usage, more))).toBe(shape);
  });

  it('knows what is optional and how it is called', () => {
    expect(slotsOf(verb('attack HEX with UNITS [air NUMBER]'))).toMatchObject({ units: true, hex: true, path: false, number: true, numberWord: 'air', numberOptional: true });
    expect(slotsOf(verb('move UNITS PATH'))).toMatchObject({ path: true, number: false, unitsOptional: false });
    expect(slotsOf(verb('drop HEX [with UNITS]'))).toMatchObject({ units: true, unitsOptional: true, hex: true });
  });
});
