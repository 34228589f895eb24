/** A whole air phase of both sides, by mouse and keyboard: missions, packages, answers, standing orders, last turn's missions again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './axe.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

/** A target of a mission that somebody could fly now besides those who are `taken`, where fighters of the other side could come if
 * `met`; if there is one, such that it comes to something with an escort. */
async function target(hand, hexes, verb, { least = 2, taken = [], met = true } = {}) {
  let some = '';
  for (const hex of hexes) {
    const about = `query/mission?hex=${encodeURIComponent(hex)}&verb=${verb}&taken=${taken.join(',')}`;
    const view = await hand.ask(about);
    if (view.verb !== verb || !(view.flyers?.length >= least)) continue;
    const promise = await hand.ask(`${about}&units=${view.flyers.slice(0, 2).map((one) => one.id).join(',')}`);
    if (promise.why || !promise.commands?.length) continue;
    if (met && !promise.lines?.some((line) => line.title.startsWith('Interception by'))) continue;
    some ||= hex;
    if (promise.chances?.length > 1 && promise.escorts?.length) return hex;
  }
  assert.ok(some, `nobody can fly ${verb}${met ? ' and be intercepted' : ''}`);
  return some;
}

/** The missions are flown, and the other side is asked: one interception over a hex, by the panel. */
async function intercepted(hand, seat, hex, seen) {
  const { page } = hand;
  await hand.press('Done');
  await hand.ready();
  const { decision } = (await hand.match()).view;
  assert.deepEqual([decision.step, decision.seat], ['air.interception', seat]);
  const { incoming } = await hand.ask('query/air');
  await page.getByTestId('incoming').getByRole('button').nth(incoming.findIndex((one) => one.hex === hex)).click();
  await page.locator('[data-kind=intercept]').click();
  await hand.idle();
  await page.getByTestId('flyers').locator('button').first().click();
  await hand.idle();
  assert.match(await page.getByTestId('chances').innerText(), /come through/i);
  const before = await hand.match();
  await page.getByTestId('fly').click();
  await hand.settled(before.revision);
  seen.add(`interception by ${seat}`);
}

/** Until everything on the list is flown: the seats change places whenever the other side may make a patrol attack. */
async function flownOut(hand, seen) {
  const { page } = hand;
  for (let count = 0; count < 120; count++) {
    await hand.idle();
    if (await page.getByTestId('handover').count()) await hand.sitDown();
    else if (await page.getByTestId('let-pass').count()) await patrolled(hand, seen);
    else if ((await hand.match()).view.decision.step !== 'air.patrol' && !(await page.getByTestId('packages').count())) return;
    await page.waitForTimeout(200);
  }
  throw new Error('the missions are never flown');
}

/** The first time a patrol attack, by the panel; later ones are let pass. */
async function patrolled(hand, seen) {
  const { page } = hand;
  if (!seen.has('patrol')) {
    await page.getByTestId('incoming').getByRole('button').first().click();
    await page.getByTestId('flyers').getByRole('button').first().click();
    await page.getByTestId('chances').getByText('turned back').waitFor();
    await page.getByTestId('fly').click();
  } else await page.getByTestId('let-pass').click();
  seen.add('patrol');
}

