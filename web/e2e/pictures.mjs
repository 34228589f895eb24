/** The pictures of docs/playing.md, taken from a real game: `npm run pictures`. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whereIs } from './player.mjs';
import { Hand, midGame, openBrowser, startServer } from './table.mjs';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'pictures');
mkdirSync(FOLDER, { recursive: true });

const server = await startServer();
const browser = await openBrowser();
const take = (hand, name) => hand.page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 84 });
const still = (hand, ms = 900) => hand.page.waitForTimeout(ms);

try {
  for (const theme of process.env.ONLY ? ['light'] : ['light', 'dark']) await drawn(theme);
  const parts = { light, evening, computer, tablet, dark, airPhase, hands, phone };
  for (const [name, part] of Object.entries(parts)) if (!process.env.ONLY || process.env.ONLY.split(',').includes(name)) await part();
} finally {
  await browser.close();
  await server.stop();
}

/** Maps are drawn from afar to near: when the last tile is there, all are. */
async function drawn(theme) {
  const base = `${server.base}/api/games/drive-on-moscow/tiles/${theme}`;
  const { planes, format } = await (await fetch(`${base}/index.json`)).json();
  const { folder, columns, rows } = Object.values(planes).at(-1).zooms.at(-1);
  while ((await fetch(`${base}/${folder}/${columns - 1}_${rows - 1}.${format}`)).status !== 200) await new Promise((done) => setTimeout(done, 1000));
}

async function light() {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByTestId('learn').waitFor();
  await still(hand);
  await take(hand, 'start');

  await hand.begin({ scenario: 'campaign' });
  await page.locator('.tray .pile').first().click();
  await hand.click('4014');
  await still(hand);
  await take(hand, 'set-up');

  await hand.begin();
  await still(hand, 1500);
  await hand.press('Move, then fight');
  await zoomAt(hand, '0817', -500);
  await hand.point('0817');
  await still(hand);
  await take(hand, 'stack');
  await hand.point('0922');
  await still(hand, 500);
  await hand.click('0818');
  await hand.point('0521');
  await still(hand);
  await take(hand, 'reach');
  await hand.point('1118');
  await still(hand);
  await take(hand, 'refused');
  await page.keyboard.press('Escape');

  await hand.click('1430');
  await page.getByTestId('builder').getByRole('button', { name: 'All' }).click();
  await page.getByTestId('odds').waitFor();
  await still(hand);
  await take(hand, 'attack');
  const match = await hand.match();
  await page.getByTestId('attack').click();
  await hand.settled(match.revision);
  await still(hand);
  await take(hand, 'result');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Alt+s');
  await still(hand, 1500);
  await take(hand, 'supply');
  await page.keyboard.press('Alt+s');

  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Start planning' }).click();
  for (const [from, to] of [['1330', '1130'], ['1332', '1231']]) {
    await hand.click(from);
    await still(hand, 500);
    await hand.click(to);
    await still(hand, 500);
  }
  await take(hand, 'plan');
  await page.getByRole('button', { name: 'Stop planning' }).click();

  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Replay' }).click();
  await still(hand);
  await take(hand, 'replay');
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await page.keyboard.press('r');
  await page.getByTestId('rules-search').fill('marsh');
  await still(hand, 500);
  await take(hand, 'rules');

  await page.goto(server.base);
  await page.getByTestId('learn').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  await still(hand, 1500);
  await take(hand, 'lesson');
}

/** The first evening against the computer: what is at stake, its turn as a film, what it came to, and the end. */
async function evening() {
  const hand = await Hand.sit(browser, server.base, { film: true, viewport: { width: 1440, height: 900 } });
  const { page } = hand;
  await hand.open({ game: 'drive-on-moscow', scenario: 'historical', players: { german: 'human', soviet: 'computer:officer' } });
  await hand.press('Move, then fight');
  await hand.click('0407');
  await hand.click('0306');
  await page.getByRole('tab', { name: 'Desk' }).click();
  const open = page.getByTestId('desk').locator('[data-kind=open]');
  await open.getByRole('button', { name: 'Go there' }).click();
  await hand.drawn();
  await still(hand, 1500);
  await take(hand, 'desk');

  // the German's first turn has battles in plenty
  await hand.open({ game: 'drive-on-moscow', scenario: 'historical', players: { german: 'computer:officer', soviet: 'human' } });
  const film = page.getByTestId('film');
  await film.or(page.locator('.page:has([data-testid=whose]:has-text("You"))')).first().waitFor();
  if (!(await film.count())) await page.keyboard.press('Shift+F');
  await film.waitFor();
  const { shots } = await hand.ask('film');
  const battle = shots.findIndex(({ scene }) => scene.battle);
  await film.getByRole('slider').fill(String(battle < 0 ? Math.floor(shots.length / 2) : battle));
  await hand.drawn();
  await still(hand, 1500);
  await take(hand, 'film');
  await page.keyboard.press('End');
  await film.waitFor({ state: 'detached' });
  if (!(await page.getByTestId('summary').count())) await page.keyboard.press('Shift+V');
  await page.getByTestId('summary').getByText(/After the German turn/).waitFor();
  await still(hand, 1200);
  await take(hand, 'summary');
  await page.keyboard.press('Enter');

  // a game that was played at random to its end
  await hand.take(await midGame('typhoon-1941', { turn: 99, seed: 3 }));
  await page.getByTestId('end').getByRole('heading', { name: /What it turned on/i }).waitFor();
  await hand.drawn();
  await still(hand, 1500);
  await take(hand, 'end');
}

