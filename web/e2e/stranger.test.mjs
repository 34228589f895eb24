/** What a stranger meets on the first evening: reasons, places, sides, words. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Hand, firstMove, house, midGame } from './table.mjs';

const { server, browser } = await house();

/** Is a hex in sight on the map? */
async function inSight(hand, hex) {
  const box = await hand.page.getByTestId('map').boundingBox();
  const spot = await hand.page.evaluate((name) => window.hexOnPage(name), hex);
  return spot.x > box.x && spot.x < box.x + box.width && spot.y > box.y && spot.y < box.y + box.height;
}

test('Typhoon 1941: who flies where against whom is asked with the map there, and the strip of phases can be read to its end', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  const save = await midGame('typhoon-1941', { turn: 2, seed: 2 });
  await hand.take(save);
  const { view } = await hand.match();
  assert.equal(view.decision.step, 'air.intercept');
  const [, hex] = /(\d{4})/.exec(view.decision.prompt);
  assert.match(await page.getByTestId('prompt').innerText(), /^German 2\.Flgrkps: to bomb \d{4}, where .+ stands?\. Send aircraft against them\?$/);
  assert.ok(await inSight(hand, hex));
  await page.getByRole('heading', { name: hex }).waitFor();
  // at 1280 pixels the present step is in sight, and the last can be scrolled to
  const strip = page.getByTestId('strip');
  const seen = async (locator) => {
    const [inner, outer] = [await locator.boundingBox(), await strip.boundingBox()];
    return inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1;
  };
  assert.ok(await seen(strip.locator('.now')));
  await strip.hover();
  await page.mouse.wheel(0, 2000);
  await page.waitForTimeout(200);
  assert.ok(await seen(strip.locator('li').last()));
  assert.deepEqual(hand.complaints, []);
});

test('a hex out of reach says why, under the pointer and after a click; what is pointed at is never stale', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.take(await firstMove('drive-on-moscow'));
  const match = await hand.match();
  const unit = hand.verb(match, 'move').units.find((id) => /pz$/.test(id)) ?? hand.verb(match, 'move').units[0];
  const start = Object.entries(match.view.stacks).find(([, stack]) => stack.units.some(({ id }) => id === unit))[0];
  await hand.click(start);
  const far = `${start.slice(0, 2)}${String(Number(start.slice(2)) + (Number(start.slice(2)) > 20 ? -14 : 14)).padStart(2, '0')}`;
  await hand.point(far);
  const reason = /would cost \d+ movement points and only \d+ are left|is open: |marsh|holds enemy/;
  await page.getByTestId('hint').waitFor();
  assert.match(await page.getByTestId('hint').innerText(), reason);
  // the map moves under the pointer: the card no longer speaks of what lay there
  assert.equal(await page.getByTestId('hovercard').locator('strong').first().innerText(), far);
  await page.evaluate(() => window.panMap(0, 160));
  await page.waitForFunction((old) => document.querySelector('[data-testid=hovercard] strong')?.textContent !== old, far);
  assert.deepEqual(hand.complaints, []);
});

test('typed orders: completed by what is printed on a counter in Fire in the East, mended in the combat of Barbarossa', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.take(await firstMove('fire-in-the-east'));
  await page.keyboard.press('/');
  const line = page.getByLabel('Order', { exact: true });
  await line.fill('move 3');
  await page.locator('#ways').getByText('3rd', { exact: false }).first().waitFor();
  await line.press('Tab');
  assert.match(await line.inputValue(), /^move ge3\w+ $/);
  await line.fill('move motori');
  await page.locator('#ways').getByText('Motorized Division', { exact: false }).first().waitFor();

  const other = await Hand.sit(browser, server.base);
  await other.take(await firstMove('barbarossa'));
  const match = await other.until((decision) => decision.verbs?.some((verb) => verb.hex_first && verb.hexes?.length));
  const verb = match.view.decision.verbs.find((one) => one.hex_first && one.hexes?.length);
  await other.page.keyboard.press('/');
  const order = other.page.getByLabel('Order', { exact: true });
  const own = Object.values(match.view.stacks).flatMap(({ units }) => units).find((one) => one.side === 0 && /^\w+i$/.test(one.id));
  await order.fill(`${verb.verb.slice(0, -1)} ${verb.hexes[0]} wiht ${own.id}x`);
  await order.press('Enter');
  await other.page.getByTestId('meant').waitFor();
  assert.equal(await other.page.getByTestId('meant').innerText(), `${verb.verb} ${verb.hexes[0]} with ${own.id}`);
  assert.deepEqual([...hand.complaints, ...other.complaints], []);
});

test('1940: What If?: five sides have five marks and five colours', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  await hand.take(await midGame('what-if-1940', { turn: 2, seed: 2 }));
  const marks = await hand.page.getByTestId('strip').locator('.side > span:first-child').evaluateAll((all) => all.map((one) => [one.textContent, getComputedStyle(one).color]));
  assert.equal(new Set(marks.map(([mark]) => mark)).size, 5);
  assert.equal(new Set(marks.map(([, colour]) => colour)).size, 5);
  assert.deepEqual(hand.complaints, []);
});

for (const [game, hex] of [['typhoon-1941', '1011'], ['barbarossa', '1816']])
  test(`${game}: the card of a hex goes when the map moves under the pointer, and when a box is drawn from it`, { timeout: 180_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.open({ game, hotseat: true });
    const card = page.getByTestId('hovercard');
    await hand.point(hex);
    await card.getByText(hex, { exact: true }).waitFor();
    await page.evaluate(() => window.panMap(0, 160));
    await page.waitForFunction((old) => document.querySelector('[data-testid=hovercard] strong')?.textContent !== old, hex);
    await hand.point(hex);
    await card.getByText(hex, { exact: true }).waitFor();
    const { x, y } = await hand.find(hex);
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 60, { steps: 4 });
    await card.waitFor({ state: 'detached' });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    assert.equal(await card.count(), 0);
    assert.deepEqual(hand.complaints, []);
  });