test('Fire in the East: an air phase of both sides', { timeout: 900_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { viewport: { width: 1440, height: 900 } });
  const { page } = hand;
  const seen = new Set();
  const found = [];
  await hand.open({ game: 'fire-in-the-east', scenario: 'kiev', hotseat: true });
  const { view: opening } = await hand.until((decision) => decision.step === 'air.missions' && decision.seat === 'axis');
  await page.keyboard.press('Escape');
  found.push(...(await faults(page, 'air')));

  // by keyboard: a mission of ground support with its escort, put on the list
  const enemies = Object.entries((await hand.match()).view.stacks).filter(([, stack]) => stack.units.some((unit) => unit.side === 1 && !unit.traits.includes('air'))).map(([hex]) => hex);
  const first = await target(hand, enemies, 'support');
  await page.keyboard.press('f');
  await page.getByTestId('mission-target').waitFor();
  await hand.click(first);
  await page.locator('[data-kind=support]').click();
  await hand.idle();
  for (const key of ['1', '2', 'o']) {
    await page.keyboard.press(key);
    await hand.idle();
  }
  assert.match(await page.getByTestId('forecast').innerText(), /Furthest to fly[^]*of \d+ hexes[^]*Home[^]*to [^]*after the combat phase[^]*Interception[^]*Antiaircraft/);
  assert.match(await page.getByTestId('tolls').innerText(), /if nobody comes[^]*if met[^]*own\s+\d\.\d\d\s+\d\.\d\d[^]*theirs, in the air/);
  assert.match(await page.getByTestId('air-legend').innerText(), /starts left \/ capacity[^]*the mission you build[^]*range of those[^]*enemy patrol zone/);
  found.push(...(await faults(page, 'air')));
  if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
  await page.keyboard.press('Shift+Enter');
  await page.getByTestId('packages').getByRole('listitem').first().waitFor();

  // by mouse: bombs on a railway, flown with the other at once
  const chosen = await page.getByTestId('packages').getByRole('listitem').first().getAttribute('data-units');
  const second = await target(hand, enemies, 'railway', { taken: chosen.split(' '), met: false });
  await page.getByTestId('new-mission').click();
  await hand.click(second);
  await page.locator('[data-kind=railway]').click();
  await hand.idle();
  for (let many = 0; many < 2; many++) {
    await page.getByTestId('flyers').locator('button[aria-pressed=false]').first().click();
    await hand.idle();
  }
  assert.match(await page.getByTestId('chances').innerText(), /0 hits[^]*1 hit/);
  await page.getByTestId('keep-mission').click();
  assert.equal(await page.getByTestId('packages').getByRole('listitem').count(), 2);
  await page.getByTestId('fly-all').click();
  await hand.idle();
  await flownOut(hand, seen);
  const { view: flown } = await hand.match();
  const aloft = Object.entries(flown.stacks).flatMap(([hex, stack]) => stack.units.filter((unit) => unit.traits.includes('air') && unit.side === 0).map(() => hex));
  assert.ok(aloft.includes(first) || aloft.includes(second) || seen.has('patrol'), 'somebody has flown');

  // the other side answers: one interception, then the air combat and the bombs by themselves
  await intercepted(hand, 'soviet', first, seen);

  // standing orders of the other side: given, changed, taken back
  await hand.until((decision) => decision.step === 'air.missions' && decision.seat === 'soviet');
  await page.keyboard.press('a');
  const standing = page.getByTestId('standing');
  const reserve = standing.locator('[data-order=reserve]');
  await reserve.getByRole('checkbox').click();
  await hand.idle();
  await reserve.locator('input:checked').waitFor();
  await reserve.getByRole('combobox').selectOption('7');
  await hand.idle();
  assert.equal((await hand.ask('query/air')).orders.find((order) => order.verb === 'reserve').number, 7);
  await reserve.getByRole('checkbox').click();
  await hand.idle();
  await reserve.locator('input:not(:checked)').waitFor();
  const own = (await hand.ask('query/air')).bases[0];
  await hand.click(own.hex);
  await page.keyboard.press('a');
  await standing.locator('[data-order=cover]').last().getByRole('checkbox').click();
  await hand.idle();
  assert.ok((await hand.ask('query/air')).orders.some((order) => order.given && order.hex === own.hex));
  await standing.locator('[data-order=answers]').getByRole('checkbox').click();
  await hand.idle();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: /base or a model/ }).fill(own.title);
  assert.equal(await page.getByTestId('bases').getByRole('listitem').count(), 1);
  found.push(...(await faults(page, 'air')));

  // the Soviets fly too
  await page.getByRole('searchbox', { name: /base or a model/ }).fill('');
  const german = (await hand.ask('query/air')).zones.map((zone) => zone.hex);
  const third = await target(hand, german, 'air-units', { least: 1 });
  await page.getByTestId('new-mission').click();
  await hand.click(third);
  await page.locator('[data-kind=air-units]').click();
  await hand.idle();
  await page.getByTestId('flyers').locator('button').first().click();
  await hand.idle();
  await page.getByTestId('fly').click();
  await hand.idle();
  await flownOut(hand, seen);

  // the Germans come to meet them; past the screen they may attack or hold off, and attack
  await intercepted(hand, 'axis', third, seen);
  await hand.press('Done');
  await hand.ready();
  const { decision: strike } = (await hand.match()).view;
  assert.deepEqual([strike.step, strike.seat], ['air.strike', 'axis']);
  assert.ok(strike.verbs.some((verb) => verb.verb === 'hold'));
  const met = await hand.match();
  await hand.press('Fight');
  await hand.settled(met.revision);
  seen.add('attack on the mission force');

  // the next turn: what was flown last time is on the list again, and nobody is asked where orders answer
  await hand.until((decision, view) => decision.step === 'air.missions' && decision.seat === 'axis' && view.turn === opening.turn + 1);
  const before = await hand.match();
  await page.keyboard.press('Shift+R');
  await hand.idle();
  if ((await hand.ask('query/air')).last?.length) {
    await page.getByTestId('packages').getByRole('listitem').first().waitFor();
    await page.keyboard.press('Shift+Enter');
    await flownOut(hand, seen);
    assert.ok((await hand.match()).revision > before.revision);
    assert.equal((await hand.match()).view.decision.seat, 'axis');
    seen.add('again');
  }
  for (const part of ['patrol', 'interception by soviet', 'interception by axis', 'attack on the mission force', 'again']) assert.ok(seen.has(part), `${part} is not among ${[...seen].join(', ')}`);
  assert.deepEqual(found, []);
  assert.deepEqual(hand.complaints, []);
});
