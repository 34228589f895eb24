import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();
const viewport = { width: 390, height: 844 };

test('an attack with one finger, everything within the small screen', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { viewport, hasTouch: true, isMobile: true });
  const { page } = hand;
  await hand.begin();
  let match = await hand.match();
  await hand.press('Move, then fight');
  match = await hand.settled(match.revision);

  // the map has more than half of the screen, and the page says whose turn it is
  const map = await page.getByTestId('map').boundingBox();
  assert.ok(map.height > viewport.height / 2, `${map.height} of ${viewport.height}`);
  await page.getByTestId('whose').getByText('German').waitFor();

  // the builder opens under the finger, and the tap that opens it presses nothing in it
  await hand.tap(hand.verb(match, 'assault').hexes[0]);
  const builder = page.getByTestId('builder');
  await builder.locator('[data-unit][aria-pressed=true]').first().waitFor();
  await page.getByTestId('odds').waitFor();
  for (const shown of [builder, page.getByTestId('attack'), page.getByRole('button', { name: 'End of movement' })]) {
    const { x, y, width, height } = await shown.boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height);
  }
  // the target is in sight above it
  const target = await page.evaluate((name) => window.hexOnPage(name), hand.verb(match, 'assault').hexes[0]);
  const under = await builder.boundingBox();
  assert.ok(target.y > map.y && target.y < under.y && target.x > map.x && target.x < map.x + map.width, 'the target is above the builder');
  await page.getByTestId('attack').tap();
  const before = match.version;
  match = await hand.settled(match.revision);
  assert.ok(match.log.some((event) => (event.die || event.result) && event.at > before), `one tap attacks: ${match.view.decision.step}`);
  assert.deepEqual(hand.complaints, []);
});

test('the desk can be read on a small screen, below what is to be decided', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { viewport, hasTouch: true, isMobile: true });
  const { page } = hand;
  await hand.open({ game: 'fire-in-the-east', scenario: 'historical', players: { axis: 'human', soviet: 'computer:officer' } });
  await page.getByRole('tab', { name: /^Desk/ }).tap();
  const first = page.getByTestId('desk').locator('li').first();
  await first.waitFor();
  await first.scrollIntoViewIfNeeded();
  const { y, height } = await first.boundingBox();
  assert.ok(y + height <= viewport.height + 1, 'its first line is in sight');
  const covering = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-testid=desk] li') !== null, [60, y + Math.min(height, 40) / 2]);
  assert.ok(covering, 'and nothing lies over it');
  // the map keeps its half, and what is to be decided is found by scrolling back
  assert.ok((await page.getByTestId('map').boundingBox()).height > viewport.height / 2);
  await page.getByTestId('prompt').scrollIntoViewIfNeeded();
  assert.ok(await page.getByTestId('prompt').isVisible());
  assert.deepEqual(hand.complaints, []);
});

test('a board of two maps leaves its boxes aside on a small screen until they are asked for', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { viewport, hasTouch: true, isMobile: true });
  const { page } = hand;
  await hand.open({ game: 'what-if-1940', hotseat: true });
  assert.ok((await page.getByTestId('map').boundingBox()).height > viewport.height / 2, 'the map has more than half of the screen');
  await page.getByTestId('maps').getByRole('button', { name: 'Boxes' }).tap();
  await page.getByTestId('boxes').waitFor();
  assert.deepEqual(hand.complaints, []);
});
