/** The others' turn as a film: scene by scene on the map, with pause, step and speed. Its last picture is the present one, whenever it ends. */
import type { Hex } from '../lib/board';
import { backOf, cardOf, faceOf, type Face } from '../lib/face';
import { tokens } from '../lib/tokens';
import type { EventView, Shot, Summary, View } from '../lib/types';
import { isVisible } from '../map/camera';
import { desk } from './desk.svelte';
import { keep, kept } from './keep';
import type { MatchStore } from './match.svelte';
import { placesOf } from './orders.svelte';
import { changed } from './wire';

export const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds at speed 1: the balloon of a battle with its die, and the rest after it; anything else that happens. */
const BATTLE = 1140;
const REST = 1200;
const OTHER = 260;

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Where a film begins: the position before others moved, and after which command that was. */
interface Beginning {
  view: View;
  version: number;
}

export class Film {
  shots = $state.raw<Shot[]>([]);
  /** how many scenes are over */
  at = $state(0);
  open = $state(false);
  playing = $state(false);
  speed = $state(kept('filmSpeed', 1));
  skips = $state(kept('filmSkips', false));
  battlesOnly = $state(false);
  moving = $state.raw<{ units: Set<string>; faces: Face[]; x: number; y: number } | null>(null);
  /** the battle whose balloon is open, by its scene */
  balloon = $state<number | null>(null);
  summary = $state.raw<Summary | null>(null);
  held = $state.raw<Beginning | null>(null);
  private views: View[] = [];
  /** after which command the summary begins; questions in the middle of a turn do not begin another */
  private since: number | null = null;
  private run = 0;

  constructor(private readonly match: MatchStore, private readonly over: () => void) {}

  /** up to which command this person has seen the match, on this machine */
  private get seenUnder(): string {
    return `seen ${this.match.api.id} ${this.match.view.seat}`;
  }

  /** The present picture is on the table: what has led to it need not be shown again. */
  seen(): void {
    if (this.match.ready && !this.showing) keep(this.seenUnder, this.match.version);
  }

  /** The page has been opened: what others have done meanwhile is shown, unless it is not this person's move or he plays both. */
  async missed(): Promise<void> {
    const { match } = this;
    const last = kept<number | null>(this.seenUnder, null);
    const shared = match.info?.hotseat && match.people > 1;
    if (last !== null && last < match.version && !this.skips && !shared && match.mine && !match.view.winner) {
      await this.begin(last);
      if (this.open) this.since = last;
    }
    this.seen();
  }

  /** What is on the map while the film runs, and while it is waited for. */
  get view(): View | null {
    return this.open ? (this.views[this.at] ?? null) : (this.held?.view ?? null);
  }

  get showing(): boolean {
    return this.open || this.held !== null;
  }

  get shot(): Shot | undefined {
    return this.shots[this.at];
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    keep('filmSpeed', speed);
  }

  setSkips(skips: boolean): void {
    this.skips = skips;
    keep('filmSkips', skips);
  }

  /** Others have done something: hold the picture until they are through, if it is their turn and somebody wants to see it. */
  heard(events: EventView[], before: Beginning): void {
    const { match } = this;
    if (this.open) return;
    const mine = match.sidesOf(match.view.seat).map((side) => match.sides[side]);
    // people are watched as they play; a computer is through in a moment
    const quick = (match.players[before.view.decision?.seat ?? ''] ?? 'human') !== 'human' && (!match.info?.hotseat || match.people < 2);
    const theirs = !mine.includes(before.view.status.active ?? '') || !mine.includes(match.view.status.active ?? '');
    if (!this.held && !this.skips && quick && mine.length && theirs && events.length) {
      this.held = before;
      this.since ??= before.version;
    }
    if (this.held && (match.mine || match.view.winner)) void this.begin(this.held.version);
  }

  /** Play everything since a command; without one, since one's own last. */
  async begin(since?: number): Promise<void> {
    const film = await this.match.api.film(since).catch(() => null);
    if (!film?.shots.some(({ scene }) => scene.kind !== 'other')) return this.end();
    this.shots = film.shots;
    this.views = [film.view];
    for (const { change } of film.shots) this.views.push(changed(this.views.at(-1) as View, change));
    [this.at, this.open, this.held, this.balloon] = [0, true, null, null];
    if (still()) this.focus();
    else this.play();
  }

