/** Hands: a box takes up several stacks that march together, a march goes on in the next turn, a menu says what can be done at a hex. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player, whereIs } from './player.mjs';
import { firstMove, Hand, house } from './table.mjs';

const { server, browser } = await house();

test('ten stacks are taken up with a box and sent off with a click', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'drive-on-moscow', scenario: 'historical', hotseat: true });
  await hand.press('Move, then fight');
  await hand.ready();
  let match = await hand.match();
  const mine = new Set(hand.verb(match, 'move').units);
  // far enough out that a good part of the front is in sight
  for (let k = 0; k < 3; k++) await page.getByRole('button', { name: 'Zoom out' }).click();
  const map = await page.getByTestId('map').boundingBox();
  await page.mouse.move(map.x + 60, map.y + 120);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move(map.x + 300, map.y + 300, { steps: 4 });
  await page.mouse.move(map.x + 560, map.y + 480, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const card = page.getByTestId('group');
  const [, stacks, units] = /(\d+) stacks, (\d+) units/.exec(await card.innerText());
  assert.ok(Number(stacks) >= 5, stacks);

  // they become a formation of the player's own, which can be shown and taken up again
  await card.getByPlaceholder('Name').fill('Group North');
  await card.getByRole('button', { name: 'Make a formation' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Formations', exact: true }).click();
  const tree = page.getByTestId('formations');
  await tree.getByText(new RegExp(`${units} units`)).first().waitFor();
  const spots = await page.evaluate(() => document.querySelector('[data-testid=map]').toDataURL());
  await tree.getByRole('button', { name: 'Show Group North' }).click();
  await page.waitForFunction((before) => document.querySelector('[data-testid=map]').toDataURL() !== before, spots);
  await tree.getByRole('button', { name: 'Take up Group North' }).click();
  await card.getByText(`${stacks} stacks, ${units} units`).waitFor();

  const before = Object.fromEntries([...mine].map((unit) => [unit, whereIs(match.view, unit)]));
  const spot = await hand.find('0820');
  await page.mouse.click(spot.x, spot.y);
  await card.getByText(/have marched/).waitFor();
  await hand.idle();
  match = await hand.match();
  const moved = new Set([...mine].filter((unit) => whereIs(match.view, unit) !== before[unit]).map((unit) => before[unit]));
  assert.ok(moved.size >= 2, `${moved.size} stacks have moved`);
  assert.match(await card.innerText(), new RegExp(`${moved.size}( of \\d+)? stacks have marched`));
  // each of them is an order like any other
  await page.keyboard.press('u');
  match = await hand.settled(match.revision);
  // whoever of the group can still march does the same again by one click
  await page.getByTestId('repeat').click();
  await hand.settled(match.revision);
  assert.deepEqual(hand.complaints, []);
});

test('a march beyond this turn is shown with its turns, begun, and goes on by one click', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'drive-on-moscow', scenario: 'historical', hotseat: true });
  await hand.press('Move, then fight');
  await hand.ready();
  let match = await hand.match();
  // from the north to the south behind the own front
  const unit = hand.verb(match, 'move').units.find((id) => whereIs(match.view, id) === '0617') ?? hand.verb(match, 'move').units[0];
  const from = whereIs(match.view, unit);
  const goal = '0630';
  const { path, turns } = await hand.ask(`query/march?units=${unit}&goal=${goal}`);
  assert.ok(turns.at(-1) > 0, `${from}: ${path}`);
  await hand.click(from);
  await hand.click(goal);
  const march = page.getByTestId('march');
  await march.getByText(`${turns.at(-1) + 1} turns`).waitFor();
  await march.getByRole('button', { name: 'March' }).click();
  match = await hand.settled(match.revision);
  const first = whereIs(match.view, unit);
  assert.ok(path.includes(first), `${first} is on the way`);
  assert.notEqual(first, goal);

  // next turn, after a reload
  const player = new Player(hand, { moves: 0, attacks: 0 });
  for (let count = 0; count < 60 && !(match.view.turn === 2 && match.view.decision?.step === 'order' && match.view.decision.seat === 'german'); count++) match = await player.turn(match);
  await page.reload();
  await hand.ready();
  await hand.press('Move, then fight');
  match = await hand.settled(match.revision);
  await page.getByTestId('marches').getByRole('button', { name: 'Go on' }).click();
  match = await hand.settled(match.revision);
  assert.notEqual(whereIs(match.view, unit), first);
  assert.deepEqual(hand.complaints, []);
});

test('the right button says what can be done at a hex, and the keyboard too', { timeout: 180_000 }, async () => {
  for (const body of [{ game: 'drive-on-moscow', scenario: 'historical' }, { game: 'typhoon-1941', scenario: 'campaign' }, { game: 'fords', seating: 'two' }]) {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    if (body.game === 'typhoon-1941') await hand.take(await firstMove(body.game, body.scenario));
    else await hand.open({ hotseat: true, ...body });
    if (body.game === 'drive-on-moscow') await hand.press('Move, then fight');
    await hand.ready();
    const match = await hand.match();
    const at = whereIs(match.view, hand.verb(match, 'move').units[0]);
    const menu = page.getByTestId('hexmenu');
    await hand.click(at, { button: 'right' });
    await menu.getByRole('menuitem', { name: /Take up/ }).click();
    await page.waitForFunction(() => window.litHexes() > 0);
    assert.equal(await menu.count(), 0);
    await hand.click(at, { button: 'right' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await hand.click(at, { button: 'right' });
    await menu.getByRole('menuitem', { name: 'Who can attack it?' }).click();
    await hand.idle();
    assert.deepEqual(hand.complaints, []);
    await page.context().close();
  }
});

test('a click takes up a stack whatever else can be said of its hex, and what wants a number has a form', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.open({ game: 'fire-in-the-east', scenario: 'historical', hotseat: true });
  let match = await hand.match();
  const [at] = hand.verb(match, 'mark').hexes.filter((hex) => match.view.stacks[hex].units.some(({ id }) => hand.verb(match, 'move').units.includes(id)));
  await hand.click(at);
  await page.waitForFunction(() => window.litHexes() > 0);
  assert.equal(await page.getByTestId('refusal').count(), 0);
  await page.keyboard.press('Escape');
  await page.getByTestId('further').locator('summary').click();
  const form = page.locator('[data-form=mark]');
  await form.getByLabel('Corps or army marker: hex').selectOption(at);
  await form.getByLabel('Corps or army marker: number').selectOption('7');
  await form.getByRole('button', { name: 'Say it' }).click();
  match = await hand.settled(match.revision);
  assert.ok(match.view.stacks[at].units[0].state.includes('marker 7'));
  // everybody who can be named with a number: the button alone would be refused
  const [wreck] = hand.verb(match, 'wreck').units;
  await page.getByRole('button', { name: 'Damage the airbase' }).click();
  await hand.click(whereIs(match.view, wreck));
  await page.locator(`.unit[data-unit="${wreck}"]`).waitFor();
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await page.locator(`.unit[data-unit="${wreck}"]`).click();
  await page.locator('[data-form=wreck]').getByTestId('confirm').click();
  await hand.settled(match.revision);
  assert.equal(await page.getByTestId('refusal').count(), 0);
  assert.deepEqual(hand.complaints, []);
});

test('a thousand counters: the order of battle by armies, sifted with counts, shown and taken up; markers from afar', { timeout: 180_000 }, async () => {
  for (const [body, army] of [[{ game: 'fire-in-the-east', scenario: 'historical' }, '18th Army'], [{ game: 'drive-on-moscow', scenario: 'historical' }, 'XX infantry'], [{ game: 'barbarossa', scenario: 'historical' }, 'XXX panzer']]) {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    // the Germans of Barbarossa fight before they move
    if (body.game === 'barbarossa') await hand.take(await firstMove(body.game, body.scenario));
    else await hand.open({ ...body, hotseat: true });
    if (body.game === 'drive-on-moscow') await hand.press('Move, then fight');
    await hand.ready();
    const match = await hand.match();
    await page.getByRole('tab', { name: 'Hex' }).click();
    await page.getByRole('button', { name: 'Formations', exact: true }).click();
    const tree = page.getByTestId('formations');
    const row = tree.locator('.formation', { hasText: army });
    await row.waitFor();
    const count = async (key) => Number(/(\d+)$/.exec(await page.locator(`[data-sift=${key}]`).innerText())[1]);
    const [all, able] = [await count('all'), await count('able')];
    const named = new Set(match.view.decision.verbs.flatMap(({ units }) => units ?? []));
    assert.equal(able, [...named].filter((unit) => /\d{4}$/.test(whereIs(match.view, unit) ?? '')).length, 'who can act is what the server says');
    assert.ok(all >= able && able > 0);
    await row.locator('.node').click();
    assert.ok((await tree.locator('li').count()) > 1);
    await row.getByRole('button', { name: `Take up ${army}` }).click();
    await page.getByTestId('group').getByText(/\d+ stacks, \d+ units in hand/).waitFor();
    assert.deepEqual(hand.complaints, []);
    await page.context().close();
  }
});
