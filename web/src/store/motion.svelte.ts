/** Counters travel along the way they took, so that cause and effect can be seen. Any click skips to the end. */
import type { Hex } from '../lib/board';
import { faceOf, type Face } from '../lib/face';
import type { EventView } from '../lib/types';
import { tokens } from '../lib/tokens';
import { placesOf } from './orders.svelte';
import type { MatchStore } from './match.svelte';

interface Trip {
  units: Set<string>;
  faces: Face[];
  way: Hex[];
}

export class Motion {
  moving = $state.raw<{ units: Set<string>; faces: Face[]; x: number; y: number } | null>(null);
  private queue: Trip[] = [];
  private running = false;
  private hurry = false;

  constructor(private readonly match: MatchStore) {}

  play(events: EventView[], own: boolean): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const places = placesOf(this.match.view);
    for (const event of events) {
      if (!event.units?.length || (event.path?.length ?? 0) < 2) continue;
      const way = (event.path ?? []).flatMap((name) => this.match.board.hex(name) ?? []);
      const faces = event.units.flatMap((id) => {
        const unit = places.get(id)?.unit;
        return unit ? [faceOf(unit, this.match.sides[unit.side] ?? '', this.match.view.game)] : [];
      });
      if (faces.length && way.length > 1) this.queue.push({ units: new Set(event.units), faces, way });
    }
    // a long turn of the opponent is shown in one quick pass
    if (!own && this.queue.length > 12) this.queue.splice(0, this.queue.length - 12);
    if (!this.running) void this.run();
  }

  skip(): void {
    this.queue = [];
    this.hurry = true;
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let trip = this.queue.shift(); trip; trip = this.queue.shift()) await this.travel(trip);
    this.moving = null;
    this.running = false;
  }

  private travel({ units, faces, way }: Trip): Promise<void> {
    const { motion } = tokens;
    const whole = Math.min(motion['move-max'], motion['move-per-hex'] * (way.length - 1)) / Math.max(1, this.queue.length / 4);
    this.hurry = false;
    const begun = performance.now();
    return new Promise((done) => {
      const step = (now: number): void => {
        const t = Math.min(1, (now - begun) / whole) * (way.length - 1);
        const [from, to] = [way[Math.floor(t)], way[Math.min(way.length - 1, Math.floor(t) + 1)]];
        if (!from || !to || this.hurry || t >= way.length - 1) return done();
        const part = t - Math.floor(t);
        this.moving = { units, faces, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  }
}
