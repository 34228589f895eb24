/** The pictures of docs/playing.md, taken from a real game: `npm run pictures`. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hand, openBrowser, startServer } from './table.mjs';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'pictures');
mkdirSync(FOLDER, { recursive: true });

const server = await startServer();
const browser = await openBrowser();
const take = (hand, name) => hand.page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 84 });
const still = (hand, ms = 900) => hand.page.waitForTimeout(ms);

try {
  for (const theme of ['light', 'dark']) await drawn(theme);
  await light();
  await computer();
  await tablet();
  await dark();
} finally {
  await browser.close();
  await server.stop();
}

/** Maps are drawn from afar to near: when the last tile is there, all are. */
async function drawn(theme) {
  const base = `${server.base}/api/games/drive-on-moscow/tiles/${theme}`;
  const { planes, format } = await (await fetch(`${base}/index.json`)).json();
  const { folder, columns, rows } = Object.values(planes).at(-1).zooms.at(-1);
  while (!(await fetch(`${base}/${folder}/${columns - 1}_${rows - 1}.${format}`)).ok) await new Promise((done) => setTimeout(done, 1000));
}

async function light() {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByTestId('begin').waitFor();
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
  let match = await hand.match();
  await page.getByTestId('attack').click();
  match = await hand.settled(match.revision);
  await hand.press('Fight');
  match = await hand.settled(match.revision);
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

async function computer() {
  const hand = await Hand.sit(browser, server.base);
  await hand.begin({ players: { german: 'computer:standard' } });
  await hand.page.locator('.thinking .why').waitFor();
  await hand.page.keyboard.press('l');
  await still(hand, 2500);
  await take(hand, 'computer');
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
