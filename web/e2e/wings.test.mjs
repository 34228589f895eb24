import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

const NORTH = 'blue-north';
const SOUTH = 'blue-south';
const together = (hand) => hand.page.getByTestId('together');

test('two wings of one army and an enemy sit at three screens', { timeout: 240_000 }, async () => {
  const north = await Hand.sit(browser, server.base);
  const { page } = north;
  await page.goto(`${server.base}/`);
  await page.getByRole('button', { name: 'Play The Fords of Wend' }).click();
  await page.getByTestId('seating').selectOption('Four players');
  await page.getByText('Blue has two wings').waitFor();
  assert.equal(await page.getByLabel('Who plays green').inputValue(), 'computer:recruit');
  for (const seat of [SOUTH, 'red']) await page.getByLabel(`Who plays ${seat}`).selectOption('human');
  await page.getByTestId('hotseat').setChecked(false);
  await page.getByTestId('seed').fill('7');
  assert.equal(await page.getByTestId('meeting').innerText(), 'Blue north, Blue south and Red are played by people.');
  await page.getByTestId('begin').click();
  await page.waitForURL(/\/play#/);
  await north.ready();
  await page.getByRole('dialog', { name: 'Seats and links' }).waitFor();
  const links = await page.locator('dialog input').evaluateAll((fields) => fields.map((field) => [field.ariaLabel, field.value]));
  await page.keyboard.press('Escape');
  const sit = async (seat) => {
    const hand = await Hand.sit(browser, server.base);
    await hand.page.goto(links.find(([label]) => label.endsWith(seat))[1]);
    await hand.ready();
    return hand;
  };
  const [south, red] = [await sit(SOUTH), await sit('red')];
  const all = [north, south, red];

  // everybody sees who decides together, and red whom it waits for
  await together(north).getByText('You: still at it').waitFor();
  await together(north).getByText('Blue south: still at it').waitFor();
  assert.equal(await red.page.getByTestId('prompt').innerText(), 'Waiting for Blue north and Blue south.');

  // what the game has no rules about is not offered
  assert.equal(await page.getByRole('button', { name: 'Supply of both sides' }).count(), 0);
  await page.getByRole('button', { name: 'Menu' }).click();
  assert.equal(await page.getByRole('button', { name: 'Concede' }).count(), 0);
  await page.keyboard.press('Escape');

  // the north moves a counter by hand; the south sees which, red only that one has moved
  await north.click('0203');
  await north.click('0303');
  let match = await north.settled(0);
  assert.equal(match.view.stacks['0303'].units[0].id, 'bn3');
  await south.page.waitForFunction(() => document.querySelector('.page[aria-busy=false]'));
  const counters = async (hand) => (await hand.match()).view.stacks['0303'].units.map((unit) => unit.id);
  assert.deepEqual(await counters(south), ['bn3']);
  assert.notDeepEqual(await counters(red), ['bn3']);

  // nobody moves another's units, and the refusal says whose they are
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Order' }).fill('move bs1 0204');
  await page.getByRole('button', { name: 'Give' }).click();
  await page.getByText(/is under the command of blue-south/).first().waitFor();
  await page.keyboard.press('Escape');

  // both speak at once: neither is told that the position has changed
  await south.click('0205');
  await Promise.all([south.click('0204'), north.press('Done')]);
  const anyway = page.getByTestId('end-anyway');
  await anyway.or(together(north).getByText('You: through')).first().waitFor();
  if (await anyway.count()) await anyway.click();
  match = await north.settled(match.revision + 1); // both have arrived
  await together(south).getByText('Blue north: through').waitFor();
  await together(north).getByText('You: through').waitFor();
  await page.getByText('It ends when Blue south has said so too').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Done', exact: true }).count(), 0);
  assert.equal((await red.match()).view.decision.step, 'march');

  // the north takes its word back, from under what the south has done since, and gives it again
  await page.keyboard.press('u');
  await together(south).getByText('Blue north: still at it').waitFor();
  assert.equal((await south.match()).view.stacks['0204'].count > 0, true, 'what the south did stands');
  await north.press('Done');
  await together(south).getByText('Blue north: through').waitFor();
  await south.press('Done');
  for (const hand of all) await hand.page.getByTestId('decision').getByText('Fight').first().waitFor();

  // a takeback asks whom it concerns
  await south.press('Done');
  await together(north).getByText('Blue south: through').waitFor();
  await north.press('Done');
  await red.page.getByTestId('decision').getByText('Red: March').waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Ask the others to take back' }).click();
  await page.getByText('Everybody whom it concerns has been asked.').waitFor();
  await page.keyboard.press('Escape');
  for (const hand of [south, red]) {
    await hand.page.getByText('Blue north asks to take the last command back.').waitFor();
    await hand.page.getByRole('button', { name: 'Allow' }).click();
  }
  for (const hand of all) await hand.page.getByTestId('decision').getByText('Fight').first().waitFor();
  await together(north).getByText('You: still at it').waitFor();

  // on to the second day: the computer says whose friend Green is, and everybody can read who fights whom
  await north.press('Done');
  await red.page.getByTestId('decision').getByText('Red: March').waitFor();
  await red.press('Done');
  await red.page.getByTestId('decision').getByText('Red: Fight').waitFor();
  await red.press('Done');
  await page.getByText('Turn 2').first().waitFor();
  await together(north).getByText('You: still at it').waitFor();
  await page.keyboard.press('v');
  const { alliances } = (await north.match()).view;
  assert.match(await page.getByTestId('alliances').innerText(), alliances.length === 2 && alliances.flat().length === 3 ? / and / : /Green neutral/);
  for (const hand of all) assert.deepEqual(hand.complaints, []);
});
