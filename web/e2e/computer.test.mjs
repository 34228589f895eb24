import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Hand, openBrowser, startServer } from './table.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('the computer sets up and opens the game, shows that it thinks, and says why', { timeout: 300_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin({ scenario: 'historical', players: { german: 'computer:standard' } });
  for (let count = 0; count < 240; count++) {
    const { view } = await hand.match();
    if (view.decision?.seat === 'soviet' || view.winner) break;
    await page.waitForTimeout(1000);
  }
  await page.getByTestId('decision').getByText(/Soviet|wins/).waitFor();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByText(/^Why: /).first().waitFor();
  await page.getByRole('tab', { name: 'Talk' }).click();
  await page.getByText('Why the computer did that').waitFor();

  // the seat can be handed to the computer and taken back
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Hand to the computer' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByRole('button', { name: 'Hand to the computer' }).waitFor();
  assert.deepEqual(hand.complaints, []);
});
