import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand, house, midGame } from './table.mjs';

const { server, browser } = await house();

/** Everything on the map as the page has it, and as the server tells it. */
const present = async (hand) => {
  const { view } = await hand.match();
  return { turn: view.turn, decision: view.decision?.step };
};

test('the computer’s turn is a film that can be stepped, sought and skipped, and then a summary', { timeout: 240_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { film: true });
  const { page } = hand;
  await hand.begin({ players: { soviet: 'computer:officer' } });
  await hand.press('Move, then fight');
  await hand.press('End of movement');
  await page.evaluate(() => {
    const panel = document.querySelector('[data-testid=decision-panel]');
    window.told = [];
    new MutationObserver(() => window.told.push(panel.innerText)).observe(panel, { childList: true, subtree: true, characterData: true });
  });
  await hand.press('End of combat');
  const film = page.getByTestId('film');
  await film.waitFor();
  // while it was waited for nobody was told that he looks at the past
  const told = (await page.evaluate(() => window.told)).join('\n');
  assert.match(told, /You see it as a film in a moment/);
  assert.doesNotMatch(told, /You look at the past/);

  // without motion it waits for a step; the list says what happens, nobody is called by a bare handle
  const slider = film.getByRole('slider');
  assert.equal(await slider.inputValue(), '0');
  await page.keyboard.press('Space');
  assert.equal(await slider.inputValue(), '1');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await slider.inputValue(), '0');
  assert.doesNotMatch(await page.getByTestId('scenes').innerText(), /\b(rd|rb|cd|tb|mrd|mrb)\d+\b/);
  await slider.fill('20');
  await film.getByRole('button', { name: 'Speed 4' }).click();

  // skipped anywhere it ends in the present picture, with one screen of what it came to
  await page.keyboard.press('End');
  await film.waitFor({ state: 'detached' });
  const summary = page.getByTestId('summary');
  await summary.getByText(/After the Soviet turn/).waitFor();
  await summary.getByText(/You have lost \d+ hex/).waitFor();
  assert.match(await summary.innerText(), /ground[\s\S]*losses[\s\S]*arrived[\s\S]*battles[\s\S]*threaten/i);
  await page.keyboard.press('Enter');
  await summary.waitFor({ state: 'detached' });
  assert.deepEqual(await present(hand), { turn: 2, decision: 'order' });
  await page.getByRole('button', { name: 'Move, then fight', exact: true }).first().waitFor();

  // it can be watched again, and the summary opened again
  await page.keyboard.press('Shift+V');
  await summary.getByRole('button', { name: 'Watch again' }).click();
  await film.waitFor();
  await page.getByTestId('skip-film').click();
  await film.waitFor({ state: 'detached' });
  assert.deepEqual(hand.complaints, []);
});

test('a question in the middle of the enemy’s turn comes before any sum, says where, and the map shows it', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base, { film: true });
  const { page } = hand;
  await hand.open({ game: 'typhoon-1941', scenario: 'historical', players: { russian: 'computer:officer' }, seed: '5' });
  const film = page.getByTestId('film');
  await hand.page.locator('.page:has([data-testid=whose]:has-text("You"))').waitFor(); // his orders are the enemy's first word
  let match = await hand.match();
  while (match.view.decision.seat === 'german' && match.view.status.active === 'german') {
    const end = match.view.decision.verbs.find((verb) => verb.ends || verb.verb === 'historical');
    await hand.say(end.verb);
    match = await hand.match();
  }
  await film.waitFor();
  await page.keyboard.press('End');
  await film.waitFor({ state: 'detached' });
  const { view } = await hand.match();
  assert.equal(view.status.active, 'russian');
  assert.equal(view.decision.seat, 'german', 'he is asked in their turn');
  const asked = view.status.battle?.targets[0] ?? /\d{4}/.exec(view.decision.prompt)[0];
  const box = await page.getByTestId('map').boundingBox();
  const spot = await page.evaluate((name) => window.hexOnPage(name), asked);
  assert.ok(spot.x > box.x && spot.x < box.x + box.width && spot.y > box.y && spot.y < box.y + box.height, 'the map has gone there');
  await page.getByRole('tab', { name: 'Hex' }).click();
  await page.getByRole('heading', { name: asked }).waitFor();
  assert.equal(await page.getByTestId('summary').count(), 0);
  assert.deepEqual(hand.complaints, []);
});

