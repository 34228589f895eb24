/** What is drawn over the counters: targets, ways, arrows, rings, plaques. */
import type { Hex } from '../lib/board';
import { controlColour } from '../lib/sides';
import { alpha, interfaceColours, overlayColours, states } from '../lib/tokens';
import { around, touches, type Box } from './box';
import { toScreen } from './camera';
import { arrow, hexPath } from './geometry';
import type { Scene, SceneArrow } from './scene';

/** More targets than these are marked faintly: whoever may aim at half of the map has to see it all the same. */
const MANY = 120;

/** What can be aimed at has its corners marked: nothing is covered, and nothing looks like danger. */
export function paintTargets(ctx: CanvasRenderingContext2D, scene: Scene, sight: Box): void {
  const targets = scene.targets.filter((hex) => touches(around(hex, 1), sight));
  if (!targets.length) return;
  const { corners } = scene.board.data;
  const marks = new Path2D();
  for (const { x, y } of targets)
    corners.forEach(([cx, cy], k) => {
      const [before, after] = [corners[(k + 5) % 6] ?? [0, 0], corners[(k + 1) % 6] ?? [0, 0]];
      const at = (other: readonly number[]): [number, number] => [x + 0.93 * (cx + ((other[0] ?? 0) - cx) * 0.27), y + 0.93 * (cy + ((other[1] ?? 0) - cy) * 0.27)];
      marks.moveTo(...at(before));
      marks.lineTo(x + 0.93 * cx, y + 0.93 * cy);
      marks.lineTo(...at(after));
    });
  const { w } = scene.camera;
  const reach = overlayColours(scene.theme)['reach'] ?? '#4338CA';
  const casing = scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.lineCap = ctx.lineJoin = 'round';
  for (const [colour, width] of scene.targets.length > MANY ? ([[alpha(reach, 0.5), 1.4]] as const) : ([[casing, 6], [reach, 3.2]] as const)) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.min(width, 0.1 * w + 1) / w;
    ctx.stroke(marks);
  }
}

/** Flights and bases. */
const AIR = states['air']?.fill ?? '#0B5C7A';

const PATHS = {
  path: { colour: 'move', width: 4, dash: [] as number[], head: true },
  supply: { colour: 'supply-in', width: 4, dash: [0.1, 8], head: false },
  move: { colour: 'move', width: 3, dash: [7, 4], head: true },
  plan: { colour: 'amber', width: 4, dash: [9, 5], head: true },
  mission: { colour: 'amber', width: 4, dash: [] as number[], head: true },
  flight: { colour: 'air', width: 2.4, dash: [] as number[], head: true },
};

export function paintPath(ctx: CanvasRenderingContext2D, scene: Scene, hexes: Hex[], style: keyof typeof PATHS): void {
  if (hexes.length < 2) return;
  const { camera, theme } = scene;
  const look = PATHS[style];
  const colour = look.colour === 'amber' ? '#FFB703' : look.colour === 'air' ? AIR : (overlayColours(theme)[look.colour] ?? '#4338CA');
  const casing = look.colour === 'amber' ? '#2A1C00' : theme === 'light' ? '#FFFDF6' : '#15191B';
  const points = hexes.map((hex): [number, number] => [hex.x, hex.y]);
  const [first, second] = points as [[number, number], [number, number]];
  const length = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
  points[0] = [first[0] + ((second[0] - first[0]) / length) * 0.3, first[1] + ((second[1] - first[1]) / length) * 0.3];
  const line = new Path2D();
  points.forEach(([x, y], k) => (k ? line.lineTo(x, y) : line.moveTo(x, y)));
  ctx.lineJoin = ctx.lineCap = 'round';
  for (const [stroke, width] of [[casing, look.width + 3], [colour, look.width]] as const) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width / camera.w;
    ctx.setLineDash(look.dash.map((part) => part / camera.w));
    ctx.stroke(line);
  }
  ctx.setLineDash([]);
  if (!look.head) return;
  const [bx, by] = points.at(-2) ?? first;
  const [ex, ey] = points.at(-1) ?? second;
  const angle = Math.atan2(ey - by, ex - bx);
  const size = Math.max(0.2, 11 / camera.w);
  const head = new Path2D();
  head.moveTo(ex + Math.cos(angle) * 0.1, ey + Math.sin(angle) * 0.1);
  for (const turn of [2.55, -2.55]) head.lineTo(ex + Math.cos(angle + turn) * size, ey + Math.sin(angle + turn) * size);
  head.closePath();
  ctx.strokeStyle = casing;
  ctx.lineWidth = 2 / camera.w;
  ctx.stroke(head);
  ctx.fillStyle = colour;
  ctx.fill(head);
}

