/** What the server sends and understands. Made by `python -m tools.types` from its structs: do not edit. */

/** What helps at the table: the game on one page, its charts, and the order of battle as formations with their units. */
export interface Aids {
  summary: PointInfo[];
  charts: Chart[];
  formations: Record<string, string[]>;
}

/** What the mission builder opens with. */
export interface Air {
  bases: AirBase[];
  kinds?: MissionKind[];
  incoming?: Incoming[];
  zones?: Ring[];
  orders?: StandingOrder[];
  verbs?: string[];
  last?: Raid[];
}

/** An airbase: how many missions may begin there in an air phase, and how many still may. */
export interface AirBase {
  hex: string;
  title: string;
  capacity: number;
  left: number;
  units: AirUnit[];
  temporary?: boolean;
}

/** An air unit at its base, and how far it flies on a usual mission. `state` is empty while it could fly. */
export interface AirUnit {
  id: string;
  range: number;
  state?: string;
  fighter?: boolean;
}

/** Aircraft a side has ready; `units` where they are counters with names. */
export interface AircraftView {
  side: string;
  count: number;
  units?: string[];
}

/** Movement points of a class of units in this turn, of one side or of all. */
export interface AllowanceView {
  title: string;
  points: number;
  side?: string;
}

/** What a change has led to. */
export interface Answer {
  version: number;
  revision: number;
  events: EventView[];
  view: View;
  undo: boolean;
  takeback: Asking | null;
  over: boolean;
  redo: boolean;
}

export interface AreaInfo {
  title: string;
  hexes: string[];
}

/** How many units of a side have come into play, and where. */
export interface Arrivals {
  side: string;
  count: number;
  hexes: string[];
}

/** A seat asks to take something back; `waiting` have still to agree. */
export interface Asking {
  seat: string;
  waiting: string[];
}

/** A battle from its announcement to the last advance. */
export interface Battle {
  hex: string;
  title: string;
  attackers?: string[];
  unseen?: number;
  die?: number;
  result?: string;
  words?: string;
  rule?: string;
  lines?: string[];
}

/** The battle that is being fought. `unseen` attackers may not be identified; `air` is what the attacker has put in. */
export interface BattleView {
  targets: string[];
  attackers?: string[];
  unseen?: number;
  air?: number;
  results?: string[];
  lines?: Line[];
}

/** What the units of a side in a hex are believed to be worth: mean factors, and between what the defence lies four times of five. */
export interface Believed {
  hex: string;
  side: string;
  attack: number;
  defence: number;
  low: number;
  high: number;
  units: number;
  hidden: number;
}

/** A board. `grounds` are the grounds that draw its terrain words, `lines` the lines that draw its hexside words; a word without one is not drawn. `kilometres` says how wide a hex is, by map, where that is known. */
export interface BoardInfo {
  name: string;
  title: string;
  stagger: string;
  corners: [number, number][];
  hexes: HexInfo[];
  sides: HexsideInfo[];
  places: PlaceInfo[];
  areas: Record<string, AreaInfo>;
  boxes: BoxInfo[];
  grounds: Record<string, string>;
  lines: Record<string, LineInfo>;
  bounds: [number, number, number, number];
  kilometres: Record<string, number>;
}

/** A box beside the map. */
export interface BoxInfo {
  name: string;
  title: string;
  tags: string[];
  turn: number;
}

/** An air unit that could take part: how far it would fly of how far it can, and what it would bring. */
export interface Candidate {
  id: string;
  base: string;
  hexes: number;
  range: number;
  strength?: number;
}

/** Something that would follow and that the commander should know. */
export interface Caution {
  text: string;
  rule: string;
  fatal: boolean;
  hexes: string[];
}

/** A thing that may come about, and how likely. */
export interface Chance {
  title: string;
  chance: number;
}

/** What makes one view of a seat into a later one: stacks (null where nothing stands any more), control (from which hex on, and what stands there now), other fields, and the names of those that are gone. Empty when nothing has changed. */
export interface Change {
  stacks?: Record<string, StackView | null>;
  control?: [number, string][];
  fields?: Fields;
  gone?: string[];
}

