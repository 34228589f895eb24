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

const GAMES = [
  { game: 'Drive on Moscow', seed: '11', steps: ['setup.reserve', 'order', 'movement', 'combat', 'battle.announced', 'soviet.step', 'guards'] },
  { game: 'Typhoon 1941', seed: '7', steps: ['setup.russian', 'setup.german', 'orders', 'attack', 'allocation', 'battle.announced', 'battle.retreat', 'movement', 'reinforcement'] },
];

for (const { game, seed, steps } of GAMES) {
  test(`${game}: two turns of both sides, from the set-up on, by clicking alone`, { timeout: 900_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    await hand.begin({ game, scenario: 'campaign', seed });
    const player = new Player(hand);
    for (let count = 0; count < 250; count++) {
      const { view } = await hand.match();
      if (view.turn > 2 || view.winner) break;
      await player.turn();
    }
    const { view } = await hand.match();
    assert.equal(view.turn, 3);
    for (const step of steps) assert.ok(player.steps.has(step), step);
    assert.deepEqual(hand.complaints, []);
  });
}