  play(): void {
    if (this.at >= this.shots.length) this.seek(0);
    this.playing = true;
    void this.roll();
  }

  pause(): void {
    this.run += 1;
    this.playing = false;
    this.moving = null;
  }

  toggle(): void {
    if (still()) this.step(1);
    else if (this.playing) this.pause();
    else this.play();
  }

  step(by: 1 | -1): void {
    this.pause();
    let next = this.at + by;
    while (this.battlesOnly && this.shots[next] && this.shots[next]?.scene.kind !== 'battle') next += by;
    if (next >= this.shots.length && by > 0) return this.end();
    this.seek(next);
  }

  seek(at: number): void {
    this.pause();
    this.at = Math.max(0, Math.min(this.shots.length - 1, at));
    this.focus();
  }

  /** To the end, whatever has been seen of it: the present picture, then what it comes to. */
  end(): void {
    this.pause();
    const { since } = this;
    [this.open, this.held, this.balloon, this.shots, this.views] = [false, null, null, [], []];
    const { view } = this.match;
    // a question in the middle of their turn comes first; the sum is drawn when they are through
    const through = !view.status.battle && (!view.status.active || this.match.sidesOf(view.seat).some((side) => this.match.sides[side] === view.status.active));
    if (since !== null && this.match.mine && through && !view.winner) {
      this.since = null;
      void this.sum(since);
    }
    this.over();
    this.seen();
  }

  async sum(since?: number): Promise<void> {
    this.summary = await this.match.api.summary(since).catch(() => null);
  }

  /** The scene that is shown now: its place in sight, its battle in a balloon. */
  private focus(): void {
    const scene = this.shot?.scene;
    this.balloon = scene?.battle ? this.at : null;
    const hex = this.match.board.hex(scene?.hex ?? '');
    if (hex && !isVisible(desk.camera, hex.x, hex.y, -2)) desk.show(hex.x, hex.y);
  }

  private async roll(): Promise<void> {
    const run = (this.run += 1);
    while (this.playing && this.at < this.shots.length) {
      const scene = this.shot?.scene;
      this.focus();
      if (scene && (!this.battlesOnly || scene.kind === 'battle')) {
        if (scene.kind === 'move') await this.travel(run, scene.units ?? [], (scene.path ?? []).flatMap((name) => this.match.board.hex(name) ?? []));
        else await this.wait(run, scene.kind === 'battle' ? BATTLE + REST : scene.text ? OTHER : 0);
      }
      if (run !== this.run) return;
      this.moving = null;
      this.at += 1;
    }
    if (run === this.run) this.end();
  }

  private wait(run: number, time: number): Promise<void> {
    return new Promise((done) => {
      const begun = performance.now();
      const look = (now: number): void => void (run !== this.run || (now - begun) * this.speed >= time ? done() : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  }

  /** The faces that travel: those of units that may be seen, else the back of a card. */
  private facesOf(units: string[], start: Hex): Face[] {
    const view = this.views[this.at] as View;
    const places = placesOf(view);
    const side = (number: number): string => this.match.sides[number] ?? '';
    const faces = units.flatMap((id) => {
      const unit = places.get(id)?.unit;
      return unit ? [faceOf(unit, side(unit.side), view.game)] : [];
    });
    if (faces.length) return faces;
    const like = view.stacks[start.name]?.units[0];
    return [backOf(like ? (this.match.owners[like.side] ?? 'neutral') : 'neutral', like ? cardOf(like, side(like.side), view.game) : 'white')];
  }

  private travel(run: number, units: string[], way: Hex[]): Promise<void> {
    const start = way[0];
    if (!start || way.length < 2) return Promise.resolve();
    const { motion } = tokens;
    const whole = Math.min(motion['move-max'], Math.max(2, way.length - 1) * motion['move-per-hex']) + 120;
    const [named, faces] = [new Set(units), this.facesOf(units, start)];
    return new Promise((done) => {
      let gone = 0;
      let last = performance.now();
      const step = (now: number): void => {
        gone += ((now - last) * this.speed) / whole;
        last = now;
        const t = Math.min(1, gone) * (way.length - 1);
        const [from, to] = [way[Math.floor(t)], way[Math.min(way.length - 1, Math.floor(t) + 1)]];
        if (!from || !to || run !== this.run || gone >= 1) return done();
        const part = t - Math.floor(t);
        this.moving = { units: named, faces, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  }
}
