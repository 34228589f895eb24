/** Words of a board and the marks that draw them, where the page has to draw a map without tiles. */

const TERRAIN: [RegExp, string][] = [
  [/wood.*rough|forest.*rough/, 'wooded-rough'], [/desert|steppe|arid|salt/, 'desert-steppe'], [/mountain|alpine/, 'mountain'],
  [/hill/, 'hills'], [/rough|broken/, 'rough'], [/forest|wood|ardennes/, 'forest'], [/marsh|swamp|bog|polder/, 'marsh'],
  [/sea|ocean/, 'sea'], [/lake|lagoon|water/, 'lake'], [/off|void|neutral|prohibited/, 'void'],
];

export const terrainMark = (word: string): string => TERRAIN.find(([words]) => words.test(word))?.[1] ?? 'clear';

const SIDES: [RegExp, string][] = [
  [/major-river|great-river/, 'major-river'], [/river|stream|canal/, 'river'], [/reservoir|lake|sea|dam/, 'reservoir'],
  [/rail/, 'rail'], [/track|minor|trail/, 'road-minor'], [/road|highway/, 'road'], [/border|frontier|demarcation/, 'border'],
];

/** The line of a hexside feature, or nothing where the fallback map leaves it out. */
export const sideMark = (word: string): string | undefined => SIDES.find(([words]) => words.test(word))?.[1];

/** Marks that run from hex to hex instead of along the side between them. */
export const runsAcross = (mark: string): boolean => mark === 'rail' || mark === 'road' || mark === 'road-minor';
