/** An attack is two clicks: the target, Attack. What it would bring is said before, what it has brought stands beside the map. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player, shapeOf } from './player.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

const GAMES = [
  { body: { game: 'drive-on-moscow', scenario: 'historical' }, shifts: true },
  { body: { game: 'typhoon-1941', scenario: 'historical' }, shifts: true },
  { body: { game: 'barbarossa', scenario: 'campaign' }, shifts: true },
  { body: { game: 'what-if-1940' }, shifts: false },
];

for (const { body, shifts } of GAMES) {
  test(`${body.game}: what follows if the target falls, what does not count, and the result beside the map`, { timeout: 120_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.open({ hotseat: true, ...body });
    const aims = (match) => match.view.decision?.verbs?.find((verb) => shapeOf(verb) === 'hex-units' && verb.hexes?.length);
    const player = new Player(hand, { moves: 0, attacks: 0 });
    let match = await hand.match();
    for (let count = 0; count < 30 && !aims(match); count++) match = await player.turn(match);
    await hand.ready();
    const attack = aims(match);
    assert.ok(attack, match.view.decision.step);
    const confirm = page.getByTestId('attack');
    await page.evaluate(() => {
      window.clicks = 0;
      addEventListener('pointerdown', () => (window.clicks += 1), true);
    });
    for (const target of attack.hexes) {
      await page.evaluate(() => (window.clicks = 0));
      await hand.click(target);
      const falls = page.getByTestId('falls');
      await falls.getByText(/loses|nothing that counts|cut off/).waitFor();
      const { consequences } = await hand.ask(`query/falls?hex=${target}`);
      if (consequences.length) await falls.getByText(consequences[0].text).waitFor();
      if (!(await confirm.isEnabled()) && (await page.getByTestId('builder').locator('[data-unit]').count())) await page.getByTestId('builder').locator('[data-unit]').first().click();
      await hand.idle();
      if (await confirm.isEnabled()) break;
      await page.keyboard.press('Escape');
    }
    if (shifts) {
      const absent = page.getByTestId('no-shift').first();
      assert.notEqual(await absent.locator('s').innerText(), '');
      assert.match(await absent.getAttribute('title'), /Does not count: \w+/);
    }
    await confirm.click();
    const clicks = await page.evaluate(() => window.clicks); // before the screen is handed over, should the enemy have to retreat
    match = await hand.settled(match.revision);
    if (body.scenario === 'historical') {
      assert.equal(clicks, 2, 'a battle is two clicks: target, Attack');
      assert.notEqual(match.view.decision?.step, 'battle.announced', 'no second page with the same numbers');
    }
    const card = page.getByTestId('result');
    if (match.log.some((event) => event.die)) {
      const [shown, map] = [await card.boundingBox(), await page.getByTestId('map').boundingBox()];
      assert.ok(shown.x >= map.x + map.width - 1, 'the card hides nothing of the map');
    }
    assert.deepEqual(hand.complaints, []);
  });
}