/** A chart. `codes` explain its cells; `notes` say what does not fit into a cell, also what is a reconstruction. */
export interface Chart {
  name: string;
  title: string;
  columns: string[];
  rows: ChartRow[];
  rule?: string;
  codes?: Code[];
  notes?: string[];
}

/** A row of a chart: of a combat table the number of the die, of a terrain chart the word of the board. */
export interface ChartRow {
  title: string;
  cells: string[];
  die?: number;
  terrain?: string;
  rules?: string[];
}

/** Somebody has said something to everybody. */
export interface ChatNews {
  type: 'chat';
  n: number;
  seat: string;
  text: string;
  time: number;
}

/** An option of a match, with a sentence that says what it means. */
export interface ChoiceInfo {
  name: string;
  title: string;
  values: string[];
  default: string;
  rule: string;
  text: string;
}

/** What a result means in a few words, and who gains by it: 1 the attacker, -1 the defender, 0 nobody or both alike. */
export interface Code {
  code: string;
  title: string;
  gain?: number;
  rule?: string;
}

/** Units of a hex of which at least one can get somewhere with this chance; those that are hidden are only counted. */
export interface Comers {
  start: string;
  units: string[];
  hidden: number;
  chance: number;
  cost: number;
}

/** A command with names: what somebody says as data instead of text. */
export interface CommandForm {
  verb: string;
  units?: string[];
  hexes?: string[];
  number?: number;
  word?: string;
}

/** Something that follows when a hex falls, by its rule; `hexes` are those of units that it concerns. */
export interface Consequence {
  text: string;
  rule: string;
  fatal: boolean;
  hexes: string[];
}

/** So many of something: points of a side, counters in a box. */
export interface CountView {
  title: string;
  count: number;
}

/** A new match and its secret links. */
export interface Created {
  id: string;
  links: Record<string, string>;
  hotseat?: string;
}

/** A stack without supply, and why. */
export interface CutOff {
  hex: string;
  why: string;
  rule: string;
}

/** Who must say what next: `seat` is the reader where he may speak. Where several decide together, `seats` are all of them and `ready` those who are through. `only` is the command that is left where there is nothing to choose. */
export interface DecisionView {
  seat: string;
  step: string;
  title: string;
  rule: string;
  prompt: string;
  seats?: string[];
  ready?: string[];
  verbs?: VerbView[];
  only?: string;
}

/** What is left to do, and what is at stake, before the present decision ends. */
export interface Desk {
  seat: string;
  step: string;
  title: string;
  items: Item[];
}

/** A chapter of the dice: what binds its seed, how often the match had been taken back beyond a die, and when the match is over the seed, its scheme and the number of the first roll it holds for. */
export interface DiceInfo {
  commitment: string;
  takebacks: number;
  scheme: number | null;
  first: number | null;
  seed: string | null;
}

/** Something of a match that was given out before an opponent came, after which command, and in a sentence. */
export interface Disclosure {
  version: number;
  text: string;
}

/** Something that happened, as somebody learns of it, by roles (see `core/events.py`): units he may not identify are only counted (`unseen`). `at` is the number of the command that caused it. */
export interface EventView {
  kind: string;
  text: string;
  at: number;
  side?: string;
  rule?: string;
  units?: string[];
  unseen?: number;
  path?: string[];
  targets?: string[];
  places?: string[];
  retreat?: boolean;
  loss?: string;
  arrives?: boolean;
  die?: number;
  result?: string;
  turn?: number;
}

/** What follows if a hex falls, the most first. */
export interface Falls {
  consequences: Consequence[];
}

/** The parts of a view that are sent whole when they have changed; the status without its turn track, which seldom does and is as long as all the rest. */
export interface Fields {
  turn?: number;
  turn_name?: string;
  status?: Status;
  track?: TurnView[];
  winner?: string | null;
  reason?: string;
  outcome?: OutcomeView;
  alliances?: string[][];
  decision?: DecisionView;
  anytime?: VerbView[];
}

/** Everything since a command, scene by scene, from the position after that command. */
export interface Film {
  since: number;
  until: number;
  view: View;
  shots: Shot[];
}

