import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Hand, openBrowser, startServer } from './table.mjs';
import { Player } from './player.mjs';

let server, browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('the first two turns of both sides, from the set-up on, by clicking alone', { timeout: 600_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  await hand.begin({ scenario: 'campaign', seed: '11' });
  const player = new Player(hand);
  for (let count = 0; count < 200; count++) {
    const { view } = await hand.match();
    if (view.turn > 2 || view.winner) break;
    await player.turn();
  }
  const { view } = await hand.match();
  assert.equal(view.turn, 3);
  for (const step of ['setup.reserve', 'order', 'movement', 'combat', 'battle.announced', 'soviet.step', 'guards']) assert.ok(player.steps.has(step), step);
  assert.deepEqual(hand.complaints, []);
});
