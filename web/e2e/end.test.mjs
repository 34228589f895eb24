/** The end of every game, played at random: who has won, where and by which rule, what it turned on, plots, and what now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house, midGame } from './table.mjs';

const { server, browser } = await house();

const GAMES = [
  { game: 'drive-on-moscow' }, { game: 'typhoon-1941' }, { game: 'barbarossa' }, { game: 'what-if-1940' }, { game: 'fire-in-the-east', scenario: 'arctic' }, { game: 'fords' },
];

for (const { game, scenario } of GAMES)
  test(`${game}: the end of a game is told, plotted and can be watched again`, { timeout: 240_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.take(await midGame(game, { turn: 99, seed: 1, scenario }));
    const end = page.locator('section:has(> .body #end-title)');
    await end.waitFor();
    const { outcome, reason, winner } = (await hand.match()).view;
    assert.match(await end.getByRole('heading', { level: 2 }).innerText(), winner === 'draw' ? /draw/i : / wins?$/);
    await end.getByRole('heading', { name: /Losses by turn/i }).waitFor();
    if (reason) assert.ok(await end.getByText(reason, { exact: true }).count(), `the rule ${reason} is a click away`);
    // where it was decided is in sight
    const { hex } = await hand.ask('review');
    if (hex) {
      const box = await page.getByTestId('map').boundingBox();
      await page.waitForFunction(
        ([name, box]) => {
          const spot = window.hexOnPage(name);
          return spot.x > box.x && spot.x < box.x + box.width && spot.y > box.y && spot.y < box.y + box.height;
        },
        [hex, box],
      );
    }
    const again = end.getByRole('button', { name: /^(Replay from turn \d+|Watch it again)$/ });
    for (const name of ['Rematch', 'Swap sides']) assert.ok(await end.getByRole('button', { name }).first().isEnabled(), name);
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/end-${game}.png` });
    await again.click();
    await page.getByRole('heading', { name: 'Replay' }).or(page.getByTestId('film')).first().waitFor();
    assert.ok(outcome?.reason || winner, 'it is said why');
    assert.deepEqual(hand.complaints, []);
  });
