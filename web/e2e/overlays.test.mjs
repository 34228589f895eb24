/** Supply as lines of all stacks, and signs where one must stop: a picture looked at, and what the server says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house, midGame } from './table.mjs';

const { server, browser } = await house();

for (const game of ['drive-on-moscow', 'typhoon-1941'])
  test(`${game}: every stack of a random game has a supply line or is told to be cut off`, { timeout: 120_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.take(await midGame(game, { turn: 2, seed: 5 }));
    const { view } = await hand.match();
    const shown = () => page.evaluate(() => document.querySelector('[data-testid=map]').toDataURL());
    const before = await shown();
    const asked = page.waitForResponse((answer) => answer.url().includes('supply-lines'));
    await page.keyboard.press('Alt+s');
    await asked;
    await page.getByTestId('legend').getByText('lines of the stacks').waitFor();
    await page.waitForFunction((before) => document.querySelector('[data-testid=map]').toDataURL() !== before, before);
    const sides = ['german', game === 'typhoon-1941' ? 'russian' : 'soviet'];
    const lines = await Promise.all(sides.map((side) => hand.ask(`query/supply-lines?side=${side}`)));
    const [steps, sources, cut] = ['steps', 'sources', 'cut'].map((part) => lines.flatMap((one) => one[part]));
    assert.ok(steps.length && sources.length, 'somebody is fed');
    // lines lead on until they come to a source
    for (const { end } of steps) assert.ok(sources.includes(end) || steps.some(({ start }) => start === end), `${end} leads nowhere`);
    for (const { hex, why } of cut) assert.ok(view.stacks[hex] && why);
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/supply-${game}.png` });
    if ((await page.getByRole('button', { name: 'Zones of control' }).count()) > 0) {
      await page.keyboard.press('Alt+z');
      await page.getByTestId('legend').getByText('stop on entering').waitFor();
      assert.equal((await hand.ask(`query/zones?side=${sides[0]}`)).stops, true);
      if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/zones-${game}.png` });
    }
    assert.deepEqual(hand.complaints, []);
  });

test('Fire in the East: zones of control of both sides, and those of one', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'fire-in-the-east', scenario: 'historical', hotseat: true });
  await page.keyboard.press('Alt+z');
  const legend = page.getByTestId('legend');
  await legend.getByText('Zones of control').waitFor();
  const [axis, soviet] = await Promise.all(['axis', 'soviet'].map((side) => hand.ask(`query/zones?side=${side}`)));
  assert.ok(axis.hexes.length > 30 && soviet.hexes.length > 30 && !axis.stops);
  await page.waitForFunction((count) => window.zoneHexes() === count, axis.hexes.length + soviet.hexes.length);
  await legend.getByRole('button', { name: 'Mine' }).click();
  await page.waitForFunction((count) => window.zoneHexes() === count, axis.hexes.length);
  // a zone stops nobody here, and the legend does not say so
  assert.equal(await legend.getByText('stop on entering').count(), 0);
  assert.deepEqual(hand.complaints, []);
});
