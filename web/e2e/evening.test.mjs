/**
 * An evening at the table of every game, from the middle of one that was played at random, against computers: where am I, what is at stake, overlays,
 * lists and orders by keyboard, the enemy's turn as text, sounds and notices, my games, nothing asked of a foreign host, and axe all along.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './axe.mjs';
import { hostsOf, listen, wantsBoth } from './ears.mjs';
import { Hand, house, midGame } from './table.mjs';

const { server, browser } = await house();

const GAMES = [
  { game: 'drive-on-moscow', seed: 8 }, { game: 'typhoon-1941' }, { game: 'barbarossa' }, { game: 'what-if-1940' }, { game: 'fire-in-the-east', scenario: 'arctic' }, { game: 'fords' },
];
const OVERLAYS = ['Threats', 'Supply of both sides', 'Zones of control', 'Who controls what', 'Moves of the last turn', 'The map without counters'];

for (const { game, scenario, seed = 5 } of GAMES)
  test(`${game}: an evening from the middle of a random game`, { timeout: 300_000 }, async () => {
    const hand = await Hand.sit(browser, server.base, { film: true });
    const { page } = hand;
    const hosts = hostsOf(page);
    await page.addInitScript(listen);
    await hand.take(await midGame(game, { turn: 2, seed, scenario, marching: true }));
    const found = [];
    const look = async (where) => found.push(...(await faults(page, where)));

    await whereAmI(hand);
    await atStake(hand);
    await look('desk');
    await overlays(hand);
    await cards(hand);
    await lists(hand);
    await typed(hand);
    await wantsBoth(page);
    await theirTurn(hand, look);
    await myGames(hand);
    await look('my games');
    assert.deepEqual([...hosts].filter((host) => host && host !== new URL(server.base).host), []);
    assert.deepEqual(found, []);
    assert.deepEqual(hand.complaints, []);
  });

const inSight = (page, hex) =>
  page.waitForFunction((name) => {
    const [spot, box] = [window.hexOnPage(name), document.querySelector('[data-testid=map]').getBoundingClientRect()];
    return spot.x > box.left && spot.x < box.right && spot.y > box.top && spot.y < box.bottom;
  }, hex);

/** The strip has every step of the turn with the present one marked, the map its scale. */
async function whereAmI(hand) {
  const { page } = hand;
  const { status, turn } = (await hand.match()).view;
  const strip = page.getByTestId('strip');
  assert.equal(await strip.locator('[aria-current=step]').innerText(), status.phases.find((phase) => phase.now).title);
  await page.getByText(`Turn ${turn}`, { exact: true }).first().waitFor();
  await page.getByRole('img', { name: /^Scale: / }).waitFor();
  await hand.drawn();
}

/** The desk says what the server says, each line that speaks of a place leads there; who can reach a hex is told of every side. */
async function atStake(hand) {
  const { page } = hand;
  await page.keyboard.press('d');
  const desk = page.locator('[data-testid=desk][aria-busy=false]');
  await desk.getByTestId('hint').waitFor();
  const { items } = await hand.ask('query/desk');
  assert.ok(items.length, 'in the middle of a game something is left or at stake');
  assert.equal(await desk.locator('li').count(), items.length);
  for (const item of items.filter(({ rule }) => rule)) await desk.getByRole('button', { name: item.rule }).first().waitFor();
  const placed = items.find(({ kind, hexes }) => kind !== 'move' && hexes.some((hex) => /\d{4}$/.test(hex)));
  if (placed) {
    await desk.locator(`li[data-kind=${placed.kind}]`).first().getByRole('button', { name: /^(Go there|Show 1 of)/ }).click();
    await inSight(page, placed.hexes[0]);
  }
  const { view } = await hand.match();
  const hex = Object.keys(view.stacks).find((name) => /\d{4}$/.test(name));
  await page.keyboard.press('/');
  await page.keyboard.type(hex);
  await page.keyboard.press('Enter');
  await page.keyboard.press('h');
  await page.getByRole('button', { name: 'Who can reach it?' }).click();
  const who = page.getByTestId('who');
  await who.getByText('As far as you can see.').waitFor();
  const answer = await hand.ask(`query/who-can?hex=${encodeURIComponent(hex)}&what=reach`);
  assert.ok(answer.sides.length > 1, JSON.stringify(answer.sides));
  assert.equal(await who.getByRole('heading', { level: 3 }).count(), answer.sides.length);
  for (const { comers } of answer.sides) for (const { start } of comers) assert.ok(await who.getByRole('button', { name: start, exact: true }).count(), start);
}

/** Threats in every game; every overlay that is offered has a line that explains its marks. */
async function overlays(hand) {
  const { page } = hand;
  const rail = page.getByRole('navigation', { name: 'Map tools' });
  for (const name of OVERLAYS) {
    const tool = rail.getByRole('button', { name });
    if (!(await tool.count())) {
      assert.notEqual(name, 'Threats');
      continue;
    }
    if ((await tool.getAttribute('aria-pressed')) !== 'true') await tool.click();
    await page.getByTestId('legend').locator('li').first().waitFor();
    await tool.click();
  }
}

/** What is told beside a hex goes with it when the map moves. */
async function cards(hand) {
  const { page } = hand;
  const { view } = await hand.match();
  await hand.point(Object.keys(view.stacks).find((name) => /\d{4}$/.test(name)));
  const card = page.getByTestId('hovercard');
  await card.waitFor();
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.waitForFunction(() => {
    const [shown, map] = [document.querySelector('[data-testid=hovercard]'), document.querySelector('[data-testid=map]').getBoundingClientRect()];
    if (!shown) return true;
    const [box, spot] = [shown.getBoundingClientRect(), window.hexOnPage(shown.querySelector('strong').textContent)];
    const visible = spot.x > map.left && spot.x < map.right && spot.y > map.top && spot.y < map.bottom;
    return visible && Math.min(Math.abs(box.left - spot.x), Math.abs(box.right - spot.x)) < 120;
  });
}

