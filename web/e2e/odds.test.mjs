/** Likely odds stand beside what can be attacked: of everybody, or of the stack that was clicked; as the server tells them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './player.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();
const words = ({ likely, together }) => (likely && together && likely !== together ? `${likely} › ${together}` : likely || together);

for (const body of [{ game: 'drive-on-moscow', scenario: 'historical' }, { game: 'typhoon-1941', scenario: 'campaign' }, { game: 'barbarossa', scenario: 'campaign' }])
  test(`${body.game}: likely odds at every target, and those of one stack`, { timeout: 120_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await hand.open({ hotseat: true, ...body });
    const player = new Player(hand, { moves: 0, attacks: 0 });
    const attacks = (match) => match.view.decision?.verbs?.find((verb) => verb.verb === 'attack' && verb.hexes?.length);
    let match = await hand.match();
    for (let count = 0; count < 30 && !attacks(match); count++) match = await player.turn(match);
    await hand.ready();
    const { targets } = await hand.ask('query/targets?verb=attack');
    const told = new Map(targets.map((target) => [target.hex, words(target)]));
    assert.ok(targets.length && targets.every((target) => !target.likely && target.together), JSON.stringify(targets));

    // the map shows those that are in sight
    const [{ hex: first }] = targets;
    await hand.find(first);
    for (let step = 0; step < 8 && !(await page.evaluate((hex) => window.likelyOdds()[hex], first)); step++) {
      await page.keyboard.press('+');
      await hand.find(first);
      await page.waitForTimeout(300);
    }
    const seen = await page.evaluate(() => window.likelyOdds());
    assert.equal(seen[first], told.get(first));
    for (const [hex, text] of Object.entries(seen)) assert.equal(text, told.get(hex), hex);
    assert.match(await page.getByTestId('legend').innerText(), /Targets[^]*likely odds if all join/);
    await hand.point(first);
    await page.getByTestId('hovercard').getByText(`Likely ${told.get(first)} if all join`).waitFor();

    // a click on an own stack: only its targets, with its own odds before those of all
    const { units } = await hand.ask(`query/options?verb=attack&hexes=${first}`);
    const [at, stack] = Object.entries(match.view.stacks).find(([, { units: own }]) => own.some((unit) => unit.id === units[0]));
    await hand.click(at);
    const own = await hand.ask(`query/targets?verb=attack&units=${stack.units.map((unit) => unit.id).join(',')}`);
    const picked = await page.evaluate(() => window.likelyOdds());
    assert.equal(picked[first], words(own.targets.find(({ hex }) => hex === first)));
    for (const hex of Object.keys(picked)) assert.ok(own.targets.some((target) => target.hex === hex), hex);
    assert.match(await page.getByTestId('legend').innerText(), /of what is picked › if all join/);
    assert.deepEqual(hand.complaints, []);
  });