/** Ways that have been gone: thin, along the hexes they led through. */
export function paintTrails(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { w } = scene.camera;
  const casing = scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.lineJoin = ctx.lineCap = 'round';
  for (const { hexes, owner, retreat } of scene.trails) {
    const line = new Path2D();
    hexes.forEach(({ x, y }, k) => (k ? line.lineTo(x, y) : line.moveTo(x, y)));
    const [before, last] = hexes.slice(-2);
    if (before && last) {
      const angle = Math.atan2(last.y - before.y, last.x - before.x);
      const size = Math.max(0.16, 7 / w);
      // the head lies at the rim of the hex, where no counter covers it
      const [x, y] = [last.x - Math.cos(angle) * 0.46, last.y - Math.sin(angle) * 0.46];
      for (const turn of [2.6, -2.6]) {
        line.moveTo(x, y);
        line.lineTo(x + Math.cos(angle + turn) * size, y + Math.sin(angle + turn) * size);
      }
    }
    for (const [colour, width] of [[casing, 4], [controlColour(owner, scene.theme), 1.7]] as const) {
      ctx.setLineDash(retreat && colour !== casing ? [4 / w, 4 / w] : []);
      ctx.strokeStyle = colour;
      ctx.lineWidth = width / w;
      ctx.stroke(line);
    }
  }
  ctx.setLineDash([]);
}

/** How far air units fly: true distances in hexes, so hexagons; enemy zones are tinted. */
export function paintRanges(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { board, camera, theme } = scene;
  const enemy = overlayColours(theme)['threat'] ?? '#A84F00';
  for (const { hex, hexes, own } of scene.rings) {
    const line = new Path2D();
    board.ring(hex, hexes).forEach(([x, y], k) => (k ? line.lineTo(x, y) : line.moveTo(x, y)));
    line.closePath();
    if (!own) {
      ctx.fillStyle = alpha(enemy, 0.09);
      ctx.fill(line);
    }
    ctx.setLineDash(own ? [9 / camera.w, 6 / camera.w] : []);
    ctx.strokeStyle = own ? AIR : enemy;
    ctx.lineWidth = (own ? 2.2 : 1.4) / camera.w;
    ctx.stroke(line);
  }
  ctx.setLineDash([]);
}

/** Hexes at least so wide in pixels for names on rings: in smaller maps they would hide each other. */
const NAMED_FROM = 24;

/** Whose ring it is, on its upper edge for one's own, on its lower edge for enemy zones. */
export function paintRingName(ctx: CanvasRenderingContext2D, scene: Scene, ring: Scene['rings'][number]): void {
  if (!ring.text || scene.camera.w < NAMED_FROM) return;
  const heights = scene.board.ring(ring.hex, ring.hexes).map(([, y]) => y);
  const [x, y] = toScreen(scene.camera, ring.hex.x, ring.own ? Math.min(...heights) : Math.max(...heights));
  ctx.font = "700 12px 'Sofia Sans Condensed', sans-serif";
  const width = ctx.measureText(ring.text).width + 12;
  const colour = ring.own ? AIR : (overlayColours(scene.theme)['threat'] ?? '#A84F00');
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - 9, width, 18, 3);
  ctx.fillStyle = scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.fill();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.4;
  ctx.stroke();
  ctx.fillStyle = scene.theme === 'light' ? colour : '#F3EAD3';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(ring.text, x, y + 1);
}

