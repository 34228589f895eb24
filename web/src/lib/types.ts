/** What the server sends. The page draws these and knows no rule. */

export interface Unit {
  id: string;
  side: number;
  kind: string;
  size: string;
  name: string;
  steps?: number;
  max?: number;
  traits?: string[];
  attack?: number;
  defence?: number;
  movement?: number;
  covered?: boolean;
  group?: string;
  state?: string[];
  card?: string;
  short?: string;
}

export interface Stack {
  count: number;
  units: Unit[];
}

export interface VerbView {
  verb: string;
  title: string;
  usage: string;
  rule: string;
  hex_first?: boolean;
  ends?: boolean;
  units?: string[];
  hexes?: string[];
  words?: string[];
  numbers?: number[];
}

export interface DecisionView {
  /** whose it is: this page's own seat where it may speak */
  seat: string;
  /** where several decide together: all of them, and those who have said that they are through */
  seats?: string[];
  ready?: string[];
  step: string;
  title: string;
  rule: string;
  prompt: string;
  verbs?: VerbView[];
}

export interface View {
  game: string;
  seat: string;
  turn: number;
  turn_name: string;
  stacks: Record<string, Stack>;
  control: string;
  status: Record<string, unknown>;
  winner: string | null;
  reason: string;
  /** sides that stand together, where that can change; who is in none is neutral */
  alliances?: string[][];
  decision?: DecisionView;
  /** what this seat may say without being asked */
  anytime?: VerbView[];
}

/** What makes one view of a seat into a later one. */
export interface Change {
  /** null where nothing stands any more */
  stacks?: Record<string, Stack | null>;
  /** from which hex on, and what stands there now */
  control?: [number, string][];
  fields?: Partial<View>;
  gone?: (keyof View)[];
}

export interface LogEvent {
  kind: string;
  side?: string;
  units?: string[];
  unseen?: number;
  hexes?: string[];
  number?: number;
  data?: unknown[];
  rule?: string;
  text: string;
  at?: number;
}

export interface Command {
  verb: string;
  units?: string[];
  hexes?: string[];
  number?: number;
  word?: string;
}

export interface Refusal {
  rule: string;
  why: string;
}

/** A computer player at work; `progress` counts its moves so far and is null once it has stopped. */
export interface Thinking {
  seat: string;
  progress: number | null;
  text: string;
}

export interface ChatLine {
  n: number;
  seat: string;
  text: string;
  time: number;
}

/** The rules have changed since the match was played: it goes on after a command when those who are waited for agree. */
export interface Parted {
  version: number;
  why: string;
  struck: number;
  waiting: string[];
}

/** Commands that are no longer in force, and what the seat was told of them. */
export interface Struck {
  after: number;
  why: string;
  commands: number;
  events: LogEvent[];
}

/** A seat: the sides it commands, and of them the posts. */
export interface SeatInfo {
  name: string;
  sides: string[];
  posts: string[];
}

/** Somebody asks to take something back; `waiting` have still to agree. */
export interface Asking {
  seat: string;
  waiting: string[];
}

/** Something of a match that was given out before an opponent came, in a sentence. */
export interface Disclosure {
  version: number;
  text: string;
}

export interface MatchInfo {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, string>;
  seating: string;
  seats: SeatInfo[];
  seat: string;
  hotseat: boolean;
  version: number;
  revision: number;
  view: View;
  log: LogEvent[];
  players: Record<string, string>;
  commitment: string;
  seed: string | null;
  chat: ChatLine[];
  notes: string;
  thinking: Thinking | null;
  undo: boolean;
  takeback: Asking | null;
  over: boolean;
  parted: Parted | null;
  struck: Struck[];
  build: string;
  /** seats that somebody has taken with the link mailed to him */
  claimed: string[];
  /** seats that share a screen */
  screen: string[];
  disclosures: Disclosure[];
}

export interface Choice {
  name: string;
  title: string;
  values: string[];
  default: string;
  rule?: string;
  text?: string;
}

export interface GameInfo {
  slug: string;
  title: string;
  playable: boolean;
  seats: string[];
  sides: string[];
  scenarios: { name: string; title: string; text: string }[];
  choices: Choice[];
  seatings: { name: string; title: string; text: string; seats: SeatInfo[] }[];
  /** what the game answers while a player thinks */
  questions: string[];
  levels: string[];
  words: Record<string, string>;
}

export interface HexData {
  name: string;
  x: number;
  y: number;
  terrain: string;
  features: string[];
  provenance?: string;
  note?: string;
  plane?: string;
}

export interface BoardData {
  name: string;
  title: string;
  stagger: 'rows' | 'columns';
  corners: [number, number][];
  hexes: HexData[];
  sides: { a: string; b: string; kind: string; name: string; provenance: string }[];
  places: { hex: string; kind: string; name: string; tags: string[]; provenance: string }[];
  areas: Record<string, { title: string; hexes: string[] }>;
  boxes: { name: string; title: string; tags: string[] }[];
  /** terrain word -> the ground that draws it, a terrain of the palette */
  grounds: Record<string, string>;
  /** hexside word -> the line that draws it: along the side or from hex to hex, and its colour; without one it is not drawn */
  lines: Record<string, { across: boolean; colour: string }>;
  bounds: [number, number, number, number];
}

export interface Rule {
  id: string;
  title: string;
  text: string;
  /** what its abbreviations stand for */
  also: string;
  kind: string;
  refs: string[];
  rulings: unknown[];
}

export interface Reach {
  start?: string;
  points?: number;
  hexes: Record<string, { cost: number; left?: number; from: string }>;
  assaults?: Record<string, number>;
  rule?: string;
  why?: string;
}

export interface Odds {
  target: string;
  attack: number;
  defence: number;
  /** how many defenders are hidden, where that keeps the odds from being known */
  hidden?: number;
  shifts: { columns: number; why: string; rule: string }[];
  odds: Record<string, number>;
  results: Record<string, number>;
  expected?: Record<string, number>;
  /** what losses are counted in, steps unless told */
  measure?: string;
  rule?: string;
  why?: string;
}

export interface Supply {
  supplied: boolean;
  why: string;
  rule?: string;
  path: string[];
}

export interface Created {
  id: string;
  links: Record<string, string>;
  hotseat?: string;
}

export interface PlanAnswer {
  steps: ({ ok: true; stops?: boolean } | Refusal)[];
  view: View;
  answer?: unknown;
}

export interface Answer {
  version: number;
  revision: number;
  events: LogEvent[];
  view: View;
  undo: boolean;
  takeback: Asking | null;
  over: boolean;
}
