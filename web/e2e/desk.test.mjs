import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('the desk says what is at stake, names who can help, and holds the end of a phase', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ players: { soviet: 'computer:officer' } });
  await hand.press('Move, then fight');
  await hand.click('0407');
  await hand.click('0306');
  await page.getByRole('tab', { name: 'Desk' }).click();
  const open = page.getByTestId('desk').locator('[data-kind=open]');
  await open.getByText(/Toropets is open: \d+ Soviet stacks can enter it, which loses the game\./).waitFor();
  assert.equal(await open.getByRole('button', { name: '4.5a' }).count(), 1);

  // what loses the game is marked on the map, with a line that says what the marks mean
  await open.getByRole('button', { name: 'Go there' }).click();
  await page.getByTestId('legend').getByText('losing it loses the game').waitFor();

  // the end is held, and the way out is one click
  await page.locator('header').getByRole('button', { name: 'End of movement' }).click();
  await page.getByTestId('end-anyway').waitFor();
  assert.equal((await hand.match()).view.decision.step, 'movement');
  const { revision } = await hand.match();
  await page.getByTestId('desk-foot').getByRole('button', { name: / to 0407$/ }).click();
  const after = await hand.settled(revision);
  assert.equal(after.view.stacks['0407'].count, 1);
  await open.waitFor({ state: 'detached' });

  // what nobody wants to be told is left out, for this game
  const left = page.getByTestId('desk').locator('[data-kind=move]');
  await left.getByRole('button', { name: 'Leave out units that can move' }).click();
  await left.waitFor({ state: 'detached' });
  await page.getByTestId('desk').getByRole('button', { name: 'units that can move' }).click();
  await left.waitFor();
  assert.deepEqual(hand.complaints, []);
});

test('who can reach a hex is answered for both sides, and every overlay has its line', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ game: 'Typhoon 1941' });
  for (const overlay of ['Threats', 'Supply of both sides', 'Zones of control', 'Who controls what']) {
    await page.getByRole('button', { name: overlay }).click();
    await page.getByTestId('legend').waitFor();
  }
  const { view } = await hand.match();
  const hex = Object.keys(view.stacks).find((name) => /^\d{4}$/.test(name));
  await page.keyboard.press('/');
  await page.keyboard.type(hex);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Hex' }).click();
  await page.getByRole('button', { name: 'Who can reach it?' }).click();
  const who = page.getByTestId('who');
  await who.getByText(/Russian, turn 1/i).waitFor();
  await who.getByText(/German, turn 1/i).waitFor();
  assert.deepEqual(hand.complaints, []);
});
