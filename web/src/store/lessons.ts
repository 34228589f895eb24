/** The first turn, taught by doing it. The lessons speak of the table, and let a game speak for itself, so they fit every game. */
import type { EventView } from '../lib/types';
import { shapeOf } from '../lib/verbs';
import { aGoal, aStack, aTarget, showAim, showDesk, showMove, showOverlay, showReach, showRefusal, showZoom, tooFar, type Pointer } from './demonstrations';
import { desk } from './desk.svelte';
import type { Table } from './table.svelte';

/** Moving and attacking come in the order of the game; what they need to begin is a decision that offers them. */
type Chapter = 'look' | 'move' | 'attack' | 'end';

export interface Lesson {
  chapter: Chapter;
  title: string;
  /** what is said; of a game where it has something to say itself */
  text: string | ((table: Table) => string);
  /** carried out? without it the reader goes on himself */
  done?: (table: Table) => boolean;
  /** what it speaks of */
  at?: (table: Table) => Pointer;
  /** do it once, and take it back */
  show?: (table: Table) => Promise<void>;
  /** not for every game */
  fits?: (table: Table) => boolean;
}

/** What a game says of itself on one page. */
const said = (table: Table, ...titles: string[]): string =>
  titles.flatMap((title) => table.match.aids.summary.filter((point) => point.title === title).map((point) => `${point.title}: ${point.text}`)).join(' ');

export const textOf = (lesson: Lesson, table: Table): string => (typeof lesson.text === 'string' ? lesson.text : lesson.text(table));

/** The lessons that fit a game, in their order. */
export const lessonsFor = (table: Table): Lesson[] => LESSONS.filter((lesson) => lesson.fits?.(table) ?? true);

const happened = (table: Table, sort: (event: EventView) => unknown): boolean => table.match.log.some(sort);
const offers = (table: Table, shape: string): boolean => table.orders.verbs.some((verb) => shapeOf(verb) === shape);
/** Can units on the map be sent somewhere, other than in a battle? */
const marches = (table: Table): boolean =>
  !table.shown.status.battle && table.orders.of('units-hex').some((verb) => verb.units?.some((unit) => table.match.board.hex(table.places.get(unit)?.at ?? '')));

const MAY_BEGIN: Record<Chapter, (table: Table) => boolean> = {
  look: () => true,
  move: marches,
  attack: (table) => offers(table, 'hex-units') && aTarget(table) !== null,
  end: () => true,
};

/** Between the chapters. */
export const MEANWHILE: Lesson = {
  chapter: 'look',
  title: 'Decide what comes first',
  text: 'Answer what the panel asks. Where there is a set-up, the game can do it for you. Where you choose the order of the phases, take moving first: attacks like to come after it.',
};

/** The lesson that fits the table: the chapter that has been begun is finished first, unless it cannot be now; then comes the next
 * that can begin. What has been done early or in another way is not waited for. */
export function nextLesson(table: Table, learnt: ReadonlySet<Lesson>): Lesson {
  const all = lessonsFor(table);
  const open = all.filter((lesson) => !learnt.has(lesson));
  const chapters = [...new Set(open.map((lesson) => lesson.chapter))].filter((chapter) => chapter !== 'end' || open.every((lesson) => lesson.chapter === 'end'));
  const begun = chapters.find((chapter) => all.some((lesson) => lesson.chapter === chapter && learnt.has(lesson)));
  const goesOn = begun && (MAY_BEGIN[begun](table) || !chapters.some((one) => one !== begun && MAY_BEGIN[one](table)));
  const chapter = goesOn ? begun : chapters.find((one) => MAY_BEGIN[one](table));
  return (chapters[0] === 'look' ? open[0] : open.find((lesson) => lesson.chapter === chapter)) ?? MEANWHILE;
}