/** A game on offer. `seats` are those of the usual seating, the first of `seatings`; `levels` those of its computer players; `questions` what it answers while a player thinks. What it is like: dates, length, complexity from 1 to 5, what it teaches, hexes and counters, whether it has a picture, and how many puzzles. `camps`: by side, the camp it looks like. `usual_level`: the level that is offered first; `level_texts`: a sentence about each. `sets`: its data, the newest last. */
export interface GameInfo {
  slug: string;
  title: string;
  playable: boolean;
  seats: string[];
  sides: string[];
  scenarios: ScenarioInfo[];
  choices: ChoiceInfo[];
  seatings: SeatingInfo[];
  questions: string[];
  levels: string[];
  dates: string;
  teaches: string;
  length: string;
  complexity: number;
  hexes: number;
  counters: number;
  picture: boolean;
  puzzles: number;
  camps: string[];
  usual_level: string;
  level_texts: Record<string, string>;
  sets: SetInfo[];
}

/** How a match stands for the owner of a link, for a list of them. `problem`: why it cannot be told; `yours`: it is his to decide, `asked` what; `marks` are the places that are taken, with the number of a side. */
export interface Glance {
  id: string;
  problem: string;
  game: string;
  scenario: string;
  seat: string;
  players: Record<string, string>;
  turn: number;
  turns: number;
  turn_name: string;
  deciding: string[];
  yours: boolean;
  asked: string;
  outcome: OutcomeView | null;
  changed: number;
  control: string;
  marks: [string, number][];
}

/** What a side holds, what it has gained, and what it has lost. */
export interface Ground {
  side: string;
  hexes: number;
  gained: string[];
  lost: string[];
}

/** A hex; x and y are hex-plane units, `plane` says on which map it lies where a board has several. */
export interface HexInfo {
  name: string;
  x: number;
  y: number;
  terrain: string;
  features: string[];
  provenance: string;
  note: string;
  plane?: string;
}

/** What lies between two hexes. */
export interface HexsideInfo {
  a: string;
  b: string;
  kind: string;
  name: string;
  provenance: string;
}

/** What an officer would say in the seat's place: as text, as a command that can be given, and why. */
export interface Hint {
  text: string;
  command: CommandForm;
  why: string;
}

/** A place that counts, and the side that holds it; nobody without one. */
export interface HoldingView {
  hex: string;
  name: string;
  side?: string;
}

/** Enemy air units that may be answered in a hex, and the verb of the answer that comes to mind first. */
export interface Incoming {
  hex: string;
  title: string;
  verb: string;
  units: string[];
}

/** A line of the desk. */
export interface Item {
  kind: string;
  text: string;
  rule: string;
  fatal: boolean;
  hexes: string[];
  units: string[];
  remedy: Remedy | null;
}

/** Something worth knowing that only this game has: in words, with its rule, and the hexes it speaks of. `short` is what there is room for in a box of the turn track. */
export interface Line {
  title: string;
  value?: string;
  rule?: string;
  hexes?: string[];
  short?: string;
}

/** How a hexside word is drawn: along the side or from hex to hex, and its colour. */
export interface LineInfo {
  across: boolean;
  colour: string;
}

/** A step of supply lines from one hex to the next, and how many stacks live on it. */
export interface LineStep {
  start: string;
  end: string;
  stacks: number;
}

/** What a side has lost: units by name, how many in all, and steps of units that fight on. */
export interface Losses {
  side: string;
  units: string[];
  count: number;
  steps: number;
}

/** What each side must expect to lose. */
export interface Losses {
  attacker: number;
  defender: number;
}

/** A match as the owner of a link may see it. `claimed` are the seats whose first link has been exchanged for a new one, `screen` those that share a screen; `data` the set it began with. */
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
  log: EventView[];
  players: Record<string, string>;
  commitment: string;
  seed: string | null;
  seed_chosen: boolean;
  dice: DiceInfo[];
  chat: MessageInfo[];
  notes: string;
  thinking: ThinkingInfo | null;
  undo: boolean;
  takeback: Asking | null;
  over: boolean;
  parted: Parted | null;
  struck: Struck[];
  build: string;
  claimed: string[];
  data: SetInfo;
  screen: string[];
  disclosures: Disclosure[];
  redo: boolean;
}

export interface MessageInfo {
  n: number;
  seat: string;
  text: string;
  time: number;
}

/** A mission that may be said now, and how many air units could begin it. */
export interface MissionKind {
  verb: string;
  title: string;
  rule: string;
  units: number;
}

