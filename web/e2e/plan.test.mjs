import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';
import { whereIs } from './player.mjs';

const { server, browser } = await house();

test('a plan is tried on a copy and committed one by one', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await hand.press('Move, then fight');
  let match = await hand.match();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Start planning' }).click();
  for (const [from, to] of [['0610', '0509'], ['0611', '0511']]) {
    await hand.click(from);
    await page.getByText('Click a lit hex to move.').waitFor();
    await hand.click(to);
  }
  assert.equal((await hand.match()).version, match.version, 'nothing counts yet');
  assert.equal(await page.locator('.plan ol li').count(), 2);
  // put aside under a name it outlasts being thrown away, and a reload
  await page.getByPlaceholder('Name').fill('Opening');
  await page.getByRole('button', { name: 'Keep this plan' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await page.getByText('Nothing is planned yet.').waitFor();
  await page.reload();
  await hand.ready();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Take up the plan Opening' }).click();
  await hand.idle();
  assert.equal(await page.locator('.plan ol li').count(), 2);
  await page.getByTestId('commit').click();
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '206i'), '0509');
  await page.getByTestId('commit').click();
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '26i'), '0511');
  assert.deepEqual(hand.complaints, []);
});
