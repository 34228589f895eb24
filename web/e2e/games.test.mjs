/** Every game in which people march, weigh odds and trace supply is played here, by clicking alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house } from './table.mjs';
import { Player, whereIs } from './player.mjs';

const { server, browser } = await house();

/** Of these games the scenarios with the whole set-up and those that begin later are enough; of others all are played. A turn of
 * Fire in the East is some hundreds of decisions: builder.test.mjs looks at it. */
const ENOUGH = { 'drive-on-moscow': ['campaign'], 'typhoon-1941': ['campaign'], barbarossa: ['campaign', 'road-back'], 'fire-in-the-east': [] };
/** Where the first turn belongs to one side alone, two turns of both sides are three. */
const TURNS = { 'road-back': 3 };
const asked = ['reach', 'odds', 'supply'];
const games = (await (await fetch(`${server.base}/api/games`)).json()).filter(({ questions }) => asked.every((one) => questions.includes(one)));

for (const { slug, title, seats, scenarios } of games) {
  for (const scenario of ENOUGH[slug] ?? scenarios.map(({ name }) => name)) {
    test(`${title}, ${scenario}: set-up and two turns of both sides`, { timeout: 600_000 }, async () => {
      const hand = await Hand.sit(browser, server.base);
      await hand.begin({ game: title, scenario, seed: '7' });
      const player = new Player(hand);
      let tried = false;
      let match = await hand.match();
      const end = match.view.turn + (TURNS[scenario] ?? 2);
      for (let count = 0; count < 400 && match.view.turn < end && !match.view.winner; count++) {
        const march = match.view.decision.verbs?.find((verb) => /UNITS PATH/.test(verb.usage) && verb.units?.length);
        if (march && !tried) {
          tried = true;
          match = await tryMoves(hand, player, match, march);
        }
        match = await player.turn(match);
      }
      assert.equal(match.view.turn, end, `stuck at ${match.view.decision?.step}`);
      assert.ok(tried, 'nothing could march');
      assert.deepEqual([...player.seats].sort(), [...seats].sort());
      assert.ok(player.most('moves') > 1, 'nobody moved twice in a phase');
      assert.ok(player.most('attacks') > 1, 'nobody attacked twice in a phase');
      assert.ok([...player.steps].some((step) => step.startsWith('battle.')), [...player.steps].join());
      assert.match(player.odds, /Ladder[^]*Over all it could be/i);
      await lookBack(hand, match);
      assert.deepEqual(hand.complaints, []);
    });
  }
}

/** A move refused with its rule, one that is legal, a reload in the middle, undo. */
async function tryMoves(hand, player, match, march) {
  const { page } = hand;
  const unit = march.units.find((id) => /^\d+$/.test(whereIs(match.view, id)));
  const from = whereIs(match.view, unit);
  await hand.ready();
  await player.take(match, unit);
  const { hexes } = await hand.ask(`query/options?verb=${march.verb}&units=${unit}`);
  const occupied = new Set(Object.keys(match.view.stacks));
  const far = await nearest(match.game, from, (hex) => !hexes.includes(hex) && !occupied.has(hex));
  await hand.point(far);
  await page.getByTestId('hint').waitFor();
  await hand.click(far);
  const refusal = page.getByTestId('refusal');
  await refusal.waitFor();
  const rule = await refusal.locator('.rule').innerText();
  await refusal.locator('.rule').click();
  await page.locator(`[data-rule="${rule}"]`).waitFor();
  assert.equal((await hand.match()).version, match.version);
  await page.keyboard.press('Escape');

  const goal = hexes.find((hex) => !occupied.has(hex)) ?? hexes[0];
  await hand.click(goal);
  let moved = await hand.settled(match.revision);
  assert.equal(whereIs(moved.view, unit), goal);
  await page.reload();
  await hand.ready();
  moved = await hand.match();
  assert.equal(whereIs(moved.view, unit), goal);
  await page.keyboard.press('u');
  const back = await hand.settled(moved.revision);
  assert.equal(whereIs(back.view, unit), from);
  return back;
}

/** The name of the hex nearest to another of which something is true. */
async function nearest(game, from, fits) {
  const { hexes } = await (await fetch(`${server.base}/api/games/${game}/board`)).json();
  const middle = hexes.find(({ name }) => name === from);
  const away = ({ x, y }) => Math.hypot(x - middle.x, y - middle.y);
  return hexes.filter(({ name }) => fits(name)).sort((a, b) => away(a) - away(b))[0].name;
}

/** Back in time, forth again, and back to the present. */
async function lookBack(hand, { version }) {
  const { page } = hand;
  await hand.ready();
  await page.getByRole('tab', { name: 'Log' }).click();
  assert.match(await page.getByTestId('log').innerText(), /\w/);
  const supply = page.getByRole('button', { name: 'Supply of both sides' });
  await supply.click();
  await page.getByTestId('legend').waitFor();
  // supply is shown as it was then
  const asked = page.waitForRequest((request) => request.url().includes('/query/network') && request.url().includes('&at=0'));
  await page.getByRole('button', { name: 'Replay' }).click();
  const scrubber = page.getByTestId('replay').locator('input[type=range]');
  for (const at of [0, Math.floor(version / 2)]) {
    await scrubber.fill(String(at));
    await page.getByText(`You look at the past, after command ${at} of ${version}.`).waitFor();
  }
  await asked;
  await page.getByTestId('legend').waitFor();
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await page.getByTestId('replay').waitFor({ state: 'detached' });
  await page.getByTestId('legend').waitFor();
  assert.equal((await hand.match()).version, version);
}
