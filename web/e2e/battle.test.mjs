/** Battles to the end: every step that a battle of the game may ask for is answered by clicking. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './player.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

/** What battles must have asked for before they are believed; the dice decide which battle asks for what. */
const GAMES = [
  { game: 'Drive on Moscow', scenario: 'historical', steps: ['retreat', 'advance'] },
  { game: 'Typhoon 1941', scenario: 'campaign', steps: ['announced', 'push', 'retreat', 'advance'] },
  { game: 'Barbarossa 1941-45', scenario: 'campaign', steps: ['losses', 'retreat', 'advance'] },
];

let answered = 0;

for (const { game, scenario, steps } of GAMES) {
  test(`${game}: a battle from its announcement to the advance`, { timeout: 600_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.begin({ game, scenario });
    const player = new Player(hand, { moves: 1, attacks: 12 });
    const missing = () => steps.filter((step) => !player.steps.has(`battle.${step}`));
    let explained = '';
    let match = await hand.match();
    for (let count = 0; count < 300 && match.view.turn < 4 && !match.view.winner && (missing().length || !explained); count++) {
      match = await player.turn(match);
      const { battle } = match.view.status;
      const result = battle?.results?.[0];
      if (!result || explained) continue;
      // what the die has brought stands in the panel, in words and with its rule
      await hand.ready();
      const card = page.getByTestId('result').getByRole('button', { name: 'Close' });
      const told = page.getByTestId('decision-panel');
      if (await card.count()) {
        // it is not said twice: the panel tells it when the card is gone
        assert.equal(await told.getByText(`Result ${result}: `).count(), 0);
        await card.click();
      }
      await told.getByText(`Result ${result}: `).click();
      explained = await told.getByTestId('meaning').first().innerText();
    }
    assert.deepEqual(missing(), [], 'the battles never asked for this');
    assert.match(explained, /\w+ \w+ \w+/);
    assert.match(player.odds, /Ladder[^]*The die at[^]*Over all it could be[^]*%/i);

    await hand.ready();
    await page.getByRole('tab', { name: 'Log' }).click();
    const verdict = page.getByTestId('log').locator('li', { hasText: /Result [A-Z]/ }).first();
    assert.match(await verdict.getAttribute('title'), /\w+ \w+ \w+/);
    // a battle is one entry with all that followed from it, under the phase in which it was fought
    const fought = page.getByTestId('log').locator('details', { hasText: /Result [A-Z]/ }).first();
    await fought.locator('summary').click();
    assert.ok((await fought.locator('.line').count()) > 2, 'the battle is told line by line');
    assert.ok(await page.getByTestId('log-phase').count(), 'under its phase');
    // what left nothing to choose was answered without a click, and the log says so
    const alone = await page.evaluate(() => Object.keys(localStorage).flatMap((key) => (key.startsWith('grognard.only.') ? JSON.parse(localStorage[key]) : [])));
    answered += alone.length;
    if (alone.length) assert.ok(await page.getByTestId('only').count(), 'the log does not say what was answered');
    assert.deepEqual(hand.complaints, []);
  });
}

test('some questions of these battles had one answer', () => assert.ok(answered > 0));
