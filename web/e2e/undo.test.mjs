/** Taking back and doing again: over the end of a phase when alone, by consent against a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house, midGame } from './table.mjs';

const { server, browser } = await house();

/** Who plays; whoever plays alone, or at one screen, takes back freely. */
const GAMES = [
  { game: 'drive-on-moscow', scenario: 'historical', players: { soviet: 'computer' }, steps: 2 },
  { game: 'typhoon-1941', scenario: 'historical', players: { russian: 'computer' }, steps: 1 },
  { game: 'barbarossa', scenario: 'historical', players: { soviet: 'computer' }, steps: 1 },
  { game: 'fire-in-the-east', scenario: 'historical', hotseat: true, steps: 1 },
  { game: 'what-if-1940', played: true, steps: 1 },
  { game: 'fords', seating: 'two', hotseat: true, steps: 1 },
];

for (const { steps, played, ...body } of GAMES) {
  test(`${body.game}: the end of a phase is taken back and done again`, { timeout: 180_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    // where nothing ends a set-up, it is begun from a game that is under way
    if (played) await hand.take(await midGame(body.game, { marching: true }));
    else await hand.open(body);
    // where the enemy has the first word he says it before anything can be taken back
    while (!(await hand.match()).view.decision.verbs) await page.waitForTimeout(200);
    await hand.ready();
    const views = [(await hand.match()).view];
    for (let step = 0; step < steps; step++) {
      const before = await hand.match();
      const verbs = before.view.decision.verbs ?? [];
      const order = verbs.find((verb) => verb.verb === 'order');
      if (order) await page.locator('[data-word]').first().click();
      else await hand.press(verbs.find((verb) => verb.ends).title);
      const after = await hand.settled(before.revision);
      assert.ok(after.undo);
      views.push(after.view);
    }
    for (const view of views.slice(0, -1).reverse()) {
      const before = await hand.match();
      await page.getByRole('button', { name: 'Undo' }).click();
      const now = await hand.settled(before.revision);
      assert.deepEqual(now.view, view);
    }
    for (const view of views.slice(1)) {
      const before = await hand.match();
      await page.keyboard.press('y');
      const now = await hand.settled(before.revision);
      assert.deepEqual(now.view, view);
    }
    assert.ok(await page.getByRole('button', { name: 'Redo' }).isDisabled());
    assert.deepEqual(hand.complaints, []);
  });
}
