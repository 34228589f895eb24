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

/** Anything a status may contain, on one line; what holds nothing is left out of a list. */
export function oneLine(value: unknown): string {
  if (isEmpty(value)) return '–';
  if (Array.isArray(value)) return value.map(oneLine).join(' / ');
  if (typeof value === 'object' && value !== null) return Object.entries(value).filter(([, part]) => !isEmpty(part)).map(([key, part]) => `${key.replaceAll('-', ' ')} ${oneLine(part)}`).join(', ') || '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
