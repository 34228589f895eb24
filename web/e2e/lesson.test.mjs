/** The lesson is taught by doing it, survives what is done early or otherwise, and leads to a puzzle that can be won. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Player } from './player.mjs';
import { Hand, house } from './table.mjs';

const { server, browser } = await house();

function pupil(hand) {
  const lesson = hand.page.getByTestId('lesson');
  return {
    lesson,
    at: (title) => lesson.getByRole('heading', { name: title }).waitFor(),
    on: (name) => lesson.getByRole('button', { name, exact: true }).click(),
  };
}

test('the first turn is taught by doing it', { timeout: 180_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await page.goto(server.base);
  await page.getByTestId('learn').click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  const { lesson, at, on } = pupil(hand);

  await at('How you win and lose');
  assert.match(await lesson.innerText(), /Moscow hex[^]*behind the first front line/);
  await on('Next');
  await at('Who decides what');
  await on('Next');
  await at('Look around');
  // whoever reloads the page goes on where he was
  await page.reload();
  await hand.ready();
  await at('Look around');
  for (let k = 0; k < 3; k++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await at('Decide what comes first');
  await hand.press('Move, then fight');
  await at('Choose a stack');
  // nothing of the map is covered by the card
  const [card, map] = [await lesson.boundingBox(), await page.getByTestId('map').boundingBox()];
  assert.ok(card.x >= map.x + map.width - 1, 'the card lies in the dock');
  // the stack it speaks of is ringed, and "Show me" lights what it reaches, then puts it down again
  assert.equal(await page.evaluate(() => typeof window.pointedHex()), 'string');
  const fresh = (await hand.match()).revision;
  await on('Show me');
  await page.waitForFunction(() => window.litHexes() > 0);
  await page.waitForFunction(() => window.litHexes() === 0);
  await at('Choose a stack');
  await hand.click('0920');
  await at('Ask why not');
  await hand.point('1120');
  await at('Move');
  // an act that is shown is taken back: nothing has moved for good, and the step still waits
  await on('Show me');
  await page.locator('[data-testid=lesson][aria-busy=true]').waitFor();
  await page.locator('[data-testid=lesson][aria-busy=false]').waitFor();
  await at('Move');
  const shown = await hand.match();
  assert.ok(shown.revision > fresh, 'it was played');
  assert.ok(shown.redo, 'and taken back');
  await hand.click('0920');
  await hand.click('0821');
  await at('Take it back');
  assert.equal(await page.locator('.pointed').getAttribute('aria-label'), 'Undo');
  await page.keyboard.press('u');
  await at('Supply');
  await page.keyboard.press('Alt+s');
  await at('Guard what you have');
  await page.getByRole('tab', { name: /^Desk/ }).click();
  await at('Go through the rest');
  await page.getByRole('button', { name: /^End of movement/ }).first().click();
  const anyway = page.getByRole('button', { name: /End anyway/ });
  if (await anyway.count()) await anyway.first().click();
  await at('Aim');
  const match = await hand.match();
  await hand.click(hand.verb(match, 'attack').hexes[0]);
  await at('Attack');
  await page.getByTestId('attack').click();
  await hand.settled(match.revision);
  await at('Carry out the result');
  await on('Next');
  await at('The enemy answers');
  await on('Skip');
  await at('That was a turn');
  await lesson.getByRole('link', { name: 'Win a small battle' }).click();

  // the puzzle is a battle that can be won, and the referee says so
  await page.getByRole('button', { name: 'Play A small won battle' }).click();
  await page.waitForURL(/\/play#/);
  await hand.ready();
  await page.getByTestId('puzzle').getByText('Two infantry divisions').waitFor();
  const [task, board] = [await page.evaluate(() => window.hexOnPage('0712')), await page.getByTestId('map').boundingBox()];
  assert.ok(task.x > board.x && task.x < board.x + board.width && task.y > board.y && task.y < board.y + board.height, 'it begins where its task is');
  await hand.click('0712');
  await page.getByTestId('attack').click();
  await hand.idle();
  const advance = await hand.match();
  if (advance.view.decision.step === 'battle.advance') {
    await page.locator('[data-choice]').first().click();
    await page.getByTestId('confirm').click();
  }
  await page.getByTestId('puzzle').getByText('Solved.').waitFor();
  await page.goto(`${server.base}/puzzles`);
  await page.getByText(/^1 of \d+ solved/).first().waitFor();
  assert.deepEqual(hand.complaints, []);
});

test('the lessons follow a game that attacks before it moves, and one without odds', { timeout: 180_000 }, async () => {
  for (const title of ['Typhoon 1941', 'The Fords of Wend']) {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await page.goto(server.base);
    await page.getByRole('button', { name: `Lesson of ${title}` }).click();
    await page.waitForURL(/\/play#/);
    await hand.ready();
    const { lesson, at, on } = pupil(hand);
    await at('How you win and lose');
    await on('Next');
    await on('Next');
    // a small board is near enough from the start
    if (await lesson.getByRole('heading', { name: 'Look around' }).count()) await lesson.getByRole('button', { name: /Skip|Next/ }).click();
    const player = new Player(hand, { moves: 0, attacks: 0 });
    let match = await hand.match();
    while (!match.view.decision.verbs?.some((verb) => verb.hex_first || /move/.test(verb.usage))) match = await player.turn(match);
    await hand.ready();
    if (match.view.decision.verbs.some((verb) => verb.hex_first)) await at('Aim');
    else await at('Choose a stack');
    assert.equal(await lesson.count(), 1);
    assert.deepEqual(hand.complaints, []);
    await page.context().close();
  }
});