export function paintArrow(ctx: CanvasRenderingContext2D, scene: Scene, one: SceneArrow): void {
  const colours = overlayColours(scene.theme);
  const fill = one.style === 'planned' ? '#FFB703' : one.style === 'attack' ? (colours[`attack-${one.owner ?? 'axis'}`] ?? controlColour(one.owner ?? 'axis', scene.theme)) : (colours[one.style] ?? '#4338CA');
  const shape = arrow(...one.from, ...one.to);
  ctx.strokeStyle = one.style === 'planned' ? '#2A1C00' : (colours['attack-edge'] ?? '#FFFDF6');
  ctx.lineWidth = Math.max(1.6 / scene.camera.w, 0.035);
  ctx.lineJoin = 'round';
  ctx.stroke(shape);
  ctx.fillStyle = fill;
  ctx.fill(shape);
}

export function paintRings(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { board, camera, theme } = scene;
  const colours = interfaceColours(theme);
  const ring = (hexes: Hex[], colour: string, width: number, share: number, dash: number[] = []): void => {
    ctx.setLineDash(dash.map((part) => part / camera.w));
    ctx.strokeStyle = colour;
    ctx.lineWidth = width / camera.w;
    ctx.lineJoin = 'round';
    ctx.lineCap = 'butt';
    ctx.stroke(hexPath(board, hexes, share));
    ctx.setLineDash([]);
  };
  if (scene.marked.length) {
    ring(scene.marked, colours['select-edge'] ?? '#2A1C00', 5, 0.9);
    ring(scene.marked, colours['accent'] ?? '#1F5C66', 2.6, 0.9);
  }
  if (scene.hover) {
    ring([scene.hover], 'rgba(0,0,0,.55)', 3.4, 0.97);
    ring([scene.hover], '#FFFFFF', 2, 0.97);
  }
  if (scene.selected) {
    ring([scene.selected], colours['select-edge'] ?? '#2A1C00', 6, 0.96);
    ring([scene.selected], colours['select'] ?? '#FFB703', 3.4, 0.96);
  }
  if (scene.focus) {
    ring([scene.focus], '#FFFFFF', 7, 1.02);
    ring([scene.focus], '#0B57D0', 3.6, 1.02, [8, 5]);
  }
}

/** A hex that is spoken of: two rings, and a line along its row to the edge of the dock and up to the card. All in plane units. */
export function paintPointer(ctx: CanvasRenderingContext2D, scene: Scene, hex: Hex, right: number, top: number): void {
  const { board, camera: { w }, theme } = scene;
  const colour = interfaceColours(theme)['accent'] ?? '#1F5C66';
  const [begin, edge] = [hex.x + 0.66, right - 7 / w];
  const line = new Path2D();
  line.moveTo(begin, hex.y);
  line.lineTo(Math.max(begin, edge), hex.y);
  line.lineTo(Math.max(begin, edge), top);
  ctx.lineJoin = ctx.lineCap = 'round';
  for (const [stroke, width] of [[theme === 'light' ? '#FFFDF6' : '#15191B', 5], [colour, 2]] as const) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width / w;
    if (begin < edge) ctx.stroke(line);
    ctx.stroke(hexPath(board, [hex], 1.1));
  }
  ctx.globalAlpha = 0.28;
  ctx.lineWidth = 3 / w;
  ctx.stroke(hexPath(board, [hex], 1.32));
  ctx.globalAlpha = 1;
}

