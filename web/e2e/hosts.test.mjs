/** Nothing leaves for a foreign host: what is asked for is written down, and the policy of the page allows nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostsOf } from './ears.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('no request leaves for a foreign host, and the policy forbids it', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  const hosts = hostsOf(page);
  const answer = await page.goto(server.base);
  assert.match(answer.headers()['content-security-policy'], /default-src 'none'.*connect-src 'self'/);
  await page.getByRole('button', { name: 'Play Drive on Moscow' }).waitFor();
  for (const path of ['/rules#fords', '/puzzles']) {
    await page.goto(server.base + path);
    await page.waitForLoadState('networkidle');
  }
  await hand.open({ game: 'fords', seating: 'two', hotseat: true });
  await hand.press('Done');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sounds are off' }).click();
  await page.getByRole('button', { name: 'Sounds are on' }).waitFor();
  const own = new URL(server.base).host;
  assert.deepEqual([...hosts].filter((host) => host && host !== own), []);
  const refused = await page.evaluate(() => fetch('https://example.org/').then(() => 'answered', () => 'refused'));
  assert.equal(refused, 'refused');
  assert.deepEqual(hand.complaints.filter((said) => !said.includes('example.org')), []);
});
