import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whereIs } from './player.mjs';
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

/** What a finger that rests does. */
async function hold(hand, hex) {
  const { x, y } = await hand.find(hex);
  const line = await hand.page.context().newCDPSession(hand.page);
  await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await hand.page.getByTestId('hexmenu').waitFor();
  await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

for (const body of [{ game: 'drive-on-moscow', scenario: 'historical' }, { game: 'fire-in-the-east', scenario: 'historical' }, { game: 'fords', seating: 'two' }])
  test(`${body.game}: a finger is shown the way first and confirms it, and what it holds lists all that can be done`, { timeout: 180_000 }, async () => {
    const hand = await Hand.sit(browser, server.base, { viewport, hasTouch: true, isMobile: true });
    const { page } = hand;
    await hand.open({ ...body, hotseat: true });
    if (body.game === 'drive-on-moscow') await hand.press('Move, then fight');
    await hand.ready();
    let match = await hand.match();
    const movers = hand.verb(match, 'move').units;
    const stacks = Object.entries(match.view.stacks).map(([hex, { units }]) => [hex, units.map(({ id }) => id).filter((id) => movers.includes(id))]).filter(([hex, units]) => units.length && /\d{4}$/.test(hex));
    const [from, units] = stacks[Math.floor(stacks.length / 2)];
    await hand.tap(from);
    await page.waitForFunction(() => window.litHexes() > 0);
    const { hexes } = await hand.ask(`query/options?verb=move&units=${units.join('%2B')}`);
    const goal = hexes[0];
    await hand.tap(goal);
    const preview = page.getByTestId('preview');
    await preview.getByText(goal).waitFor();
    assert.equal((await hand.match()).revision, match.revision, 'nothing has gone yet');
    await preview.getByRole('button', { name: 'No' }).tap();
    await preview.waitFor({ state: 'detached' });
    await hand.tap(goal);
    await preview.getByRole('button', { name: 'Move' }).tap();
    match = await hand.settled(match.revision);
    assert.equal(whereIs(match.view, units[0]), goal);

    // the menu is within the map, and a second stack is taken up from it
    const [one, other] = stacks.filter(([hex]) => hex !== from && hex !== goal);
    await hand.tap(one[0]);
    await hand.find(other[0]);
    await hold(hand, other[0]);
    const menu = page.getByTestId('hexmenu');
    const [map, box] = [await page.getByTestId('map').boundingBox(), await menu.boundingBox()];
    assert.ok(box.y >= map.y && box.y + box.height <= map.y + map.height + 1, 'all of it is in sight');
    await menu.getByRole('menuitem', { name: /Take up as well/ }).tap();
    await page.getByTestId('group').getByText('2 stacks').waitFor();
    // where they would go is shown before they go, too
    await hand.tap(one[0]);
    await preview.getByText('2 stacks towards').waitFor();
    assert.equal((await hand.match()).revision, match.revision);
    // the bar above fits: nothing of it is cut off
    const { scroll, height } = await page.locator('header .turn').evaluate((turn) => ({ scroll: turn.scrollHeight, height: turn.parentElement.clientHeight }));
    assert.ok(scroll <= height, `${scroll} of ${height}`);
    assert.deepEqual(hand.complaints, []);
  });
