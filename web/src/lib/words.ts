/** Numbers as players say them. */

/** A chance as sixths where it is one, as a percentage otherwise. */
export function chance(share: number): string {
  const sixths = share * 6;
  if (Math.abs(sixths - Math.round(sixths)) < 0.004) return share > 0.999 ? 'certain' : `${Math.round(sixths)} in 6`;
  const percent = Math.round(share * 100);
  return percent < 1 ? 'under 1 %' : percent > 99 ? 'over 99 %' : `${percent} %`;
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** Words of the data in plain language, where a game says them otherwise. */
export type Words = Record<string, string>;

/** A word of the data as a person says it. */
export const spell = (word: string, words: Words): string => words[word] ?? word.replaceAll(/(?<=\w)[-_](?=\w)/g, ' ');

/** Anything a status may contain, on one line; what holds nothing is left out of a list. */
export function oneLine(value: unknown, words: Words = {}): string {
  if (isEmpty(value)) return '–';
  if (Array.isArray(value)) return value.map((part) => oneLine(part, words)).join(' / ');
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).filter(([, part]) => !isEmpty(part));
    return parts.map(([key, part]) => `${spell(key, words)} ${oneLine(part, words)}`.trim()).join(', ') || '–';
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return words[String(value)] ?? String(value);
}
