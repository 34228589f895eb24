/** The first turn, taught by doing it. The lessons speak of the table, so they fit every game. */
import { shapeOf, slotsOf } from '../lib/verbs';
import { desk } from './desk.svelte';
import type { Table } from './table.svelte';

/** Moving and attacking come in the order of the game; what they need to begin is a decision that offers them. */
type Chapter = 'look' | 'move' | 'attack' | 'end';

export interface Lesson {
  chapter: Chapter;
  title: string;
  text: string;
  /** carried out? without it the reader goes on himself */
  done?: (table: Table) => boolean;
}

const happened = (table: Table, ...words: string[]): boolean => table.match.log.some((event) => words.includes(event.kind));
const offers = (table: Table, shape: string): boolean => table.orders.verbs.some((verb) => shapeOf(verb) === shape);
const marches = (table: Table): boolean => table.orders.of('units-hex').some((verb) => slotsOf(verb).path && verb.units?.length);

const MAY_BEGIN: Record<Chapter, (table: Table) => boolean> = {
  look: () => true,
  move: marches,
  attack: (table) => offers(table, 'hex-units'),
  end: () => true,
};

/** Between the chapters. */
export const MEANWHILE: Lesson = {
  chapter: 'look',
  title: 'Decide what comes first',
  text: 'Answer what the panel asks. Where there is a set-up, the game can do it for you. Where you choose the order of the phases, take moving first: attacks like to come after it.',
};

/** The lesson that fits the table: the chapter that has been begun is finished first, then comes the next that can begin. */
export function nextLesson(table: Table, learnt: ReadonlySet<Lesson>): Lesson {
  const open = LESSONS.filter((lesson) => !learnt.has(lesson));
  const chapters = [...new Set(open.map((lesson) => lesson.chapter))].filter((chapter) => chapter !== 'end' || open.every((lesson) => lesson.chapter === 'end'));
  const begun = chapters.find((chapter) => LESSONS.some((lesson) => lesson.chapter === chapter && learnt.has(lesson)));
  const chapter = begun ?? chapters.find((one) => MAY_BEGIN[one](table));
  return (chapters[0] === 'look' ? open[0] : open.find((lesson) => lesson.chapter === chapter)) ?? MEANWHILE;
}

export const LESSONS: Lesson[] = [
  {
    chapter: 'look',
    title: 'Who decides what',
    text: 'The bar above says who has to decide, and what. The panel on the right asks it in plain words. The numbers in small frames are rules: click one and it opens. You play both sides here, so nothing can go wrong.',
  },
  {
    chapter: 'look',
    title: 'Look around',
    text: 'Drag the map to pan, turn the wheel to zoom; with Shift the wheel changes the counters alone. Zoom in until you can read the factors: attack on the left, defence on the right.',
    done: () => desk.camera.w > 44,
  },
  {
    chapter: 'move',
    title: 'Choose a stack',
    text: 'Click one of your stacks. Everything it can reach lights up, with the movement points it would have left. Click again to go through the stack unit by unit; point at a stack to spread it out.',
    done: (table) => table.orders.units.length > 0 && (table.orders.allowed?.size ?? 0) > 0,
  },
  {
    chapter: 'move',
    title: 'Ask why not',
    text: 'Keep the stack chosen and point at a hex that is not lit, perhaps one far away. The card tells which rule forbids it.',
    done: (table) => table.hint !== null || table.match.refusal !== null,
  },
  {
    chapter: 'move',
    title: 'Move',
    text: 'Point at a lit hex: the line is the way, the card counts its cost. Click, and the stack goes there.',
    done: (table) => happened(table, 'moved'),
  },
  {
    chapter: 'move',
    title: 'Take it back',
    text: 'Press Undo, or the key U. As long as no die was rolled and nothing hidden was seen, your own commands can be taken back. Then move as you like.',
  },
  {
    chapter: 'move',
    title: 'Go through the rest',
    text: 'The full stop and the comma take you to the next and the previous stack that can still act. When you are done, end the phase with the button in the bar above.',
    done: (table) => table.match.mine && !marches(table),
  },
  {
    chapter: 'attack',
    title: 'Aim',
    text: 'Enemy hexes you can attack are hatched. Click one: the attack builder opens.',
    done: (table) => table.orders.builder !== null,
  },
  {
    chapter: 'attack',
    title: 'Weigh',
    text: 'Choose who takes part. Every shift of the odds stands on its own line with its rule; below are the chances of each result. What you may not see of the enemy makes the odds a range.',
    done: (table) => table.orders.odds !== null,
  },
  {
    chapter: 'attack',
    title: 'Attack',
    text: 'Confirm. The other side may now have to answer; at one screen you are asked to hand over the seat. Decide to fight, and the die is rolled.',
    done: (table) => happened(table, 'rolled', 'resolved'),
  },
  {
    chapter: 'attack',
    title: 'Carry out the result',
    text: 'Retreats, losses and advances are decided by clicking: the units that may be named are ringed, the hexes they may go to are lit.',
  },
  {
    chapter: 'end',
    title: 'Overlays and panels',
    text: 'The rail on the left shows who controls what, the supply of both sides and the moves of the last turn. The tabs on the right hold the log, the boxes beside the map, the state of the game, all rules, your plan and the talk. The question mark lists all keys.',
  },
  {
    chapter: 'end',
    title: 'That was a turn',
    text: 'End the phase; the other side takes its turn in the same way. The log can replay everything, and the plan lets you try a whole turn before you commit any of it.',
  },
];