async function computer() {
  const hand = await Hand.sit(browser, server.base);
  await hand.begin({ players: { german: 'computer:officer' } });
  await hand.page.locator('.thinking .why').waitFor();
  await hand.page.keyboard.press('l');
  await still(hand, 2500);
  await take(hand, 'computer');
}

/** What hands can do: a lesson that points, a group, a march, the menu of a hex, supply lines, what follows if a hex falls. */
async function hands() {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'drive-on-moscow', scenario: 'historical', hotseat: true });
  await hand.press('Move, then fight');
  await still(hand, 1200);
  await hand.click(whereIs((await hand.match()).view, hand.verb(await hand.match(), 'move').units[0]));
  await hand.click('0630');
  await page.getByTestId('march').waitFor();
  await still(hand);
  await take(hand, 'march');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await hand.click('0917', { button: 'right' });
  await still(hand, 400);
  await take(hand, 'menu');
  await page.keyboard.press('Escape');
  await hand.click('0917');
  await page.getByTestId('falls').waitFor();
  // one alone, so that the die has something to say
  await page.getByTestId('builder').getByRole('button', { name: 'None' }).click();
  await page.getByTestId('builder').locator('[data-unit]').first().click();
  await hand.idle();
  await still(hand);
  await take(hand, 'builder');
  await page.keyboard.press('Escape');
  const map = await page.getByTestId('map').boundingBox();
  await page.mouse.move(map.x + 60, map.y + 120);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(map.x + 560, map.y + 480, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.getByPlaceholder('Name').fill('Group Centre');
  await page.getByRole('button', { name: 'Make a formation' }).click();
  for (let k = 0; k < 4; k++) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Formations', exact: true }).click();
  await page.getByRole('button', { name: 'Take up Group Centre' }).click();
  await still(hand);
  await take(hand, 'formations');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+s');
  await still(hand, 2500);
  await take(hand, 'supply-lines');
}

async function phone() {
  const hand = await Hand.sit(browser, server.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await hand.begin();
  await hand.press('Move, then fight');
  await hand.tap('0917');
  await hand.page.getByTestId('odds').waitFor();
  await still(hand);
  await take(hand, 'phone');
}

async function tablet() {
  const hand = await Hand.sit(browser, server.base, { viewport: { width: 820, height: 1180 }, hasTouch: true });
  await hand.begin();
  await hand.press('Move, then fight');
  await still(hand, 1500);
  await hand.click('0818');
  await still(hand);
  await take(hand, 'tablet');
}

async function dark() {
  const hand = await Hand.sit(browser, server.base, { colorScheme: 'dark' });
  await hand.begin();
  await hand.press('Move, then fight');
  await zoomAt(hand, '1430', -400);
  await hand.click('1430');
  await hand.page.getByTestId('builder').getByRole('button', { name: 'All' }).click();
  await still(hand, 2500);
  await take(hand, 'dark');
}

async function zoomAt(hand, hex, amount) {
  const spot = await hand.find(hex);
  await hand.page.mouse.move(spot.x, spot.y);
  await hand.page.mouse.wheel(0, amount);
  await still(hand, 300);
}

/** A mission of the battle of Kiev, with its ranges and what it promises. */
async function airPhase() {
  const hand = await Hand.sit(browser, server.base, { viewport: { width: 1440, height: 900 } });
  const { page } = hand;
  await hand.open({ game: 'fire-in-the-east', scenario: 'kiev', hotseat: true });
  await hand.until((decision) => decision.step === 'air.missions');
  const stacks = Object.entries((await hand.match()).view.stacks);
  for (const [hex] of stacks.filter(([, stack]) => stack.units.some((unit) => unit.side === 1 && !unit.traits.includes('air')))) {
    const view = await hand.ask(`query/mission?hex=${encodeURIComponent(hex)}&verb=support`);
    const promise = view.verb === 'support' && view.flyers?.length > 1 && (await hand.ask(`query/mission?hex=${encodeURIComponent(hex)}&verb=support&units=${view.flyers[0].id},${view.flyers[1].id}`));
    if (!promise?.escorts?.length || !(promise.chances?.length > 1)) continue;
    await page.keyboard.press('f');
    await hand.click(hex);
    break;
  }
  for (const key of ['1', '2', 'o']) {
    await page.keyboard.press(key);
    await hand.idle();
  }
  await still(hand, 3000);
  await take(hand, 'air');
}