/** The map as it is painted, with the whole board in sight and nothing chosen, once it no longer changes. */
async function picture(page) {
  for (let k = 0; k < 4; k++) await page.keyboard.press('Escape');
  await page.mouse.move(700, 5);
  await page.keyboard.press('0');
  await page.waitForFunction(() => window.missingTiles() === 0);
  let last = '';
  for (let count = 0; count < 40; count++) {
    await page.waitForTimeout(150);
    const now = await page.evaluate(() => document.querySelector('[data-testid=map]').toDataURL());
    if (now === last) return now;
    last = now;
  }
  throw new Error('the picture does not come to rest');
}

for (const game of ['drive-on-moscow', 'typhoon-1941', 'what-if-1940', 'fords'])
  test(`${game}: skipped at any moment a film ends in the same picture, in the middle of a random game`, { timeout: 180_000 }, async () => {
    const hand = await Hand.sit(browser, server.base, { film: true, reducedMotion: 'no-preference' });
    const { page } = hand;
    await hand.take(await midGame(game, { turn: 2, seed: 5 }));
    const film = page.getByTestId('film');
    const seen = new Set();
    // in the middle of a move, after some scenes, from the last one; and without a film at all
    for (const wait of [null, 0, 350, 900, 'last']) {
      if (wait !== null) {
        await page.keyboard.press('Shift+F');
        await film.waitFor();
        if (wait === 'last') await film.getByRole('slider').fill(await film.getByRole('slider').getAttribute('max'));
        else await page.waitForTimeout(wait);
        await page.keyboard.press('End');
        await film.waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
      }
      seen.add(await picture(page));
    }
    assert.equal(seen.size, 1, 'every way to the end shows the same');
    assert.deepEqual(hand.complaints, []);
  });

test('the end says what the game turned on, and goes there', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  // played at random to its end
  await hand.take(await midGame('typhoon-1941', { turn: 99, seed: 3, set: 2 }));
  const end = page.getByTestId('end');
  await end.getByRole('heading', { name: /What it turned on/i }).waitFor();
  // the map goes to where it was decided
  const { hex } = await hand.ask('review');
  await end.getByRole('button', { name: /^Show / }).waitFor();
  const map = await page.getByTestId('map').boundingBox();
  await page.waitForFunction(
    ([name, box]) => {
      const spot = window.hexOnPage(name);
      return spot.x > box.x && spot.x < box.x + box.width && spot.y > box.y && spot.y < box.y + box.height;
    },
    [hex, map],
  );
  const point = end.locator('.point').first();
  assert.match(await point.innerText(), /Turn \d+[^]*loses \d+/);
  await point.click();
  await page.getByRole('heading', { name: 'Replay' }).waitFor();
  assert.deepEqual(hand.complaints, []);
});

test('a game that is over says who has won, where and by which rule, and offers another', { timeout: 120_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /Concede/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Concede|Yes/ }).last().click();
  const end = page.getByTestId('end');
  await end.getByText(/Soviet wins|German wins/).waitFor();
  await end.getByRole('heading', { name: /Losses by turn/i }).waitFor();
  await end.getByRole('button', { name: 'Swap sides' }).click();
  await end.waitFor({ state: 'detached' });
  await page.getByTestId('handover').waitFor();
  await hand.ready();
  assert.equal((await hand.match()).over, false);
  assert.deepEqual(hand.complaints, []);
});