/** A mission before anybody commits himself: who could fly it, and what would come of it as exact chances. */
export interface MissionView {
  hex: string;
  verb: string;
  kinds: MissionKind[];
  flyers?: Candidate[];
  escorts?: Candidate[];
  words?: string[];
  lines?: Line[];
  outcome?: string;
  chances?: Chance[];
  tolls?: Toll[];
  chip?: string;
  commands?: CommandForm[];
  rule?: string;
  why?: string;
}

/** What may be named next. */
export interface Named {
  units: string[];
  hexes: string[];
}

/** What may be named after a plan. */
export interface NamedAfter {
  what: 'options';
  units: string[];
  hexes: string[];
}

export interface Network {
  side: string;
  hexes: string[];
}

export interface NewLink {
  seat: string;
  token: string;
}

/** A reason to move the odds that does not count here, and why not. */
export interface NoShift {
  why: string;
  rule: string;
  wanting: string;
}

/** An attack explained: factors, shifts, the chance of each column and each result. `hidden` defenders keep the odds from being known; losses are counted in steps unless `measure` says something else. `why` it may not be made. */
export interface Odds {
  attack: number;
  target: string;
  defence: number;
  mobile: boolean;
  hidden: number;
  shifts: ShiftView[];
  odds: Record<string, number>;
  results: Record<string, number>;
  expected: Losses | null;
  measure: string;
  rule: string;
  why: string;
  ladder: string[];
  rolls: Record<string, string[]>;
  no_shifts: NoShift[];
}

/** The odds of an attack after a plan. */
export interface OddsAfter {
  what: 'odds';
  attack: number;
  target: string;
  defence: number;
  mobile: boolean;
  hidden: number;
  shifts: ShiftView[];
  odds: Record<string, number>;
  results: Record<string, number>;
  expected: Losses | null;
  measure: string;
  rule: string;
  why: string;
  ladder: string[];
  rolls: Record<string, string[]>;
  no_shifts: NoShift[];
}

/** How the game has ended; nobody has won a draw. */
export interface OutcomeView {
  winners: string[];
  rule: string;
  reason: string;
  place: string | null;
}

/** The rules have changed since the match was played: it goes on after command `version` once those in `waiting` have agreed to it; `struck` later commands are no longer in force. */
export interface Parted {
  version: number;
  why: string;
  struck: number;
  waiting: string[];
}

/** An earlier point of a match. */
export interface Past {
  version: number;
  view: View;
  log: EventView[];
}

/** A phase of the present player turn, in the order in which they are played. */
export interface PhaseView {
  title: string;
  now?: boolean;
}

export interface PlaceInfo {
  hex: string;
  kind: string;
  name: string;
  tags: string[];
  provenance: string;
}

export interface Planned {
  steps: Step[];
  view: View;
  answer?: ReachAfter | OddsAfter | NamedAfter | TargetsAfter | YesAfter | RefusalAfter;
}

/** A player turn weighed: the winning chance of its side before and after it, and what the swing came from. `chance` is that after the best plan known with the dice as they fall on average; shares of one, so 0.01 is a point. */
export interface PlayerTurn {
  turn: number;
  name: string;
  side: string;
  first: number;
  last: number;
  chance: number;
  after: number;
  decision: number;
  dice: number;
  unknown: number;
  rest: number;
  best: string;
  plan: string[];
  why: string;
  error: number;
}

/** A paragraph of the game on one page. */
export interface PointInfo {
  title: string;
  text: string;
  rules: string[];
}

/** Why a request is refused. A stale version comes with the present one. `uncertain`: it may have happened all the same. */
export interface Problem {
  error: string;
  version?: number;
  revision?: number;
  uncertain?: boolean;
}

/** A puzzle of a game: who is to do what, in about how many minutes; what it is about, and how hard it is, from 1 to 3. */
export interface PuzzleInfo {
  name: string;
  title: string;
  task: string;
  seat: string;
  minutes: number;
  rules: string[];
  theme: string;
  level: number;
}

/** A package: a mission, its target, who flies it and who escorts them. */
export interface Raid {
  verb: string;
  hex: string;
  units: string[];
  escort?: string[];
}

