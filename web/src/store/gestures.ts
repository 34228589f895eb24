/** Mouse, pen and fingers on the map: pan, zoom, point, click, drag counters, hold. */
import type { Hex } from '../lib/board';
import { desk } from './desk.svelte';

interface Wishes {
  hexAt: (x: number, y: number) => Hex | undefined;
  click: (hex: Hex, add: boolean) => void;
  point: (hex: Hex | null) => void;
  /** say what can be done in a hex: the right button, or a finger that rests */
  menu: (hex: Hex) => void;
  /** a box is drawn from one point of the map to another; done: what is in it is taken up */
  frame: (from: { x: number; y: number }, to: { x: number; y: number }, done: boolean) => void;
  /** take up what stands in a hex, to be dragged; no: the map is dragged */
  lift: (hex: Hex) => boolean;
  /** what has been taken up is at this point of the page, or has been let go there */
  carry: (event: PointerEvent) => void;
  land: (hex: Hex | null) => void;
  /** a finger shows first what it would do */
  tap: (hex: Hex) => void;
}

const SLACK = 5;
const HOLD = 450;

export class Gestures {
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private begun: { x: number; y: number } | null = null;
  private dragged = false;
  private carrying = false;
  private framing = false;
  private apart = 0;
  private holding = 0;
  /** where the mouse rests on the map, and the hex it points at */
  private rests: { x: number; y: number; hex: Hex | null } | null = null;

  constructor(private readonly wishes: Wishes) {}

  listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener('pointerdown', (event) => this.down(event, canvas));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => {
      this.pointers.delete(event.pointerId);
      if (this.carrying) this.wishes.land(null);
      this.carrying = false;
    });
    // a finger's tap would also click what the tap has opened above the map
    canvas.addEventListener('touchend', (event) => event.preventDefault(), { passive: false });
    // a finger leaves whenever it is lifted; what it has been shown stays
    canvas.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'mouse') return;
      this.rests = null;
      this.wishes.point(null);
    });
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  private down(event: PointerEvent, canvas: HTMLCanvasElement): void {
    canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.begun = { x: event.offsetX, y: event.offsetY };
    this.dragged = this.pointers.size > 1;
    this.apart = this.distance();
    clearTimeout(this.holding);
    if (event.pointerType !== 'mouse') {
      this.holding = window.setTimeout(() => {
        const hex = this.wishes.hexAt(event.offsetX, event.offsetY);
        if (hex && !this.dragged && this.pointers.size === 1) {
          this.dragged = true;
          this.wishes.menu(hex);
        }
      }, HOLD);
    }
  }

  private move(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      if (event.pointerType !== 'mouse') return;
      const hex = this.wishes.hexAt(event.offsetX, event.offsetY) ?? null;
      this.rests = { x: event.offsetX, y: event.offsetY, hex };
      this.wishes.point(hex);
      return;
    }
    const [dx, dy] = [event.offsetX - last.x, event.offsetY - last.y];
    if (this.begun && Math.hypot(event.offsetX - this.begun.x, event.offsetY - this.begun.y) > SLACK && !this.dragged) {
      this.dragged = true;
      const from = this.wishes.hexAt(this.begun.x, this.begun.y);
      this.framing = event.pointerType === 'mouse' && event.buttons === 1 && event.shiftKey;
      // what was told of the hex where a box begins is not told of what lies in it
      if (this.framing) this.wishes.point(null);
      this.carrying = !this.framing && event.pointerType === 'mouse' && event.buttons === 1 && from !== undefined && this.wishes.lift(from);
    }
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.framing && this.begun) this.wishes.frame(this.begun, { x: event.offsetX, y: event.offsetY }, false);
    else if (this.carrying) {
      this.wishes.carry(event);
      this.wishes.point(this.wishes.hexAt(event.offsetX, event.offsetY) ?? null);
    } else if (this.pointers.size === 1 && this.dragged) desk.pan(dx, dy);
    else if (this.pointers.size === 2) {
      const [a, b] = [...this.pointers.values()];
      const now = this.distance();
      if (a && b && this.apart > 0 && now > 0) desk.zoom(now / this.apart, (a.x + b.x) / 2, (a.y + b.y) / 2);
      desk.pan(dx / 2, dy / 2);
      this.apart = now;
    }
  }

  /** The map has moved under a mouse that rests: it no longer points at what was told. */
  moved(hover: Hex | null): void {
    if (!hover || !this.rests || this.pointers.size || hover !== this.rests.hex) return;
    if (this.wishes.hexAt(this.rests.x, this.rests.y) !== hover) this.wishes.point(null);
  }

  private up(event: PointerEvent): void {
    clearTimeout(this.holding);
    this.pointers.delete(event.pointerId);
    const hex = this.wishes.hexAt(event.offsetX, event.offsetY);
    if (this.framing && this.begun) {
      this.framing = false;
      this.wishes.frame(this.begun, { x: event.offsetX, y: event.offsetY }, true);
      return;
    }
    if (this.carrying) {
      this.carrying = false;
      this.wishes.land(hex ?? null);
      return;
    }
    if (this.dragged || this.pointers.size) return;
    if (event.button === 2) {
      if (hex) this.wishes.menu(hex);
    }
    else if (hex && event.pointerType === 'touch') this.wishes.tap(hex);
    else if (hex) this.wishes.click(hex, event.shiftKey || event.ctrlKey || event.metaKey);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.shiftKey) desk.setCounterScale(desk.counterScale - Math.sign(event.deltaY + event.deltaX) * 0.1);
    else desk.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), event.offsetX, event.offsetY);
  }

  private distance(): number {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