export const LESSONS: Lesson[] = [
  {
    chapter: 'look',
    title: 'How you win and lose',
    text: (table) => said(table, 'You win', 'You lose') || 'The panel State says how the game stands, and what wins it.',
  },
  {
    chapter: 'look',
    title: 'Who decides what',
    text: 'The bar above says who has to decide, and what. Below this card you are asked in plain words. The numbers in small frames are rules: click one and it opens. The computer plays the other side; nothing you do here is lost.',
    at: () => 'header [data-testid=decision]',
  },
  {
    chapter: 'look',
    title: 'Look around',
    text: 'Drag the map to pan, turn the wheel to zoom; with Shift the wheel changes the counters alone. Zoom in until you can read the factors: attack on the left, defence on the right.',
    done: () => desk.camera.w > 44,
    at: () => 'nav button[aria-label="Zoom in"]',
    show: showZoom,
  },
  {
    chapter: 'move',
    title: 'Choose a stack',
    text: 'Click one of your stacks. Everything it can reach lights up, with the movement points it would have left. Click again to go through the stack unit by unit; point at a stack to spread it out.',
    done: (table) => table.orders.units.length > 0 && (table.orders.allowed?.size ?? 0) > 0,
    at: aStack,
    show: showReach,
  },
  {
    chapter: 'move',
    title: 'Ask why not',
    text: 'Keep the stack chosen and point at a hex that is not lit, perhaps one far away. The card tells which rule forbids it.',
    done: (table) => table.hint !== null || table.match.refusal !== null,
    at: tooFar,
    show: showRefusal,
  },
  {
    chapter: 'move',
    title: 'Move',
    text: 'Point at a lit hex: the line is the way, the card counts its cost. Click, and the stack goes there.',
    done: (table) => happened(table, (event) => (event.path?.length ?? 0) > 1),
    at: (table) => (table.orders.units.length ? aGoal(table) : aStack(table)),
    show: showMove,
  },
  {
    chapter: 'move',
    title: 'Take it back',
    text: 'Press Undo, or the key U. As long as no die was rolled and nothing hidden was seen, your own commands can be taken back, even the end of a phase. Redo (Y) does them again. Then move as you like.',
    done: (table) => table.match.redoable,
    at: () => 'header button[aria-label="Undo"]',
  },
  {
    chapter: 'move',
    title: 'Supply',
    text: (table) => `${said(table, 'Supply')} The arrow on the left (Alt+S) shows who is in supply; switch it on.`,
    done: () => desk.fill === 'supply',
    fits: (table) => table.match.answers('network'),
    at: () => 'nav button[aria-label^="Supply"]',
    show: showOverlay,
  },
  {
    chapter: 'move',
    title: 'Guard what you have',
    text: 'Before a phase ends, the panel Desk lists what is at stake and what is left to do. Open it, and look at what it says.',
    done: () => desk.panel === 'desk',
    at: () => '#tab-desk',
    show: showDesk,
  },
  {
    chapter: 'move',
    title: 'Go through the rest',
    text: 'The full stop and the comma take you to the next and the previous stack that can still act. When you are done, end the phase with the button in the bar above.',
    done: (table) => table.match.mine && !marches(table),
    at: () => 'nav button[aria-label^="Next stack"]',
  },
  {
    chapter: 'attack',
    title: 'Aim',
    text: 'Enemy hexes you can attack are hatched. Click one: the attack builder opens.',
    done: (table) => table.orders.builder !== null,
    at: aTarget,
    show: showAim,
  },
  {
    chapter: 'attack',
    title: 'Weigh',
    text: 'Choose who takes part. Every shift of the odds stands on its own line with its rule; the ladder shows the columns it can come to, and what each face of the die would bring.',
    done: (table) => table.orders.odds !== null,
    fits: (table) => table.match.answers('odds'),
    at: () => '[data-testid=odds]',
  },
  {
    chapter: 'attack',
    title: 'Attack',
    text: 'Press the large button, or Enter. The other side may have to answer first; then the die is rolled.',
    done: (table) => happened(table, (event) => event.die || event.result),
    at: () => '[data-testid=attack]',
  },
  {
    chapter: 'attack',
    title: 'Carry out the result',
    text: 'Retreats, losses and advances are decided by clicking: the units that may be named are ringed, the hexes they may go to are lit.',
  },
  {
    chapter: 'end',
    title: 'The enemy answers',
    text: 'End your phases until it is the enemy\'s turn. The computer plays it, and you watch it as a film: pause, step or skip it, and read its summary.',
    done: (table) => happened(table, (event) => event.kind === 'explained'),
    fits: (table) => table.match.people === 1,
  },
  {
    chapter: 'end',
    title: 'That was a turn',
    text: 'You have moved, fought and seen the answer. The tabs hold the log, the boxes, all rules and charts; the question mark lists all keys. Play on, or win a small battle of your own: the puzzles are waiting.',
  },
];