/** The army list is one stop of the Tab key; arrows go through it. */
async function lists(hand) {
  const { page } = hand;
  for (let count = 0; count < 3; count++) await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  const rows = page.locator('#panel .unit');
  await rows.nth(1).waitFor();
  assert.equal(await rows.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length), 1);
  await rows.evaluateAll((all) => all.find((one) => one.tabIndex === 0).focus());
  const before = await page.evaluate(() => document.activeElement.dataset.unit);
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await page.evaluate(() => document.activeElement.dataset.unit), before, 'an arrow goes on');
  assert.equal(await rows.evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length), 1);
}

/** Verbs and units are completed by Tab, and after a slip the page says what was meant. */
async function typed(hand) {
  const { page } = hand;
  const { verbs } = (await hand.match()).view.decision;
  const acting = verbs.find(({ usage, units }) => /^\S+ UNITS/.test(usage) && units?.length);
  const { verb, units } = acting ?? verbs[0];
  await page.keyboard.press('/');
  const field = page.getByLabel('Order', { exact: true });
  await field.fill(verb.slice(0, -1));
  await page.locator('#ways button').first().waitFor();
  await field.press('Tab');
  const said = await field.inputValue();
  assert.ok(verbs.some((one) => `${one.verb} ` === said), said);
  if (acting) {
    await field.fill(`${verb} ${units[0].slice(0, -1)}`);
    await field.press('Tab');
    assert.ok(units.includes((await field.inputValue()).trim().split(' ')[1]), await field.inputValue());
  }
  const line = acting ? `${verb} ${units[0]}q` : `${verb}q`;
  await field.fill(line);
  await field.press('Enter');
  await page.getByRole('dialog').getByTestId('refusal').waitFor();
  await page.getByTestId('meant').click();
  assert.equal(await field.inputValue(), line.slice(0, -1));
  await page.keyboard.press('Escape');
}

/** Say what ends each decision, or what an officer would say, until others have to speak. */
async function through(hand) {
  for (let count = 0; count < 60; count++) {
    const { view } = await hand.match();
    const verbs = view.decision?.verbs;
    if (!verbs) return;
    const end = verbs.find((verb) => verb.ends);
    const said = end ? await hand.say(end.verb) : { why: 'nothing ends it' };
    if (said.why) {
      const answer = await hand.say((await hand.ask('query/hint')).text);
      assert.ok(!answer.why, `${view.decision.step}: ${answer.why}`);
    }
  }
  throw new Error('it never was the turn of others');
}

/** Without motion the enemy's turn waits for steps; film, summary and log can be read, it is heard, and whoever looks away is told. */
async function theirTurn(hand, look) {
  const { page } = hand;
  const heard = await page.evaluate(() => window.tones);
  assert.ok(heard > 0, 'switched on it is heard');
  await page.evaluate(() => (window.away = true));
  const film = page.getByTestId('film');
  // an answer in the middle of a turn comes before a film: it goes on until one has come
  for (let count = 0; count < 8 && !(await film.count()); count++) {
    await through(hand);
    await page.locator('.page:has([data-testid=whose]:has-text("You"))').or(film).or(page.locator('#end-title')).first().waitFor();
    await page.waitForTimeout(300);
  }
  await film.waitFor();
  assert.ok((await page.getByTestId('scenes').getByRole('button').count()) > 0);
  assert.match(await page.getByTestId('scenes').innerText(), /\w+ \w+ \w+/);
  const slider = film.getByRole('slider');
  assert.equal(await slider.inputValue(), '0', 'nothing moves by itself');
  await look('film');
  await page.keyboard.press('End');
  await film.waitFor({ state: 'detached' });
  const summary = page.getByTestId('summary');
  const over = page.locator('#end-title');
  // where somebody is asked in the middle of a turn, or the game is over, no sum is drawn yet
  await summary.or(over).or(page.locator('.page[aria-busy=false]')).first().waitFor();
  if (!(await summary.count())) await page.keyboard.press('Shift+V');
  await summary.or(over).first().waitFor();
  if (await summary.count()) {
    assert.match(await summary.innerText(), /After the[^]*ground[^]*losses[^]*arrived[^]*battles/i);
    await look('summary');
    await page.keyboard.press('Escape');
    await summary.waitFor({ state: 'detached' });
  }
  const told = await page.evaluate(() => ({ tones: window.tones, notices: window.notices }));
  assert.ok(told.tones > heard, 'their turn is heard');
  assert.ok(told.notices.length || (await over.count()), 'who looks away is told');
  if (await over.count()) return;
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByTestId('log-phase').first().waitFor();
}

/** The match stands among my games, with its game, its turn and whose move it is. */
async function myGames(hand) {
  const { page } = hand;
  const { view, game } = await hand.match();
  const { title } = (await fetch(`${server.base}/api/games`).then((answer) => answer.json())).find(({ slug }) => slug === game);
  await page.goto(server.base);
  const row = page.getByTestId('match-row').filter({ hasText: title });
  await row.getByText(`Turn ${view.turn}`).waitFor();
  if (!view.winner) await row.getByText(/^Your move/).waitFor();
  assert.equal(await row.locator('canvas, svg, img').count() > 0, true);
}
