import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Hand, openBrowser, startServer } from './table.mjs';
import { Player, whereIs } from './player.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('a move, one refused with its rule, undo, reload in the middle', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await hand.press('Move-fight');
  let match = await hand.match();

  // far away: pointing tells the rule, clicking tells it loudly
  await hand.click('0610');
  await page.getByText('Click a lit hex to move.').waitFor();
  await hand.point('0926');
  await page.getByTestId('hint').waitFor();
  assert.match(await page.getByTestId('hint').innerText(), /\[\d+\.\d+/);
  await hand.click('0926');
  const refusal = page.getByTestId('refusal');
  await refusal.waitFor();
  const rule = await refusal.locator('.rule').innerText();
  await refusal.locator('.rule').click();
  await page.locator(`[data-rule="${rule}"]`).waitFor();
  assert.equal((await hand.match()).version, match.version);

  // two clicks
  await page.keyboard.press('Escape');
  await hand.click('0509');
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '206i'), '0509');

  await page.reload();
  await hand.ready();
  assert.equal(whereIs((await hand.match()).view, '206i'), '0509');

  await page.keyboard.press('u');
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '206i'), '0610');
  assert.deepEqual(hand.complaints, []);
});

test('an attack with every decision after it, then the replay', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ seed: '7' });
  await hand.press('Fight-move');
  let match = await hand.match();
  const target = hand.verb(match, 'attack').hexes.find((hex) => hex === '0711') ?? hand.verb(match, 'attack').hexes[0];

  await hand.click(target);
  const builder = page.getByTestId('builder');
  await builder.getByRole('button', { name: 'All' }).click();
  await page.getByTestId('odds').waitFor();
  const odds = await page.getByTestId('odds').innerText();
  assert.match(odds, /against/);
  assert.match(odds, /Chances/i);
  await page.getByTestId('attack').click();
  match = await hand.settled(match.revision);

  const player = new Player(hand);
  const steps = [];
  while (match.view.decision.step.startsWith('battle')) {
    steps.push(match.view.decision.step);
    await player.turn();
    match = await hand.match();
  }
  assert.ok(steps.includes('battle.announced'), steps.join());
  await page.getByRole('tab', { name: 'Log' }).click();
  assert.match(await page.getByTestId('log').innerText(), /Result/);

  // back in time and forth again
  const now = match.version;
  await page.getByRole('button', { name: 'Replay' }).click();
  const scrubber = page.getByTestId('replay').locator('input[type=range]');
  await scrubber.fill('0');
  await page.getByText(`You look at the past, after command 0 of ${now}.`).waitFor();
  await scrubber.fill('1');
  await page.getByText(`after command 1 of ${now}`).waitFor();
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await page.getByTestId('replay').waitFor({ state: 'detached' });
  assert.equal((await hand.match()).version, now);
  assert.deepEqual(hand.complaints, []);
});

test('a plan is tried on a copy and committed one by one', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await hand.press('Move-fight');
  let match = await hand.match();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Start planning' }).click();
  for (const [from, to] of [['0610', '0509'], ['0611', '0511']]) {
    await hand.click(from);
    await page.getByText('Click a lit hex to move.').waitFor();
    await hand.click(to);
    await page.waitForTimeout(300);
  }
  assert.equal((await hand.match()).version, match.version, 'nothing counts yet');
  assert.equal(await page.locator('.plan ol li').count(), 2);
  await page.getByTestId('commit').click();
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '206i'), '0509');
  await page.getByTestId('commit').click();
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '26i'), '0511');
  assert.deepEqual(hand.complaints, []);
});
