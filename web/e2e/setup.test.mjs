import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('set-up: by hand, picked up again, automatic, historical', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ scenario: 'campaign' });

  let match = await hand.match();
  const place = hand.verb(match, 'place');
  assert.ok(place.units.length > 0);
  await page.locator('.tray .pile').first().click();
  await page.getByText('Click a lit hex to place.').waitFor();
  await hand.click('4014');
  match = await hand.settled(match.revision);
  assert.equal(match.view.stacks['4014'].count, 1);

  // the next counter comes to hand by itself; a hex outside the area is refused with its rule
  await page.getByText('Click a lit hex to place.').waitFor();
  await hand.click('0110');
  await page.getByTestId('refusal').waitFor();
  assert.match(await page.getByTestId('refusal').innerText(), /3\.3b/);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await hand.click('4014');
  await page.getByTestId('confirm').click();
  match = await hand.settled(match.revision);
  assert.equal(match.view.stacks['4014'], undefined);

  for (const step of ['Set up for me', 'Set up for me', 'Historical set-up']) {
    await hand.press(step);
    match = await hand.settled(match.revision);
    await hand.press('Set-up complete');
    match = await hand.settled(match.revision);
  }
  assert.equal(match.view.decision.step, 'order');
  assert.deepEqual(hand.complaints, []);
});
