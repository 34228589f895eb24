/** Made at build time: symbols of milsymbol for kinds of unit that the palette has no drawing of. */
import ms from 'milsymbol';

/** Kinds of unit and their entity codes (APP-6, land units). */
const KINDS: Record<string, string> = {
  signal: '111000', medical: '161300', maintenance: '161100', transport: '163600', chemical: '140100', missile: '130700', mortar: '130800',
  'combined-arms': '121000', amphibious: '120300', observer: '121200', ordnance: '162300', radar: '130900', fuel: '162900',
};

interface Instruction {
  type: string;
  d?: string;
  cx?: number;
  cy?: number;
  r?: number;
  fill?: string | false;
  icon?: boolean;
}

/** Steps as the palette writes them: lower case letters where the coordinates are milsymbol's own. */
export function milsymbols(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(KINDS).map(([kind, code]) => {
      const symbol = new ms.Symbol(`1003100000${code}0000`, { fill: false, monoColor: 'black' });
      const parts = (symbol as unknown as { drawInstructions: Instruction[] }).drawInstructions.filter((part) => part.icon);
      return [kind, parts.flatMap(stepOf)];
    }),
  );
}

function stepOf(part: Instruction): string[] {
  const letter = part.fill ? 'f' : 's';
  if (part.type === 'path' && part.d) return [`${letter} ${part.d}`];
  if (part.type === 'circle') {
    const { cx = 0, cy = 0, r = 0 } = part;
    return [`${letter} M${cx - r},${cy} a${r},${r} 0 1 0 ${2 * r},0 a${r},${r} 0 1 0 ${-2 * r},0`];
  }
  return [];
}
