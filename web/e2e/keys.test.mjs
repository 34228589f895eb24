import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';
import { whereIs } from './player.mjs';

const { server, browser } = await house();

test('a move, an overlay, a panel and a typed order with the keyboard alone', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await page.getByRole('button', { name: 'Move, then fight' }).focus();
  await page.keyboard.press('Enter');
  let match = await hand.settled((await hand.match()).revision - 1);

  await page.keyboard.press('m');
  await page.keyboard.press('.');
  await page.getByText('Click a lit hex to move.').waitFor();
  const from = await page.evaluate(() => document.querySelector('.head h2')?.textContent);
  assert.equal(from, '0407');
  await page.keyboard.press('q');
  await page.keyboard.press('Enter');
  match = await hand.settled(match.revision);
  assert.notEqual(whereIs(match.view, '251i'), '0407');

  await page.keyboard.press('Alt+c');
  assert.equal(await page.getByRole('button', { name: 'Who controls what' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('l');
  assert.equal(await page.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('/');
  await page.getByLabel('Order', { exact: true }).fill('move 26i 9999');
  await page.keyboard.press('Enter');
  await page.locator('dialog').getByTestId('refusal').waitFor();
  await page.getByLabel('Order', { exact: true }).fill('move 26i 0511');
  await page.keyboard.press('Enter');
  match = await hand.settled(match.revision);
  assert.equal(whereIs(match.view, '26i'), '0511');
  assert.deepEqual(hand.complaints, []);
});

test('lists are one stop of the Tab key, and typed orders are completed and mended', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'drive-on-moscow', scenario: 'campaign', hotseat: true });
  const piles = page.locator('.tray .pile');
  assert.ok((await piles.count()) > 3);
  const stops = (all) => all.filter((one) => one.tabIndex === 0).length;
  assert.equal(await piles.evaluateAll(stops), 1);
  await piles.first().focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(await piles.nth(1).evaluate((pile) => pile === document.activeElement && pile.tabIndex === 0));

  await hand.open({ game: 'drive-on-moscow', scenario: 'historical', hotseat: true });
  await hand.press('Move, then fight');
  await page.getByRole('tab', { name: 'Hex' }).click();
  assert.ok((await page.locator('.unit').count()) > 20);
  assert.equal(await page.locator('.unit').evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length), 1);
  await page.keyboard.press('/');
  const field = page.getByLabel('Order', { exact: true });
  await field.fill('mo');
  await field.press('Tab');
  assert.equal(await field.inputValue(), 'move ');
  const { units } = hand.verb(await hand.match(), 'move');
  const unit = units.find((id) => /^\d{3}i$/.test(id));
  await field.fill(`move ${unit.slice(0, -1)} 0101`);
  await field.press('Enter');
  await page.getByTestId('meant').click();
  assert.equal(await field.inputValue(), `move ${unit} 0101`);
  assert.deepEqual(hand.complaints, []);
});
