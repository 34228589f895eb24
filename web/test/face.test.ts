import { describe, expect, it } from 'vitest';
import { cardOf, faceOf, shortName, spoken, symbolOf } from '../src/lib/face';
import more from 'virtual:milsymbols';
import { symbols } from '../src/lib/tokens';
import type { UnitView } from '../src/lib/types';

const unit = (more: Partial<UnitView>): UnitView => ({ id: 'x', side: 0, kind: 'infantry', size: 'XX', name: '206th Infantry Division', ...more });

describe('cards', () => {
  it.each([
    ['german', 'panzer', ['mechanized'], 'dark-gray'],
    ['german', 'infantry', [], 'gray-green'],
    ['soviet', 'rifle', [], 'orange'],
    ['soviet', 'tank', ['mechanized'], 'scarlet'],
    ['soviet', 'rifle', ['guards'], 'white-red'],
    ['soviet', 'tank', ['guards', 'mechanized'], 'yellow'],
    ['soviet', 'cavalry', undefined, 'scarlet'],
  ] as const)('%s %s %s', (side, kind, traits, card) => {
    expect(cardOf(unit({ kind, ...(traits ? { traits: [...traits] } : {}) }), side, 'drive-on-moscow')).toBe(card);
  });

  it('has one for any stranger', () => {
    expect(cardOf(unit({}), 'nobody', 'some-other-game')).toBeTruthy();
  });
});

describe('faces', () => {
  it('draws every kind with a symbol of the palette', () => {
    for (const kind of ['panzergrenadier', 'motorized-rifle', 'rifle', 'tank', 'cavalry', 'flak', 'militia', 'ski']) expect(symbols[symbolOf(kind)], kind).toBeDefined();
  });

  it('borrows the symbols it lacks', () => {
    expect(Object.keys(more)).toContain('signal');
    for (const [kind, steps] of Object.entries(more)) {
      expect(symbols[kind], `${kind} is drawn already`).toBeUndefined();
      expect(steps.length, kind).toBeGreaterThan(0);
      expect(symbolOf(kind)).toBe(kind);
    }
  });

  it('shows steps, reduction and designation', () => {
    const face = faceOf(unit({ steps: 1, max: 2, attack: 2, defence: 4 }), 'german', 'drive-on-moscow');
    expect(face).toMatchObject({ id: '206', factors: '2-4', steps: [1, 2], reduced: true, untried: false, owner: 'axis' });
  });

  it('hides what is untried', () => {
    const face = faceOf(unit({ name: 'RD', covered: true, side: 1, kind: 'rifle' }), 'soviet', 'drive-on-moscow');
    expect(face).toMatchObject({ id: '', factors: '?', steps: null, untried: true });
  });

  it('names formations briefly', () => {
    expect(shortName(unit({ name: '1st Guards Rifle Division', traits: ['guards'] }))).toBe('1G');
    expect(shortName(unit({ name: 'Lehr Brigade' }))).toBe('Lehr');
  });

  it('turns states into shapes and words', () => {
    expect(faceOf(unit({ badges: ['moved-fought', 'oos'] }), 'german', 'drive-on-moscow').badges).toEqual(['moved-fought', 'oos']);
    expect(faceOf(unit({}), 'german', 'drive-on-moscow').badges).toEqual([]);
    expect(spoken(unit({ attack: 4, defence: 8, steps: 2, max: 2, state: ['out of supply'] }))).toBe('206th Infantry Division, 4 attack, 8 defence, 2 of 2 steps, out of supply');
  });
});

describe('armies nobody knows', () => {
  it('have cards of their own', () => {
    const cards = ['blue', 'red', 'green'].map((side, k) => cardOf({ id: 'x', side: k, kind: 'infantry', size: 'II', name: 'line' }, side, 'unheard-of'));
    expect(new Set(cards).size).toBe(3);
  });
});
