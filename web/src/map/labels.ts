/** Names on the map, drawn live because places are named above the counters. */
import type { Hex } from '../lib/board';
import { controlMark, sideColour, type Owner } from '../lib/sides';
import { alpha, labelColours, type Theme } from '../lib/tokens';
import { planeOf, type Box } from './box';
import { snap } from './camera';
import { isPlace, namesIn, type Lettered } from './lettering';
import { stamp, type Type } from './stamp';

export interface NameStyle {
  theme: Theme;
  ownerAt: (hex: Hex) => Owner | null;
}

/** Paint either the place names or all others; the canvas begins at the upper left pixel of the patch. */
export function paintNames(ctx: CanvasRenderingContext2D, scene: Lettered, places: boolean, patch: Box, style: NameStyle): void {
  const colours = labelColours(style.theme);
  const { ratio, camera: { w } } = scene;
  for (const { name, words, type, x, y, anchor, left } of namesIn(scene, planeOf(patch, w * ratio))) {
    if (isPlace(name) !== places) continue;
    const water = name.class.startsWith('river') || name.class === 'sea';
    const ink = colours[water ? 'water' : name.class === 'country' ? 'country' : name.class === 'region' ? 'region' : 'place'] ?? '#222222';
    const halo = alpha(colours[water ? 'halo-water' : 'halo'] ?? '#FFFFFF', water ? 0.6 : 0.92);
    const align = anchor === 'middle' ? 'center' : anchor;
    stamp(ctx, { words, type, ink, halo, edge: type.size * 0.26, align, angle: name.angle ?? 0 }, x - patch[0], y - patch[1]);
    const owner = name.hex ? style.ownerAt(name.hex) : null;
    if (!owner) continue;
    const small: Type = { family: 'sans-serif', cut: '', size: Math.round(type.size * 8.5) / 10, tracking: 0 };
    const mark = { words: controlMark(owner), type: small, ink: sideColour(owner, style.theme), halo: alpha(colours['halo'] ?? '#FFFFFF', 0.92) };
    stamp(ctx, { ...mark, edge: type.size * 0.24, align: 'end', angle: 0 }, snap(left - 2 * ratio) - patch[0], y - patch[1]);
  }
}
