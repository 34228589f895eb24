import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, firstMove, house } from './table.mjs';
import { whereIs } from './player.mjs';

const { server, browser } = await house();

/** Open the staff, with whoever stands in a hex. */
async function order(hand, hex, name, goal = '', whom = 'staff-hand') {
  const { page } = hand;
  if (!(await page.getByTestId('staff').count())) await page.keyboard.press('p');
  await hand.click(hex);
  await page.getByTestId(whom).click();
  await page.getByTestId('staff-whom').waitFor();
  await page.getByRole('radio', { name }).click();
  if (goal) await page.getByTestId('staff-goal').fill(goal);
  await page.getByTestId('staff-ask').click();
  await page.getByTestId('staff-drop').or(page.getByTestId('staff-note')).first().waitFor();
}

test('an order to a sector becomes a plan with warnings, which is changed and then given', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await hand.press('Move, then fight');
  let match = await hand.match();
  await order(hand, '0610', 'Refit', '', 'staff-sector');
  const lines = page.locator('.staff li');
  await lines.first().waitFor();
  assert.equal((await hand.match()).version, match.version, 'nothing is done yet');
  const boxes = page.locator('.staff li input[type=checkbox]');
  const given = await boxes.evaluateAll((fields) => fields.filter((field) => field.checked).map((field) => field.ariaLabel));
  assert.ok(given.length > 1);
  // one line is left out; the others are given
  await boxes.and(page.getByLabel(given[0])).uncheck();
  await page.getByRole('button', { name: `Give ${given.length - 1} command` }).waitFor();
  await page.getByTestId('staff-give').click();
  await page.getByText('All has been given.').waitFor();
  const before = match;
  match = await hand.match();
  const unit = (line) => line.split(' ')[1].split('+')[0];
  assert.equal(whereIs(match.view, unit(given[0])), whereIs(before.view, unit(given[0])), 'the line that was left out');
  for (const line of given.slice(1)) assert.equal(whereIs(match.view, unit(line)), line.split(' ')[2].split('-').at(-1));
  // what would lose the game is told and not ticked; a refusal is a sentence
  const town = whereIs(match.view, '251i');
  await order(hand, town, 'Advance on', '2011');
  await page.getByText(/Toropets would stand open: .* loses the game/).waitFor();
  assert.equal(await boxes.first().isChecked(), false);
  await page.getByTestId('staff-drop').click();
  await order(hand, town, 'Advance on', 'nowhere');
  await page.getByText("there is no hex or box called 'nowhere'").waitFor();
  assert.deepEqual(hand.complaints, []);
});

test('the staff works in every game: Typhoon 1941 and The Fords of Wend', { timeout: 240_000 }, async () => {
  for (const game of [['typhoon-1941', 'historical'], ['fords']]) {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    const verb = 'move';
    await hand.take(await firstMove(...game));
    const match = await hand.match();
    const able = await hand.ask(`query/options?verb=${verb}`);
    const [hex, stack] = Object.entries(match.view.stacks).find(([name, { units }]) => /^\d{4}$/.test(name) && units.some(({ id }) => able.units.includes(id)));
    const enemy = Object.entries(match.view.stacks).find(([name, { units }]) => /^\d{4}$/.test(name) && units[0] && units[0].side !== stack.units[0].side);
    await order(hand, hex, 'Advance on', enemy[0]);
    await page.getByTestId('staff-drop').waitFor();
    await page.locator('.staff h3', { hasText: 'Advance on' }).waitFor();
    assert.equal((await hand.match()).version, match.version);
    if (await page.getByTestId('staff-give').isEnabled()) {
      await page.getByTestId('staff-give').click();
      await page.getByText(/All has been given|The staff stops/).waitFor();
      assert.ok((await hand.match()).version > match.version);
    }
    assert.deepEqual(hand.complaints, []);
  }
});

test('the start page and the table say which data a match is played with', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(`${server.base}/`);
  await page.getByRole('button', { name: 'Play Drive on Moscow' }).click();
  await page.getByTestId('set-text').getByText('Strengths, combat table').waitFor();
  await page.getByTestId('set').selectOption('1');
  await page.getByTestId('set-text').getByText('The first reconstruction.').waitFor();
  await page.getByTestId('begin').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  const match = await hand.match();
  assert.deepEqual(match.data, { number: 1, text: 'The first reconstruction.' });
  const aids = (set) => fetch(`${server.base}/api/games/drive-on-moscow/aids${set}`).then((answer) => answer.json());
  assert.notDeepEqual((await aids('?set=1')).charts, (await aids('')).charts);
  assert.deepEqual(hand.complaints, []);
});