/** Where units can go together, and what a mobile assault on a hex costs them. `why` they cannot move at all. */
export interface Reach {
  hexes: Record<string, ReachedHex>;
  start?: string;
  points?: number;
  bonus?: number;
  assaults?: Record<string, number>;
  rule?: string;
  why?: string;
}

/** Where units can go after a plan. */
export interface ReachAfter {
  what: 'reach';
  hexes: Record<string, ReachedHex>;
  start?: string;
  points?: number;
  bonus?: number;
  assaults?: Record<string, number>;
  rule?: string;
  why?: string;
}

/** A hex in reach: what it costs, what is left of the points, the hex before it on the way, whether an enemy zone ends the move there, and whether it takes a bonus to get there. */
export interface ReachedHex {
  cost: number;
  from: string;
  left?: number;
  zone?: boolean;
  bonus?: boolean;
}

/** A rule that says no. */
export interface Refusal {
  rule: string;
  why: string;
}

/** A refusal is an answer too. */
export interface RefusalAfter {
  what: 'refusal';
  rule: string;
  why: string;
}

/** A command that helps against something, in words and as it can be said now. */
export interface Remedy {
  text: string;
  verb: string;
  units: string[];
  hexes: string[];
  cost: number;
}

/** The answer to a command sent by socket; the update it led to has come just before it. */
export interface Result {
  type: 'result';
  key: string;
  status: number;
  version?: number;
  revision?: number;
  rule?: string;
  why?: string;
  error?: string;
  uncertain?: boolean;
}

/** A game from its end: who has won, where and by which rule, what it turned on, and its course turn by turn. */
export interface Review {
  outcome: OutcomeView | null;
  sentence: string;
  hex: string;
  commands: number;
  last: Battle | null;
  points: TurningPoint[];
  turns: ReviewTurn[];
  moves: PlayerTurn[];
  basis: string;
  weighing: boolean;
}

/** A turn of a game in figures. */
export interface ReviewTurn {
  turn: number;
  name: string;
  at: number;
  losses: Record<string, number>;
  places: Record<string, number>;
  hexes: Record<string, number>;
}

/** All hexes within so many hexes of one: a patrol zone. */
export interface Ring {
  hex: string;
  hexes: number;
  title?: string;
}

/** A way over several turns, without the start: the hexes, and for each in which turn it is reached (0: in this movement phase, or the next if none is under way). `why` there is none. */
export interface Route {
  path: string[];
  turns: number[];
  why: string;
}

/** A rule in our own words; `also` spells out its abbreviations. */
export interface RuleInfo {
  id: string;
  title: string;
  text: string;
  also: string;
  kind: string;
  refs: string[];
  rulings: RulingInfo[];
}

/** How a doubt has been settled. */
export interface RulingInfo {
  id: string;
  problem: string;
  ruling: string;
}

/** A scenario; the `usual` one is offered first. */
export interface ScenarioInfo {
  name: string;
  title: string;
  text: string;
  usual: boolean;
}

/** A move, a battle or something else, with the commands that it took. */
export interface Scene {
  kind: string;
  first: number;
  last: number;
  side: string;
  phase: string;
  text: string;
  hex?: string;
  units?: string[];
  unseen?: number;
  path?: string[];
  battle?: Battle;
  events?: EventView[];
}

/** A seat: the sides it commands, and of them the posts. */
export interface SeatInfo {
  name: string;
  sides: string[];
  posts: string[];
}

export interface SeatingInfo {
  name: string;
  title: string;
  text: string;
  seats: SeatInfo[];
}

/** A set of a game's data, and what it is. A match keeps the one it began with. */
export interface SetInfo {
  number: number;
  text: string;
}

/** Columns to the right (attacker) or to the left, and why. */
export interface ShiftView {
  columns: number;
  why: string;
  rule: string;
}

/** A scene of a film: what happened, what it changes in the position before it, and why a computer player did it. */
export interface Shot {
  scene: Scene;
  change: Change;
  why: string;
}

/** The pieces of a node, topmost first; those that may not be seen are only counted. */
export interface StackView {
  count: number;
  units: UnitView[];
}

/** A command of a plan, which can be left out. `chosen`: the staff would give it; what it warns of most is left to the commander. */
export interface StaffLine {
  command: string;
  form: CommandForm;
  start: string;
  reason: string;
  attack: boolean;
  odds: string;
  cautions: Caution[];
  chosen: boolean;
}

