import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Hand, house, startServer } from './table.mjs';
import { Player } from './player.mjs';

// a server of its own, because it is killed
const { browser } = await house();
const server = await startServer();
after(() => server.stop());

test('two browsers play against each other, a third watches, and they talk', { timeout: 300_000 }, async () => {
  const german = await Hand.sit(browser, server.base);
  await german.begin({ hotseat: false });
  await german.page.getByRole('dialog', { name: 'Seats and links' }).waitFor();
  const links = await german.page.locator('dialog input').evaluateAll((fields) => fields.map((field) => [field.ariaLabel, field.value]));
  await german.page.keyboard.press('Escape');
  const link = (seat) => links.find(([label]) => label.includes(seat))[1];

  const soviet = await Hand.sit(browser, server.base);
  await soviet.page.goto(link('soviet'));
  await soviet.ready();
  // the invitation is used up: the seat has a link of its own, and its maker sees that
  assert.ok(!soviet.page.url().includes(link('soviet').split('.').at(-1)));
  const late = await Hand.sit(browser, server.base);
  await late.page.goto(link('soviet'));
  await late.page.getByTestId('join-trouble').getByText('has been used already').waitFor();
  await german.page.getByRole('button', { name: 'Menu' }).click();
  await german.page.getByRole('button', { name: 'Seats and links' }).click();
  await german.page.getByTestId('claimed').waitFor();
  await german.page.keyboard.press('Escape');

  const watcher = await Hand.sit(browser, server.base);
  await watcher.page.goto(link('spectator'));
  await watcher.ready();

  assert.match(await soviet.page.getByTestId('prompt').innerText(), /Waiting for German/);
  await german.press('Move, then fight');
  await soviet.page.getByTestId('decision').getByText('German: Movement phase').waitFor();
  await watcher.page.getByTestId('decision').getByText('German: Movement phase').waitFor();

  await soviet.page.getByRole('tab', { name: 'Talk' }).click();
  await soviet.page.getByPlaceholder('Say something to the table').fill('Good luck');
  await soviet.page.getByRole('button', { name: 'Say', exact: true }).click();
  await german.page.getByRole('tab', { name: 'Talk' }).click();
  await german.page.getByText('Good luck').waitFor();

  // a killed server loses nothing, the pages come back by themselves, and what was said into the void is said again
  await server.halt();
  for (const hand of [german, soviet]) await hand.page.getByText('Connection lost').waitFor();
  await server.restart();
  for (const hand of [german, soviet]) await hand.page.getByText('Connection lost').waitFor({ state: 'detached' });
  await german.press('End of movement');
  for (const hand of [german, soviet]) await hand.page.getByTestId('decision').getByText('German: Combat phase').waitFor();
  await server.halt();
  await german.page.getByRole('button', { name: 'End of combat', exact: true }).first().click();
  await german.page.getByText('Connection lost').waitFor();
  await server.restart();
  for (const hand of [german, soviet]) await hand.page.getByTestId('decision').getByText('Soviet: ').waitFor();
  for (const hand of [german, soviet, watcher]) hand.complaints.length = 0;

  // one seat's page never shows what only the other may see
  const seen = await german.match();
  const covered = Object.values(seen.view.stacks).flatMap((stack) => stack.units).filter((unit) => unit.covered);
  assert.ok(covered.length > 50 && covered.every((unit) => unit.attack === undefined));

  const hands = { german: new Player(german, { moves: 1, attacks: 1 }), soviet: new Player(soviet, { moves: 1, attacks: 1 }) };
  for (let count = 0; count < 60; count++) {
    const match = await german.match();
    if (match.view.turn > 1) break;
    await hands[match.view.decision.seat].turn();
  }
  assert.equal((await soviet.match()).view.turn, 2);
  await watcher.page.getByText('Turn 2').first().waitFor();
  for (const hand of [german, soviet, watcher]) assert.deepEqual(hand.complaints, []);
});

test('a wrong link is refused in plain words', { timeout: 60_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  await hand.page.goto(`${server.base}/play#nothing.atall`);
  await hand.page.getByText('This link opens no seat').waitFor();
});
