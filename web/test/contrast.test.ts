import { describe, expect, it } from 'vitest';
import { cards, contrast, interfaceColours, labelColours, mix, overlayColours, states, terrainColours, tokens, luminance, type Theme } from '../src/lib/tokens';

const THEMES: Theme[] = ['light', 'dark'];
const TEXT = 4.5;
const MARK = 3;

describe.each(THEMES)('%s theme', (theme) => {
  const ui = interfaceColours(theme);
  const colour = (name: string): string => ui[name] ?? '';

  it.each([
    ['ink', 'panel'], ['ink', 'panel2'], ['ink', 'panel3'], ['ink', 'desk'], ['ink2', 'panel'], ['ink2', 'panel2'], ['ink2', 'panel3'], ['ink2', 'desk'],
    ['ink3', 'panel'], ['ink3', 'panel2'], ['accent', 'panel'], ['accent', 'accent-tint'], ['on-accent', 'accent'], ['on-accent', 'accent-hover'],
    ['good', 'panel'], ['good', 'good-tint'], ['bad', 'panel'], ['bad', 'bad-tint'], ['warn', 'warn-tint'], ['select-edge', 'select'],
    ['ink', 'accent-tint'], ['ink2', 'accent-tint'], ['panel', 'bad'],
  ])('text %s on %s', (ink, paper) => {
    expect(contrast(colour(ink), colour(paper))).toBeGreaterThanOrEqual(TEXT);
  });

  it.each([['focus', 'panel'], ['focus', 'panel2'], ['rule-strong', 'panel'], ['axis', 'panel'], ['soviet', 'panel'], ['ally', 'panel'], ['gold', 'panel'], ['violet', 'panel'], ['gold', 'panel2'], ['violet', 'panel2'], ['accent', 'panel2']])('mark %s on %s', (mark, paper) => {
    expect(contrast(colour(mark), colour(paper))).toBeGreaterThanOrEqual(MARK);
  });

  it('place names on their halo and on every ground', () => {
    const label = labelColours(theme);
    expect(contrast(label['place'] ?? '', label['halo'] ?? '')).toBeGreaterThanOrEqual(7);
    for (const [name, ground] of Object.entries(terrainColours(theme))) {
      if (ground['fill']) expect(contrast(label['place'] ?? '', String(ground['fill'])), name).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it('points left on the lit hex', () => {
    const overlay = overlayColours(theme);
    const lit = mix(String(terrainColours(theme)['clear']?.['fill']), overlay['reach'] ?? '', 0.38);
    expect(contrast(overlay['reach-ink'] ?? '', lit)).toBeGreaterThanOrEqual(MARK);
  });

  it('counters, also when they have moved', () => {
    const [spent, onLight, onDark] = tokens['card-extra']['spent-mix'][theme] as [string, number, number];
    for (const [name, card] of Object.entries(cards)) {
      expect(contrast(card.ink, card.bg), name).toBeGreaterThanOrEqual(TEXT);
      const paper = mix(card.bg, spent, luminance(card.bg) < 0.2 ? onDark : onLight);
      expect(contrast(card.ink, paper), `${name}, moved`).toBeGreaterThanOrEqual(TEXT);
    }
  });
});

it('badges', () => {
  for (const [name, badge] of Object.entries(states)) expect(contrast(badge.ink, badge.fill), name).toBeGreaterThanOrEqual(TEXT);
});