/** What a staff is told: one of the five orders, for a formation (`units`), for whoever stands in a sector (`hexes`), or for some units that are to stay in a sector. */
export interface StaffOrder {
  word: string;
  units: string[];
  hexes: string[];
  goal: string[];
}

/** What a staff would do to carry out an order: ordinary commands of the present decision. Units outside it are not touched. `why` there is nothing to be ordered now. */
export interface StaffPlan {
  title: string;
  units: string[];
  lines: StaffLine[];
  stays: Stay[];
  cautions: Caution[];
  why: string;
}

/** A phase of a player turn, from the first command that was given in it. */
export interface Stage {
  first: number;
  side: string;
  title: string;
}

/** A sentence with a number in it that answers for its owner; not `given` yet, it could be. `needs_hex`: it is about a hex that its owner names. */
export interface StandingOrder {
  verb: string;
  before: string;
  number: number;
  after: string;
  rule: string;
  numbers: number[];
  given?: boolean;
  hex?: string;
  needs_hex?: boolean;
  word?: string;
  drop?: CommandForm;
}

/** What a player wants to know at a glance. Every game has the same parts, empty where it has no rules for them, and `lines` for what only it has. */
export interface Status {
  active?: string;
  phases?: PhaseView[];
  ground?: string;
  weather?: string;
  movement?: AllowanceView[];
  aircraft?: AircraftView[];
  points?: CountView[];
  places?: HoldingView[];
  boxes?: CountView[];
  lines?: Line[];
  battle?: BattleView;
  track?: TurnView[];
  sky?: '' | 'clear' | 'mud' | 'frost' | 'snow';
}

/** Units that get no command, and why. */
export interface Stay {
  units: string[];
  why: string;
}

/** A step of a plan: it can be done, or a rule refuses it. `stops`: what follows depends on a die or on others. */
export interface Step {
  ok?: boolean;
  stops?: boolean;
  rule?: string;
  why?: string;
}

/** What everybody on the map is believed to be worth. */
export interface Strengths {
  hexes: Believed[];
}

/** An attack on a hex with everybody who can take part, and what it is worth as far as it is known. */
export interface Strike {
  how: string;
  hexes: string[];
  units: string[];
  hidden: number;
  attack: number;
  defence: number;
  low: string;
  odds: string;
  high: string;
  rule: string;
}

/** Commands that are no longer in force because the rules have changed: after which command they were said, why, how many, and what a seat was told of them. */
export interface Struck {
  after: number;
  why: string;
  commands: number;
  events: EventView[];
}

/** What others have done since a seat last had the say. */
export interface Summary {
  since: number;
  until: number;
  turn: number;
  turn_name: string;
  sides: string[];
  headline: string;
  ground: Ground[];
  places: string[];
  losses: Losses[];
  arrivals: Arrivals[];
  battles: Battle[];
  moves: number;
}

/** Is a unit supplied, why or why not, and along which hexes. */
export interface Supply {
  supplied: boolean;
  why: string;
  rule: string;
  path: string[];
  state: string;
}

/** How the stacks of a side are fed, as far as somebody sees them: all steps of their lines, where these begin, and who has none. */
export interface SupplyLines {
  side: string;
  steps: LineStep[];
  sources: string[];
  cut: CutOff[];
}

/** A hex that can be attacked now, with the likeliest column of the table; empty where these may not attack together, or in a game without odds. */
export interface Target {
  hex: string;
  likely: string;
  together: string;
}

/** Which of the units asked about can attack, and what can be attacked. */
export interface Targets {
  units: string[];
  targets: Target[];
}

/** What can be attacked after a plan. */
export interface TargetsAfter {
  what: 'targets';
  units: string[];
  targets: Target[];
}

/** A computer player at work: moves it has made in this spell, at which step, and how many of how many plans it has tried for the next one. */
export interface ThinkingInfo {
  seat: string;
  progress: number | null;
  text: string;
  tried: number;
  plans: number;
}

/** A computer player is at work, or has stopped. */
export interface ThinkingNews {
  type: 'thinking';
  seat: string;
  progress: number | null;
  text: string;
  tried: number;
  plans: number;
}

