/** Where am I: the steps of the turn, the scale, a map without blur or faults, and a first view of what matters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house, midGame } from './table.mjs';

const { server, browser } = await house();

for (const game of ['barbarossa', 'typhoon-1941', 'fords'])
  test(`${game}: the header says which step of the turn it is, and the map is drawn without a fault`, { timeout: 180_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    const faults = [];
    page.on('response', (answer) => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`));
    if (game === 'fords') await hand.open({ game, seating: 'two', hotseat: true });
    else await hand.take(await midGame(game, { turn: 2, seed: 5, set: 1 }));
    const { status, turn } = (await hand.match()).view;
    const now = status.phases.findIndex((phase) => phase.now);
    const strip = page.getByTestId('strip');
    assert.equal(await strip.locator('[aria-current=step]').innerText(), status.phases[now].title);
    for (const phase of status.phases) assert.ok((await strip.textContent()).includes(phase.title), phase.title);
    if (now) assert.equal((await strip.locator('.done').textContent()).split('✓').length - 1, now);
    await page.getByText(`Turn ${turn}`, { exact: true }).first().waitFor();
    await page.getByRole('img', { name: /^Scale: / }).waitFor();
    if (status.ground || status.weather) await page.getByTitle(/^Weather: /).waitFor();
    // the turn track has the sign of all weather that is known
    const known = status.track?.filter((box) => box.sky || (box.turn === turn && status.sky)) ?? [];
    assert.equal(await page.locator('.track [data-sky]').count(), known.length);
    assert.equal(known.length > 0, game === 'typhoon-1941');
    await hand.drawn();
    assert.deepEqual(faults, []);
    assert.deepEqual(hand.complaints, []);
  });

test('a short scenario on a huge board opens where it is fought', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'fire-in-the-east', scenario: 'frontier', hotseat: true });
  for (let count = 0; count < 6 && (await hand.match()).view.decision.seat === 'soviet'; count++) {
    const history = page.getByRole('button', { name: 'As in history' });
    if (await history.count()) await history.first().click();
    await hand.idle();
    await hand.press('Done');
    await hand.ready();
  }
  const { view } = await hand.match();
  assert.equal(view.decision.seat, 'axis');
  const map = await page.getByTestId('map').boundingBox();
  // the counters that stand there fill a good part of the window
  await page.waitForFunction(
    ([names, least]) => {
      const spots = names.map((name) => window.hexOnPage(name));
      const span = (of) => Math.max(...spots.map(of)) - Math.min(...spots.map(of));
      return span((spot) => spot.x) > least.x || span((spot) => spot.y) > least.y;
    },
    [Object.keys(view.stacks).filter((name) => /\d{4}$/.test(name)), { x: map.width / 2, y: map.height / 2 }],
  );
  assert.deepEqual(hand.complaints, []);
});

test('five sides and two maps: nothing of the turn is cut off, all of the board is in sight, and the small map covers none of it', { timeout: 120_000 }, async () => {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
    const hand = await Hand.sit(browser, server.base, { viewport });
    const { page } = hand;
    await hand.open({ game: 'what-if-1940', hotseat: true });
    await page.getByTestId('maps').getByRole('button', { name: 'All' }).click();
    const { hexes } = await fetch(`${server.base}/api/games/what-if-1940/board`).then((answer) => answer.json());
    const names = hexes.map((hex) => hex.name);
    const map = await page.getByTestId('map').boundingBox();
    const spots = await page.evaluate((names) => names.map((name) => window.hexOnPage(name)), names);
    assert.ok(spots.length > 500 && spots.every(({ x, y }) => x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height), `${viewport.width}: all hexes are in the window`);
    if (viewport.width > 600) {
      const cut = await page.getByTestId('strip').evaluate((strip) => strip.scrollWidth - strip.clientWidth);
      assert.equal(cut, 0, `${viewport.width}: the strip is cut off`);
      for (const side of ['Soviet', 'Belgian', 'Dutch']) assert.match(await page.getByTestId('strip').textContent(), new RegExp(side));
    }
    assert.equal(await page.getByTestId('small-map').count(), 0);
    await page.getByRole('button', { name: 'Small map', exact: true }).click();
    const small = await page.getByTestId('small-map').boundingBox();
    assert.ok(small.x >= map.x + map.width || small.y >= map.y + map.height, 'the small map lies beside the map');
    await page.getByRole('button', { name: 'Close the small map' }).click();
    assert.equal(await page.getByTestId('small-map').count(), 0);
    assert.deepEqual(hand.complaints, []);
  }
});
