import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './player.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('the first turn is taught by doing it', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByTestId('learn').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  const lesson = page.getByTestId('lesson');
  const at = (title) => lesson.getByText(title).waitFor({ timeout: 10_000 });
  const on = (name) => lesson.getByRole('button', { name, exact: true }).click();

  await at('Who decides what');
  await on('On');
  await at('Look around');
  for (let k = 0; k < 3; k++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await at('Decide what comes first');
  await hand.press('Move, then fight');
  await at('Choose a stack');
  await hand.click('0920');
  await at('Ask why not');
  await hand.point('1120');
  await at('Move');
  await hand.click('0821');
  await at('Take it back');
  await on('On');
  await at('Go through the rest');
  await hand.press('End of movement');
  await at('Aim');
  const match = await hand.match();
  await hand.click(hand.verb(match, 'attack').hexes.find((hex) => hex === '1019') ?? hand.verb(match, 'attack').hexes[0]);
  await at('Weigh');
  await page.getByTestId('builder').getByRole('button', { name: 'All' }).click();
  await at('Attack');
  await page.getByTestId('attack').click();
  await hand.settled(match.revision);
  await hand.press('Fight');
  // the result may be the other side's to carry out
  await lesson.getByText('Carry out the result').or(page.getByTestId('handover')).waitFor();
  await hand.ready();
  await at('Carry out the result');
  for (const name of ['On', 'On']) await on(name);
  await at('That was a turn');
  await on('Play on alone');
  assert.equal(await lesson.count(), 0);
  assert.deepEqual(hand.complaints, []);
});

test('the lessons follow a game that sets up first and attacks before it moves', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByTestId('begin').waitFor();
  await page.getByRole('radio', { name: 'Typhoon 1941' }).check();
  await page.getByTestId('learn').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  const lesson = page.getByTestId('lesson');
  const at = (title) => lesson.getByText(title).waitFor({ timeout: 10_000 });
  const on = (name) => lesson.getByRole('button', { name, exact: true }).click();
  await on('On');
  await on('Skip');
  await at('Decide what comes first');

  const player = new Player(hand, { moves: 0, attacks: 0 });
  let match = await hand.match();
  while (!match.view.decision.verbs?.some((verb) => verb.hex_first)) match = await player.turn(match);
  await hand.ready();
  await at('Aim');
  for (const title of ['Weigh', 'Attack', 'Carry out the result']) {
    await on('Skip');
    await at(title);
  }
  await on('On');
  await at('Decide what comes first');
  while (!match.view.decision.verbs?.some((verb) => /UNITS PATH/.test(verb.usage))) match = await player.turn(match);
  await hand.ready();
  await at('Choose a stack');
  assert.deepEqual(hand.complaints, []);
});
