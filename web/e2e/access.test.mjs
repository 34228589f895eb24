import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './axe.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

for (const colorScheme of ['light', 'dark']) {
  test(`every page and panel is accessible, ${colorScheme}`, { timeout: 240_000 }, async () => {
    const hand = await Hand.sit(browser, server.base, { colorScheme });
    const { page } = hand;
    const found = [];
    const look = async (where) => found.push(...(await faults(page, where)));
    await page.goto(server.base);
    await page.getByRole('button', { name: 'Play Drive on Moscow' }).click();
    await page.getByTestId('begin').waitFor();
    await look('new game');
    await page.keyboard.press('Escape');
    await look('start');
    await page.goto(`${server.base}/rules#drive-on-moscow`);
    await page.getByTestId('rules').locator('summary').first().waitFor();
    await look('rules');

    await hand.begin({ scenario: 'campaign' });
    await look('set-up');
    await hand.begin();
    await hand.press('Move, then fight');
    for (const key of ['d', 'h', 'l', 'b', 'v', 'r', 'p', 't']) {
      await page.keyboard.press(key);
      await look(`panel ${key}`);
      if (key === 'h') {
        await page.getByRole('button', { name: 'Formations', exact: true }).click();
        await look('formations');
      }
    }
    await hand.click('1430');
    await page.getByTestId('builder').getByRole('button', { name: 'All' }).click();
    await page.getByTestId('odds').waitFor();
    await look('attack builder');
    await page.keyboard.press('Escape');
    for (const name of ['help', 'menu']) {
      if (name === 'help') await page.keyboard.press('?');
      else await page.getByRole('button', { name: 'Menu' }).click();
      await look(name);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Threats' }).click();
    await page.getByTestId('legend').waitFor();
    await look('threats');
    assert.deepEqual(found, []);
  });
}

test('film, summary and end are accessible', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { film: true });
  const { page } = hand;
  await hand.begin({ players: { soviet: 'computer:officer' } });
  for (const said of ['Move, then fight', 'End of movement', 'End of combat']) await hand.press(said);
  await page.getByTestId('film').waitFor();
  const found = await faults(page, 'film');
  await page.getByTestId('skip-film').click();
  await page.getByTestId('summary').waitFor();
  found.push(...(await faults(page, 'summary')));
  await page.getByTestId('begin-turn').click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /Concede/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Concede|Yes/ }).last().click();
  await page.getByTestId('end').getByRole('heading', { name: /Losses by turn/i }).waitFor();
  found.push(...(await faults(page, 'end')));
  assert.deepEqual(found, []);
});

test('the lesson, a result, puzzles and my games are accessible', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  const found = [];
  const look = async (where) => found.push(...(await faults(page, where)));
  await page.goto(server.base);
  await page.getByTestId('learn').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  await page.getByTestId('lesson').waitFor();
  await look('lesson');
  await hand.begin({ players: { soviet: 'computer:officer' } });
  await hand.press('Fight, then move');
  const { revision } = await hand.match();
  await hand.click('1430');
  await page.getByTestId('attack').click();
  await hand.settled(revision);
  await page.getByTestId('result').waitFor();
  await look('result');
  await page.keyboard.press('l');
  await page.getByTestId('log-phase').first().waitFor();
  await look('log');
  await page.goto(`${server.base}/puzzles`);
  await page.getByRole('button', { name: /^Play / }).first().waitFor();
  await look('puzzles');
  await page.goto(server.base);
  await page.getByRole('heading', { name: 'My games' }).waitFor();
  await look('my games');
  assert.deepEqual(found, []);
});
