import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './player.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

/** A hex where a side has a stack that may be laid differently. */
const stackOf = ({ view }, side) => Object.entries(view.stacks).find(([hex, { units }]) => /^\d+$/.test(hex) && units.length > 1 && units.every((unit) => unit.side === side));
const ids = ({ view }, hex) => view.stacks[hex].units.map((unit) => unit.id);

test('at one screen the seat that is not asked has its word too, and stacks are laid differently', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ game: 'Barbarossa', scenario: 'campaign' });
  const player = new Player(hand, { moves: 0, attacks: 0 });
  let match = await hand.match();
  while (match.view.decision.step !== 'movement' && match.view.decision.step !== 'combat') match = await player.turn(match);
  await hand.ready();

  // the German lays another counter on top, in the panel of the hex, and takes it back
  const [own] = stackOf(match, 0);
  const order = ids(match, own);
  await hand.click(own);
  await page.keyboard.press('h');
  await page.locator('.line').nth(1).getByRole('button', { name: /^Lay on top/ }).click();
  match = await hand.settled(match.revision);
  assert.deepEqual(ids(match, own), [order[1], order[0], ...order.slice(2)]);
  await page.keyboard.press('u');
  match = await hand.settled(match.revision);
  assert.deepEqual(ids(match, own), order);

  // the Soviet sits down behind a cover, does the same in the spread stack, and gives the table back
  await page.getByTestId('word-for').click();
  await page.getByText('Soviet has the word').waitFor();
  assert.equal(await page.getByTestId('map').count(), 0);
  await hand.ready();
  match = await hand.match();
  assert.equal(match.view.seat, 'soviet');
  const [theirs] = stackOf(match, 1);
  const before = ids(match, theirs);
  await page.getByTestId('map').focus();
  await hand.point(theirs);
  await page.locator('.fan').getByRole('button', { name: /^Lay on top/ }).first().click();
  match = await hand.settled(match.revision);
  assert.deepEqual(ids(match, theirs).slice(0, 2), [before[1], before[0]]);
  await page.getByTestId('give-back').click();
  await page.getByTestId('handover').waitFor();
  await hand.ready();
  match = await hand.match();
  assert.equal(match.view.seat, 'german');

  // in another browser, which knows nothing but the link, giving up needs no turn either
  const other = await Hand.sit(browser, server.base);
  await other.page.goto(page.url());
  await other.ready();
  await other.page.getByTestId('word-for').click();
  await other.page.getByText('Soviet has the word').waitFor();
  await other.ready();
  await other.page.getByRole('button', { name: 'Menu' }).click();
  await other.page.getByRole('button', { name: 'Concede' }).click();
  await other.page.getByRole('dialog', { name: 'Give up?' }).getByRole('button', { name: 'Concede' }).click();
  for (const { page } of [hand, other]) await page.getByTestId('decision').getByText('German wins').waitFor();
  for (const { complaints } of [hand, other]) assert.deepEqual(complaints, []);
});
