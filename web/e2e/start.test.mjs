/** The start page: games on the shelf, my games with how they stand, the archive, links that are never lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('my games: your move first, archive, export and import, a lost link says so', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByText('No games yet').waitFor();
  // nobody looks at a large empty panel: it is a line, and the lesson has the room
  const [empty, lesson] = [await page.getByTestId('my-games').boundingBox(), await page.locator('.lesson').boundingBox()];
  assert.ok(empty.height < 70 && lesson.height > 3 * empty.height && lesson.width === empty.width, JSON.stringify([empty, lesson]));
  for (const [game, scenario] of [['Drive on Moscow', 'historical'], ['The Fords of Wend', 'standard']]) await hand.begin({ game, scenario });
  await page.goto(server.base);
  const rows = page.getByTestId('match-row');
  await page.getByText('2 your move').waitFor();
  assert.match(await rows.nth(0).innerText(), /Drive on Moscow[^]*Turn 1\s+of 9[^]*Your move: Order of phases/);
  assert.match(await rows.nth(1).innerText(), /The Fords of Wend[^]*Your move: March/);

  const taken = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export links' }).click();
  const file = await (await taken).path();

  await rows.nth(0).getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('button', { name: 'To the archive' }).click();
  assert.equal(await rows.count(), 1);
  await page.getByRole('button', { name: 'Archive (1)' }).click();
  await rows.first().getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('button', { name: 'Throw the link away' }).click();
  await page.getByRole('button', { name: 'Yes, throw the link away' }).click();
  await page.getByText('The archive is empty.').waitFor();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await rows.first().getByRole('link', { name: 'Drive on Moscow' }).click();
  await hand.ready();

  // another browser takes the links in
  const other = await Hand.sit(browser, server.base);
  await other.page.goto(server.base);
  await other.page.getByText('No games yet').waitFor();
  await other.page.getByLabel('Import links').setInputFiles(file);
  await other.page.getByText('2 links are new.').waitFor();
  await other.page.getByText('2 your move').waitFor();

  // a link that opens nothing stays until it is put away
  await other.page.evaluate(() => {
    const matches = JSON.parse(localStorage.getItem('grognard.matches'));
    localStorage.setItem('grognard.matches', JSON.stringify([{ ...matches[0], token: 'gone' }, ...matches]));
  });
  await other.page.reload();
  await other.page.getByText('This link opens no seat').waitFor();
  assert.deepEqual([...hand.complaints, ...other.complaints], []);
});