/** Something that an enemy can do in his next turn. */
export interface Threat {
  kind: string;
  text: string;
  rule: string;
  fatal: boolean;
  hexes: string[];
  stacks: string[];
  side: string;
  comers: Comers[];
  note: string;
}

/** What a seat has to fear, the worst first. */
export interface Threats {
  seat: string;
  threats: Threat[];
}

/** Air units lost on average: if nobody comes to meet the mission, and if the other side sends its best (none if nobody can come). */
export interface Toll {
  title: string;
  side: number;
  alone: number;
  met?: number;
}

/** A box of the turn track. */
export interface TurnView {
  turn: number;
  name: string;
  lines?: Line[];
  sky?: '' | 'clear' | 'mud' | 'frost' | 'snow';
}

/** A moment that decided much, in words, with the command after which it can be seen. */
export interface TurningPoint {
  turn: number;
  at: number;
  kind: string;
  title: string;
  text: string;
  gain: number | null;
  plan: string[];
}

/** A counter. What is hidden of one that is `covered` is left out. */
export interface UnitView {
  id: string;
  side: number;
  kind: string;
  size: string;
  name: string;
  group?: string;
  covered?: boolean;
  steps?: number;
  max?: number;
  attack?: number;
  defence?: number;
  movement?: number;
  ratings?: Record<string, number>;
  traits?: string[];
  state?: string[];
  badges?: ('moved' | 'fought' | 'moved-fought' | 'oos' | 'disrupted' | 'halved' | 'entrained' | 'air')[];
}

export interface Units {
  units: string[];
}

/** What a socket is told whenever something has changed: what happened after version `from`, and the whole view of the seat, or what has changed since its view of revision `base`. A newcomer is also told talk, struck-out commands and the build of the server. */
export interface Update {
  type: 'update';
  seat: string;
  version: number;
  revision: number;
  from: number;
  events: EventView[];
  players: Record<string, string>;
  thinking: ThinkingInfo | null;
  undo: boolean;
  redo: boolean;
  takeback: Asking | null;
  over: boolean;
  parted: Parted | null;
  claimed: string[];
  screen: string[];
  disclosures: Disclosure[];
  view?: View;
  base?: number;
  change?: Change;
  chat?: MessageInfo[];
  struck?: Struck[];
  build?: string;
}

/** Something that may be said, with everything that may be named with it. What is named only after something else is left out. What `follows` need not be asked of whoever has just given the order before it. */
export interface VerbView {
  verb: string;
  title: string;
  usage: string;
  rule: string;
  hex_first?: boolean;
  ends?: boolean;
  units?: string[];
  hexes?: string[];
  words?: WordView[];
  numbers?: number[];
  follows?: boolean;
  number_title?: string;
}

/** Is a puzzle solved, or has it been missed? Neither, while it can still be either. */
export interface Verdict {
  ok: boolean;
  missed: boolean;
}

/** Everything a seat may know of a position. `control` has one letter per hex; `alliances` lists the sides that stand together where that can change, and who is in none is neutral; `anytime` is what the seat may say without being asked. */
export interface View {
  game: string;
  seat: string;
  turn: number;
  turn_name: string;
  stacks: Record<string, StackView>;
  control: string;
  status: Status;
  winner: string | null;
  reason: string;
  outcome?: OutcomeView;
  alliances?: string[][];
  decision?: DecisionView;
  anytime?: VerbView[];
}

/** Who of a side can come to a hex, or attack it, in the next phase of the side. */
export interface Who {
  side: string;
  turn: number;
  comers: Comers[];
  strikes: Strike[];
}

/** Who can reach or attack a hex, side by side. */
export interface WhoCan {
  hex: string;
  sides: Who[];
}

/** A word of a command, and what it means where the word does not say it. */
export interface WordView {
  word: string;
  title?: string;
}

export interface Yes {
  ok: boolean;
}

/** A command could be given after a plan. */
export interface YesAfter {
  what: 'check';
  ok: boolean;
}

/** Where a side's units exert their zones of control: for sure, and perhaps, because a unit there is hidden. */
export interface ZonesOf {
  side: string;
  hexes: string[];
  possible: string[];
  rule: string;
  stops: boolean;
}
