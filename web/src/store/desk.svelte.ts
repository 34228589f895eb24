/** How this person looks at the table: theme, camera, overlays, panels. Nothing here is known to the server. */
import { applyTheme, type Theme } from '../lib/tokens';
import { confine, fit, settle, zoomAt, type Camera } from '../map/camera';
import type { Board, Bounds } from '../lib/board';
import { keep, kept } from './keep';
import type { Lesson } from './lessons';

export type Panel = 'desk' | 'air' | 'hex' | 'log' | 'boxes' | 'status' | 'rules' | 'plan' | 'talk';
export type FillOverlay = 'none' | 'control' | 'supply' | 'zones' | 'threats';
/** Whose zones or supply an overlay shows. */
export type Whose = 'his' | 'mine' | 'both';
export type Dialog = 'none' | 'help' | 'menu' | 'links' | 'command' | 'concede';

const preferred = (): Theme => (typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

class Desk {
  theme = $state<Theme>(kept<Theme>('theme', preferred()));
  camera = $state.raw<Camera>({ x: 0, y: 0, w: 32, width: 800, height: 600 });
  counterScale = $state(kept('counterScale', 1));
  names = $state(true);
  numbers = $state(false);
  front = $state(true);
  fill = $state<FillOverlay>('none');
  whose = $state<Whose>('both');
  moves = $state(false);
  /** the map alone, without counters */
  bare = $state(false);
  /** is there a line at the foot of the map that says what an overlay means? */
  legend = $state(false);
  /** the small map lies at the foot of the dock, never over the large one */
  minimap = $state(kept('minimap', false));
  /** are the boxes shown under a board of several maps? On a telephone the map needs the room until they are asked for. */
  boxes = $state(kept('boxes', !globalThis.matchMedia?.('(max-width: 600px)').matches));
  /** charts that lie open beside the map */
  drawers = $state.raw<string[]>([]);
  openTable = $state(false);
  /** ask once more before the die, where an attack could still be called off */
  askFirst = $state(kept('askFirst', false));
  panel = $state<Panel>('hex');
  dialog = $state<Dialog>('none');
  rule = $state('');
  ruleWords = $state('');
  lastSeat = $state('');
  tutorial = $state(false);
  /** lessons that lie behind the reader; they outlast the covering of the table between seats */
  learnt = $state.raw<Lesson[]>([]);
  bounds: Bounds = [0, 0, 1, 1];
  /** has the player zoomed or moved the map? */
  chosen = false;
  private animation = 0;

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    applyTheme(theme);
  }

  setCounterScale(scale: number): void {
    this.counterScale = Math.min(1.5, Math.max(0.6, Math.round(scale * 10) / 10));
    keep('counterScale', this.counterScale);
  }

  toggleMinimap(): void {
    this.minimap = !this.minimap;
    keep('minimap', this.minimap);
  }

  toggleDrawer(name: string): void {
    this.drawers = this.drawers.includes(name) ? this.drawers.filter((other) => other !== name) : [...this.drawers, name];
  }

  setAskFirst(wanted: boolean): void {
    this.askFirst = wanted;
    keep('askFirst', wanted);
  }

  toggleBoxes(): void {
    this.boxes = !this.boxes;
    keep('boxes', this.boxes);
  }

  /** Look for the rules that speak of something. */
  askRules(words: string): void {
    this.rule = '';
    this.ruleWords = words;
    this.panel = 'rules';
  }

  openRule(id: string): void {
    this.rule = id;
    this.ruleWords = '';
    this.panel = 'rules';
  }

  // ---------------------------------------------------------------- camera

  begin(board: Board): void {
    this.bounds = board.bounds;
  }

  resize(width: number, height: number): void {
    this.camera = { ...this.camera, width, height };
  }

  fit(): void {
    this.glide(fit(this.camera, this.bounds));
  }

  /** A part of the board in the window. */
  frame(part: Bounds): void {
    this.glide(fit(this.camera, part));
  }

  /** The same because the player wants to see it. */
  look(part: Bounds): void {
    this.chosen = true;
    this.frame(part);
  }

  zoom(factor: number, px = this.camera.width / 2, py = this.camera.height / 2): void {
    this.chosen = true;
    this.camera = confine(zoomAt(this.camera, factor, px, py), this.bounds);
  }

  pan(dx: number, dy: number): void {
    this.chosen = true;
    this.camera = confine({ ...this.camera, x: this.camera.x - dx / this.camera.w, y: this.camera.y - dy / this.camera.w }, this.bounds);
  }

  jump(x: number, y: number): void {
    this.camera = settle({ ...this.camera, x, y }, this.bounds);
  }

  show(x: number, y: number, w = this.camera.w): void {
    this.glide(settle({ ...this.camera, x, y, w }, this.bounds));
  }

  /** Show a place in spite of the edge of the board, where something covers a part of the window. */
  uncover(x: number, y: number): void {
    this.glide(confine({ ...this.camera, x, y }, this.bounds));
  }

  settle(): void {
    this.glide(settle(this.camera, this.bounds));
  }

  /** Move the camera there in a quarter of a second, or at once for those who want no motion. */
  private glide(to: Camera): void {
    cancelAnimationFrame(this.animation);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.camera = to;
      return;
    }
    const from = this.camera;
    const begun = performance.now();
    const step = (now: number): void => {
      const t = Math.min(1, (now - begun) / 260);
      const e = 1 - (1 - t) ** 3;
      this.camera = { ...this.camera, x: from.x + (to.x - from.x) * e, y: from.y + (to.y - from.y) * e, w: from.w * (to.w / from.w) ** e };
      if (t < 1) this.animation = requestAnimationFrame(step);
    };
    this.animation = requestAnimationFrame(step);
  }
}

export const desk = new Desk();
