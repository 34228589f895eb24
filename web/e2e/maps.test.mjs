/** Boards of several maps: all of them on one screen with every box, a switch between them, and two turns of every seat. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';
import { Player } from './player.mjs';

const { server, browser } = await house();
const ask = async (path) => (await fetch(`${server.base}/api/games${path}`)).json();

for (const { slug, title, seatings, scenarios, playable } of await ask('')) {
  const board = playable ? await ask(`/${slug}/board`) : { hexes: [] };
  const planes = [...new Set(board.hexes.map(({ plane }) => plane))];
  if (planes.length < 2) continue;
  const most = seatings.at(-1);

  test(`${title}: both maps and all boxes on one screen`, { timeout: 240_000 }, async () => {
    const hand = await Hand.sit(browser, server.base, { viewport: { width: 1440, height: 900 } });
    await hand.begin({ game: title, scenario: scenarios[0].name });
    const { page } = hand;
    const inSight = async (hexes) => {
      const box = await page.getByTestId('map').boundingBox();
      const spots = await page.evaluate((names) => names.map((name) => window.hexOnPage(name)), hexes.map(({ name }) => name));
      return spots.filter(({ x, y }) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).length / spots.length;
    };
    const switchTo = async (name) => {
      await page.getByTestId('maps').getByRole('button', { name, exact: true }).click();
      await page.getByTestId('maps').getByRole('button', { name, exact: true, pressed: true }).waitFor();
    };
    await switchTo('All');
    for (const plane of planes) assert.equal(await inSight(board.hexes.filter((hex) => hex.plane === plane)), 1, `the whole ${plane} map`);
    for (const plane of planes) {
      await switchTo(plane[0].toUpperCase() + plane.slice(1));
      assert.equal(await inSight(board.hexes.filter((hex) => hex.plane === plane)), 1);
      assert.ok((await inSight(board.hexes.filter((hex) => hex.plane !== plane))) < 1, `${plane} alone`);
    }
    // the keys go round
    await page.keyboard.press(']');
    await page.getByTestId('maps').getByRole('button', { pressed: true }).first().waitFor();
    assert.equal(await inSight(board.hexes.filter((hex) => hex.plane === planes[0])), 1);
    // every box is named, and what lies in it is counted
    const strip = await page.getByTestId('boxes').innerText();
    for (const box of board.boxes.filter(({ tags }) => !tags.includes('turn'))) assert.ok(strip.includes(box.title.split(': ')[0]), box.title);
    await page.getByTestId('maps').getByRole('button', { name: 'Boxes' }).click();
    assert.equal(await page.getByTestId('boxes').count(), 0);
    assert.deepEqual(hand.complaints, []);
  });

  test(`${title}: set-up and two turns of all ${most.seats.length} seats`, { timeout: 900_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    await hand.begin({ game: title, scenario: scenarios[0].name, seating: most.name });
    const player = new Player(hand, { moves: 1, attacks: 1 });
    let match = await hand.match();
    for (let count = 0; count < 500 && match.view.turn < 3 && !match.view.winner; count++) match = await player.turn(match);
    assert.equal(match.view.turn, 3, `stuck at ${match.view.decision?.step}`);
    assert.deepEqual([...player.seats].sort(), match.seats.map(({ name }) => name).sort());
    assert.ok([...player.steps].some((step) => step.startsWith('battle.')), [...player.steps].join());
    assert.deepEqual(hand.complaints, []);
  });
}
