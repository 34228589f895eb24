/** Numbers as players say them. */

/** A chance as sixths where it is one, else as a percentage. */
export function chance(share: number): string {
  const sixths = share * 6;
  if (Math.abs(sixths - Math.round(sixths)) < 0.004) return share > 0.999 ? 'certain' : `${Math.round(sixths)} in 6`;
  const percent = Math.round(share * 100);
  return percent < 1 ? 'under 1 %' : percent > 99 ? 'over 99 %' : `${percent} %`;
}

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** A word of a board or a command as a person says it. */
export const spell = (word: string): string => word.replaceAll(/(?<=\w)[-_](?=\w)/g, ' ');

/** Counted things on one line: `German 3, Soviet 2`. */
export const listed = (parts: readonly (readonly [string, number | string])[]): string => parts.map(([title, value]) => `${title} ${value}`.trim()).join(', ');

/** What a turn is called besides its number, where it is called anything. */
export const calendarName = ({ turn, turn_name: name }: { turn: number; turn_name: string }): string => (name.toLowerCase() === `turn ${turn}` ? '' : name);
