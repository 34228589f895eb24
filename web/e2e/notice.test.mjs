/** Sounds are off until one click; whoever looks elsewhere is told that it is his move, and sees then what he has missed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen, wantsBoth } from './ears.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

test('sounds by one click, a notice when it is your move, and a film of what was missed', { timeout: 180_000 }, async () => {
  const [west, east] = [await Hand.sit(browser, server.base, { film: true }), await Hand.sit(browser, server.base)];
  await west.page.addInitScript(listen);
  const made = await west.post('matches', { game: 'fords', seating: 'two', seed: '7' });
  for (const [hand, seat] of [[west, 'west'], [east, 'east']]) {
    await hand.page.goto(`${server.base}/play#${made.id}.${made.links[seat]}`);
    await hand.ready();
  }
  const { page } = west;
  const tones = () => page.evaluate(() => window.tones);
  const move = async (hand) => {
    const { view } = await hand.match();
    for (const unit of view.decision.verbs.find(({ verb }) => verb === 'move').units) {
      const { hexes } = await hand.ask(`query/options?verb=move&units=${unit}`);
      if (hexes.length) return hand.say(`move ${unit} ${hexes[0]}`);
    }
    throw new Error('nobody can march');
  };
  /** Until somebody else has to decide. */
  const through = async (hand) => {
    for (let count = 0; count < 12; count++) {
      const { verbs } = (await hand.match()).view.decision;
      if (!verbs) return;
      const end = verbs.find((verb) => verb.ends) ?? verbs[0];
      await hand.say([end.verb, end.words?.[0].word ?? ''].join(' ').trim());
    }
  };
  await move(west);
  await west.page.getByRole('tab', { name: 'Log' }).click();
  await west.page.getByText(/marches|moves/).first().waitFor();
  assert.equal(await tones(), 0, 'nothing is heard before somebody wants it');

  await wantsBoth(page);
  const before = await tones();
  assert.ok(before > 0);
  await page.evaluate(() => (window.away = true));
  await through(west);
  await move(east);
  await through(east);
  await page.waitForFunction(() => window.notices.length > 0);
  assert.match((await page.evaluate(() => window.notices)).join(), /The Fords of Wend: March/);
  assert.ok((await tones()) > before, 'a march and the turn are heard');

  // whoever has closed the page sees the others' turn when he comes back, once
  await through(west);
  const url = page.url();
  await page.goto('about:blank');
  await move(east);
  await through(east);
  await page.goto(url);
  await page.getByTestId('film').waitFor();
  await page.getByTestId('skip-film').click();
  await page.getByTestId('summary').getByText(/After the/).waitFor();
  await page.keyboard.press('Enter');
  await page.reload();
  await west.ready();
  assert.equal(await page.getByTestId('film').count(), 0);
  assert.deepEqual([...west.complaints, ...east.complaints], []);
});
