/** Rules at hand: contents by chapter, several words, charts and the summary beside the map. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('chapters, search, and charts beside the map', { timeout: 120_000 }, async () => {
  for (const body of [{ game: 'drive-on-moscow', scenario: 'historical' }, { game: 'typhoon-1941', scenario: 'historical' }, { game: 'fire-in-the-east', scenario: 'historical' }, { game: 'what-if-1940' }, { game: 'fords' }]) {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.open({ ...body, hotseat: true });
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByText(/\d+ in \d+ chapters/).waitFor();
    const list = page.getByTestId('rules');
    assert.ok((await list.locator('details').count()) > 5);
    await list.locator('summary').nth(3).click();
    assert.ok(await list.locator('details').nth(3).locator('article').first().isVisible());
    await page.getByTestId('rules-search').fill('attack enem');
    assert.ok((await list.locator('article').count()) > 0);
    assert.match(await list.locator('mark').first().innerText(), /attack|enem/i);

    const { width } = await page.getByTestId('map').boundingBox();
    await page.getByRole('button', { name: 'Summary', exact: true }).click();
    await page.getByTestId('drawers').getByText('You win.').waitFor();
    assert.ok((await page.getByTestId('map').boundingBox()).width < width, 'the map gives way');
    const combat = page.getByRole('button', { name: 'Combat table' });
    if (await combat.count()) {
      await combat.click();
      // modifiers may lead beyond the faces of a die
      assert.equal(await page.locator('[data-chart=combat] tbody tr').count(), body.game === 'fire-in-the-east' ? 15 : 6);
    } else assert.equal(body.game, 'fords');
    assert.deepEqual(hand.complaints, []);
    await page.context().close();
  }
});
