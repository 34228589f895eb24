import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('two clicks begin a game against the computer', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByRole('button', { name: 'Play Drive on Moscow' }).click();
  await page.getByTestId('meeting').getByText('You play German against the computer.').waitFor();
  await page.getByTestId('begin').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  const { players, hotseat } = await hand.match();
  assert.equal(hotseat, false);
  assert.deepEqual(Object.values(players), ['human', 'computer:officer']);
  assert.deepEqual(hand.complaints, []);
});

test('the computer answers, shows that it thinks, and says why', { timeout: 300_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ scenario: 'historical', players: { soviet: 'computer:officer' } });
  for (const button of ['Move, then fight', 'End of movement']) {
    const { revision } = await hand.match();
    await hand.press(button);
    await hand.settled(revision);
  }
  // all that is shown while it thinks is written down as it comes: a quick computer is done before one can look
  await page.evaluate(() => {
    window.thoughts = [];
    const note = () => document.querySelectorAll('.thinking').forEach((shown) => window.thoughts.push([shown.innerText, shown.querySelector('.why')?.innerText ?? '']));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await hand.press('End of combat');
  const thought = (what) => page.waitForFunction((source) => window.thoughts.some((shown) => new RegExp(source).test(shown.join('\n'))), what.source);
  await thought(/Soviet is thinking/);
  await thought(/[1-9]\d* moves? so far/);
  await page.waitForFunction(() => window.thoughts.some(([, why]) => /\w+ \w+/.test(why)));
  await page.getByRole('tab', { name: 'Log' }).click();
  assert.equal(await page.getByText(/^Why: /).count(), 0, 'reasons are folded away');
  await page.getByRole('button', { name: 'Reasons' }).click();
  await page.getByText(/^Why: /).first().waitFor();
  await page.getByRole('tab', { name: 'Talk' }).click();
  await page.getByText('Why the computer did that').waitFor();

  // it comes to an end, and the other side is asked
  await page.getByTestId('decision').getByText(/German|wins/).first().waitFor({ timeout: 240_000 });
  await page.locator('.thinking').waitFor({ state: 'detached' });

  // the seat can be handed to the computer and taken back
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Hand to the computer' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('button', { name: 'Hand to the computer' }).waitFor();
  assert.deepEqual(hand.complaints, []);
});
