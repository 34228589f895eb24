import { describe, expect, it } from 'vitest';
import { search } from '../src/lib/search';
import { verdict } from '../src/lib/sides';
import type { EventView, RuleInfo } from '../src/lib/types';
import { chance, listed, signed, spell } from '../src/lib/words';
import { lastMoves, spread } from '../src/map/build';
import { confine, fit, levelOf, toPlane, toScreen, zoomAt, type Camera } from '../src/map/camera';

describe('numbers as players say them', () => {
  it('chances', () => {
    expect(chance(4 / 6)).toBe('4 in 6');
    expect(chance(1)).toBe('certain');
    expect(chance(0.4)).toBe('40 %');
    expect(chance(0.004)).toBe('under 1 %');
  });
  it('shifts and odds', () => {
    expect([signed(1), signed(-2), signed(0)]).toEqual(['+1', '−2', '0']);
    expect(spread(['3:1'])).toBe('3:1');
    expect(spread(['3:1', '4:1', '5:1'])).toBe('3:1 to 5:1');
  });
  it('words and counts in plain language', () => {
    expect(['no-retreat', 'guards_pool', 'mud'].map(spell)).toEqual(['no retreat', 'guards pool', 'mud']);
    expect(listed([['German', 3], ['Soviet', 0]])).toBe('German 3, Soviet 0');
    expect(listed([])).toBe('');
  });
  it('how it ended', () => {
    expect(verdict('german')).toBe('German wins');
    expect(verdict('draw')).toBe('The game is drawn');
  });
});

describe('searching the rules', () => {
  const rule = (id: string, title: string, text: string, also = ''): RuleInfo => ({ id, title, text, also, kind: '', refs: [], rulings: [] });
  const rules = [rule('9.1', 'Movement', 'Units move.'), rule('9.12', 'Marsh', 'Tanks never enter marsh.'), rule('10.1', 'Combat', 'A fight OOS in marsh.', 'out of supply')];
  it('finds by number first, then by title, then by text', () => {
    expect(search(rules, '9.12')[0]?.id).toBe('9.12');
    expect(search(rules, 'marsh').map((found) => found.id)).toEqual(['9.12', '10.1']);
    expect(search(rules, 'tanks marsh').map((found) => found.id)).toEqual(['9.12']);
    expect(search(rules, 'supply marsh out').map((found) => found.id)).toEqual(['10.1']);
    expect(search(rules, '')).toHaveLength(3);
  });
});

describe('the moves of the last turn', () => {
  const move = (side: string, ...path: string[]): EventView => ({ kind: 'moved', at: 1, side, path, text: '' });
  it('are those since each side last had the say', () => {
    const log = [move('german', '1', '2'), move('soviet', '3', '4'), move('german', '5', '6'), move('german', '7', '8')];
    expect(lastMoves(log).map((event) => event.path?.[0])).toEqual(['7', '5', '3']);
  });
});

describe('the camera', () => {
  const camera: Camera = { x: 10, y: 10, w: 40, width: 800, height: 600 };
  it('goes to the screen and back', () => {
    expect(toPlane(camera, ...toScreen(camera, 12.5, 7))).toEqual([12.5, 7]);
  });
  it('zooms about a point', () => {
    const before = toPlane(camera, 100, 100);
    const after = toPlane(zoomAt(camera, 2, 100, 100), 100, 100);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });
  it('keeps the board in sight and shows it whole', () => {
    expect(confine({ ...camera, x: -50 }, [0, 0, 20, 20]).x).toBe(0);
    const whole = fit(camera, [0, 0, 20, 30]);
    expect(whole.w * 30).toBeLessThanOrEqual(600);
    expect(fit({ ...camera, width: 340 }, [0, 0, 60, 20]).w * 60).toBeLessThanOrEqual(340);
    expect([levelOf(12), levelOf(30), levelOf(80)]).toEqual(['far', 'middle', 'near']);
  });
});
