import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';
import { whereIs } from './player.mjs';

const { server, browser } = await house();

test('a move, an overlay, a panel and a typed order with the keyboard alone', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await page.getByRole('button', { name: 'Move, then fight' }).focus();
  await page.keyboard.press('Enter');
  let match = await hand.settled((await hand.match()).revision - 1);

  await page.keyboard.press('m');
  await page.keyboard.press('.');
  await page.getByText('Click a lit hex to move.').waitFor();
  const from = await page.evaluate(() => document.querySelector('.head h2')?.textContent);
  assert.equal(from, '0610');
  await page.keyboard.press('q');
  await page.keyboard.press('Enter');
  match = await hand.settled(match.revision);
  assert.notEqual(whereIs(match.view, '206i'), '0610');

  await page.keyboard.press('Alt+c');
  assert.equal(await page.getByRole('button', { name: 'Who controls what' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('l');
  assert.equal(await page.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('/');
  await page.getByLabel('Order', { exact: true }).fill('move 26i 9999');
  await page.keyboard.press('Enter');
  await page.locator('dialog').getByTestId('refusal').waitFor();
  await page.getByLabel('Order', { exact: true }).fill('move 26i 0511');
  await page.keyboard.press('Enter');
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '26i'), '0511');
  assert.deepEqual(hand.complaints, []);
});
