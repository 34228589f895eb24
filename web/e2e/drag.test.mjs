/** Counters are dragged: over the map with the way shown, refused with its rule, and from the tray. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstMove, Hand, house } from './table.mjs';

const { server, browser } = await house();

async function drag(hand, from, to) {
  const { page } = hand;
  const end = await hand.find(to);
  const begin = typeof from === 'string' ? await hand.find(from) : from;
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(begin.x + 12, begin.y + 4, { steps: 3 });
  await hand.idle();
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.getByTestId('carried').waitFor();
  await page.mouse.up();
  await hand.idle();
}

test('a stack is dragged where it may go, and refused where it may not', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  await hand.open({ game: 'fords', seating: 'two', hotseat: true });
  let match = await hand.match();
  const [unit] = hand.verb(match, 'move').units;
  const at = (view) => Object.entries(view.stacks).find(([, stack]) => stack.units.some(({ id }) => id === unit))[0];
  const from = at(match.view);
  const stack = match.view.stacks[from].units.map(({ id }) => id).filter((id) => hand.verb(match, 'move').units.includes(id));
  const { hexes } = await hand.ask(`query/options?verb=move&units=${stack.join('%2B')}`);
  await drag(hand, from, hexes[0]);
  match = await hand.settled(match.revision);
  assert.equal(at(match.view), hexes[0]);

  const other = hand.verb(match, 'move').units.find((id) => !stack.includes(id));
  const place = Object.entries(match.view.stacks).find(([, { units }]) => units.some(({ id }) => id === other))[0];
  const far = Object.keys(match.view.stacks).filter((name) => /^\d+$/.test(name)).find((name) => name !== place && Math.abs(Number(name.slice(0, 2)) - Number(place.slice(0, 2))) > 4);
  await drag(hand, place, far);
  await hand.page.getByTestId('refusal').waitFor();
  assert.equal((await hand.match()).revision, match.revision);
  assert.deepEqual(hand.complaints, []);
});

test('a counter is dragged from the tray onto the map', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  await hand.open({ game: 'drive-on-moscow', scenario: 'campaign', hotseat: true });
  const match = await hand.match();
  const pile = await hand.page.locator('.tray .pile').first().boundingBox();
  await drag(hand, { x: pile.x + pile.width / 2, y: pile.y + pile.height / 2 }, '4014');
  const after = await hand.settled(match.revision);
  assert.equal(after.view.stacks['4014'].count, 1);
  assert.deepEqual(hand.complaints, []);
});

for (const body of [{ game: 'drive-on-moscow', scenario: 'historical' }, { game: 'barbarossa', scenario: 'campaign' }, { game: 'fire-in-the-east', scenario: 'historical' }])
  test(`${body.game}: one counter is dragged out of a spread stack, another from the list beside the map`, { timeout: 180_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    if (body.game === 'barbarossa') await hand.take(await firstMove(body.game, body.scenario));
    else await hand.open({ ...body, hotseat: true });
    if (body.game === 'drive-on-moscow') await hand.press('Move, then fight');
    await hand.ready();
    let match = await hand.match();
    const movers = hand.verb(match, 'move').units;
    const [from, units] = Object.entries(match.view.stacks).map(([hex, { units }]) => [hex, units.map(({ id }) => id)]).find(([hex, units]) => /\d{4}$/.test(hex) && units.length > 1 && units.every((id) => movers.includes(id)));
    for (const [unit, found] of [[units[0], (id) => page.locator('.fan .card').nth(units.indexOf(id))], [units[1], (id) => page.locator(`.unit[data-unit="${id}"]`)]]) {
      const { hexes } = await hand.ask(`query/options?verb=move&units=${unit}`);
      // beside the stack, so that both can be seen at once
      await hand.find(from);
      if (unit === units[0]) await hand.point(from);
      else await hand.click(from);
      const box = await found(unit).boundingBox({ timeout: 10_000 });
      const begin = { x: box.x + box.width / 3, y: box.y + box.height / 2 };
      const [end, map] = [await hand.page.evaluate((name) => window.hexOnPage(name), hexes[0]), await page.getByTestId('map').boundingBox()];
      assert.ok(end.x > map.x && end.x < map.x + map.width, 'the goal is in sight');
      await page.mouse.move(begin.x, begin.y);
      await page.mouse.down();
      await page.mouse.move(begin.x - 12, begin.y + 4, { steps: 3 });
      await page.mouse.move(end.x, end.y, { steps: 8 });
      await page.getByTestId('carried').waitFor();
      await page.mouse.up();
      match = await hand.settled(match.revision);
      const at = Object.entries(match.view.stacks).find(([, stack]) => stack.units.some(({ id }) => id === unit))[0];
      assert.equal(at, hexes[0]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    assert.deepEqual(hand.complaints, []);
  });