/** Legs of formations to the stacks that stand apart from the marker. */
export function paintLegs(ctx: CanvasRenderingContext2D, scene: Scene): void {
  const { w } = scene.camera;
  const casing = scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.lineCap = 'round';
  for (const { x, y, legs, owner, lit } of scene.markers) {
    if (!legs.length) continue;
    const lines = new Path2D();
    for (const leg of legs) {
      lines.moveTo(x, y);
      lines.lineTo(leg.x, leg.y);
    }
    for (const [colour, width] of lit ? ([['#2A1C00', 3.6], ['#FFB703', 2]] as const) : ([[alpha(casing, 0.7), 2.8], [controlColour(owner, scene.theme), 1.2]] as const)) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width / w;
      ctx.stroke(lines);
    }
  }
}

/** The word of a formation: paper, with the edge of its side. */
export function paintMarker(ctx: CanvasRenderingContext2D, scene: Scene, { x, y, text, owner, lit }: Scene['markers'][number]): void {
  const [at, top] = toScreen(scene.camera, x, y - PLAQUE_UP);
  ctx.font = "800 11px 'Sofia Sans Condensed', sans-serif";
  const width = ctx.measureText(text).width + 9;
  ctx.beginPath();
  ctx.roundRect(at - width / 2, top - 8, width, 16, 4);
  ctx.fillStyle = lit ? '#FFB703' : scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.fill();
  ctx.strokeStyle = lit ? '#2A1C00' : controlColour(owner, scene.theme);
  ctx.lineWidth = 1.6;
  ctx.stroke();
  ctx.fillStyle = lit ? '#2A1C00' : controlColour(owner, scene.theme);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, at, top + 1);
}

/** A plaque stands so far above the middle of its hex. */
export const PLAQUE_UP = 0.48;

/** Pixels that a plaque keeps from the edges of the window. */
const EDGE = 4;

export function paintPlaque(ctx: CanvasRenderingContext2D, scene: Scene, plaque: Scene['plaques'][number]): void {
  const { width: wide, height: high } = scene.camera;
  const [left, top] = toScreen(scene.camera, plaque.hex.x, plaque.hex.y - PLAQUE_UP);
  const size = Math.max(11, Math.min(17, scene.camera.w * 0.2)) * (plaque.small ? 0.84 : 1);
  ctx.font = `800 ${size}px 'Sofia Sans Condensed', sans-serif`;
  const width = ctx.measureText(plaque.text).width + size * 0.8;
  // a word about a hex in sight stays in sight as a whole
  const seen = left > -scene.camera.w && left < wide + scene.camera.w && top > -scene.camera.w && top < high + scene.camera.w;
  const x = seen ? Math.max(width / 2 + EDGE, Math.min(wide - width / 2 - EDGE, left)) : left;
  const y = seen ? Math.max(size * 0.72 + EDGE, Math.min(high - size * 0.72 - EDGE, top)) : top;
  ctx.beginPath();
  const { tone } = plaque;
  ctx.roundRect(x - width / 2, y - size * 0.72, width, size * 1.44, tone === 'odds' ? size * 0.72 : 4);
  const threat = overlayColours(scene.theme)['threat'] ?? '#A84F00';
  const aim = overlayColours(scene.theme)['reach'] ?? '#4338CA';
  const word = overlayColours(scene.theme)['reach-ink'] ?? '#2E2599';
  const paper = scene.theme === 'light' ? '#FFFDF6' : '#15191B';
  ctx.fillStyle = tone === 'amber' ? '#FFB703' : tone === 'air' ? AIR : tone === 'pill' || tone === 'odds' || tone === 'field' ? paper : threat;
  ctx.fill();
  ctx.strokeStyle = tone === 'pill' ? threat : tone === 'odds' ? aim : tone === 'field' ? AIR : '#2A1C00';
  ctx.lineWidth = 1.6;
  ctx.stroke();
  ctx.fillStyle = tone === 'odds' ? word : tone === 'air' ? '#FFFFFF' : tone === 'field' ? (scene.theme === 'light' ? AIR : '#F3EAD3') : tone === 'pill' ? threat : tone === 'amber' || scene.theme === 'dark' ? '#2A1C00' : '#FFFFFF';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(plaque.text, x, y + 1);
}
