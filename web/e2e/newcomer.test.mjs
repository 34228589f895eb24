/** A newcomer who reads only the page is not lost in the first two turns. `NEWCOMERS=20` tries as many seeds, which `make prove` does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evenChance, Newcomer, worth } from './newcomer.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();
const SEEDS = Number(process.env.NEWCOMERS ?? 1);
const FIRST = Number(process.env.FIRST ?? 0);

test('a newcomer reads odds as a person does', () => {
  assert.equal(worth('3:1'), 3);
  assert.equal(worth('1:2'), 0.5);
  assert.equal(evenChance(['2:1, 40 %', '3:1, 35 %', '4:1, 25 %']), 3);
  assert.equal(evenChance(['2:1, 55 %', '3:1, 45 %']), 2);
});

test(`a newcomer who reads only the page is not lost before turn 3: ${SEEDS} ${SEEDS === 1 ? 'game' : 'games'}`, { timeout: 400_000 * SEEDS }, async (context) => {
  const lost = [];
  let [attacks, heeded] = [0, 0];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const hand = await Hand.sit(browser, server.base);
    const newcomer = new Newcomer(hand);
    await newcomer.sitDown(seed);
    const end = await newcomer.playUntil(3);
    attacks += newcomer.attacks;
    heeded += newcomer.heeded;
    context.diagnostic(`seed ${seed}: ${end.lost ? `lost, ${end.lost.replaceAll('\n', ' ').slice(0, 200)}` : 'holds'}; ${newcomer.attacks} attacks, ${newcomer.heeded} times the desk`);
    if (process.env.DIARY) context.diagnostic(newcomer.diary.join("; ").replaceAll("\n", " "));
    if (end.lost) lost.push(seed);
    assert.deepEqual(hand.complaints, []);
    await hand.page.context().close();
  }
  assert.ok(attacks > 0, 'he has attacked');
  assert.ok(lost.length <= Math.floor(SEEDS / 10), `lost with the seeds ${lost.join(', ')}`);
});
