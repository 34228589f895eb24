/** The palette and the metrics, from the one file that tiles and prints are drawn with. */
import data from '../../../src/grognard/draw/tokens.json';

export type Theme = 'light' | 'dark';

export interface Card {
  bg: string;
  ink: string;
  ink2: string;
}

type Colours = Record<string, string>;
type Shades = Record<string, Record<string, string | number>>;

export const tokens = data;
export const cards = data.cards as Record<string, Card>;
export const symbols = data.symbols as Record<string, string[]>;
export const aircraft = data.aircraft as Record<string, string>;
export const states = data.states as Record<string, { fill: string; ink: string }>;
export const gameCards = data['game-cards'] as Record<string, Record<string, string>>;

export const interfaceColours = (theme: Theme): Colours => data.themes[theme].interface;
export const terrainColours = (theme: Theme): Shades => data.themes[theme].terrain as Shades;
export const lineColours = (theme: Theme): Shades => data.themes[theme].line as Shades;
export const labelColours = (theme: Theme): Colours => data.themes[theme].label;
export const overlayColours = (theme: Theme): Colours => data.themes[theme].overlay as unknown as Colours;

/** The interface colours as custom properties of the document. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  for (const [name, colour] of Object.entries(interfaceColours(theme))) root.style.setProperty(`--${name}`, colour);
  const overlay = overlayColours(theme);
  for (const name of ['reach', 'reach-ink', 'threat', 'supply-in', 'supply-out']) root.style.setProperty(`--${name}`, overlay[name] ?? '');
}

// ------------------------------------------------------------------ colour arithmetic

const channels = (hex: string): [number, number, number] => {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};

export function mix(a: string, b: string, share: number): string {
  const [x, y] = [channels(a), channels(b)];
  return '#' + x.map((v, k) => Math.round(v + ((y[k] ?? 0) - v) * share).toString(16).padStart(2, '0')).join('');
}

export function alpha(hex: string, opacity: number): string {
  const [r, g, b] = channels(hex);
  return `rgba(${r},${g},${b},${opacity})`;
}

/** WCAG relative luminance. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((v) => {
    const s = v / 255;
    return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio of two colours. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
