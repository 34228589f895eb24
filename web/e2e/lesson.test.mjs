/** The lesson is taught by doing it, survives what is done early or otherwise, and leads to a puzzle that can be won. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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

/** Attack a hex with whoever the builder proposes, and move in: the referee says that the puzzle is solved. */
async function winAt(hand, hex) {
  const { page } = hand;
  await hand.click(hex);
  await page.getByTestId('attack').click();
  await hand.idle();
  const { decision } = (await hand.match()).view;
  if (decision.step === 'battle.advance') {
    await page.locator('[data-choice]').first().click();
    await page.getByTestId('confirm').click();
  }
  await page.getByTestId('puzzle').getByText('Solved.').waitFor();
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
  await winAt(hand, '0712');
  await page.goto(`${server.base}/puzzles`);
  await page.getByText(/^1 of \d+ solved/).first().waitFor();
  assert.deepEqual(hand.complaints, []);
});

/** One decision that the lesson leaves to the pupil: the end of a phase, else the set-up by itself, else what an officer would say. */
async function goOn(hand) {
  const { decision } = (await hand.match()).view;
  if (!decision?.verbs) return hand.page.waitForTimeout(300);
  const words = [decision.verbs.find(({ ends }) => ends)?.verb, decision.verbs.find(({ verb }) => ['historical', 'automatic'].includes(verb))?.verb];
  for (const word of words.filter(Boolean)) if (!(await hand.say(word)).why) return hand.idle();
  await hand.say((await hand.ask('query/hint')).text);
  return hand.idle();
}

/** Do what the lesson points at: a hex is clicked, or pointed at where a reason is asked for; so is a control of the page. */
async function follow(hand, title) {
  const { page } = hand;
  const hex = await page.evaluate(() => window.pointedHex());
  if (hex && title === 'Ask why not') return hand.point(hex);
  if (hex) return hand.click(hex);
  const control = page.locator('.pointed:not(:disabled)');
  return (await control.count()) ? control.first().click() : hand.idle();
}

/** Games with a lesson, and where a small battle is won after it. */
const LESSONS = { 'Typhoon 1941': '', 'Barbarossa 1941-45': '', '1940: What If?': '4515', 'Fire in the East': '1B/3707', 'The Fords of Wend': '' };

for (const [title, battle] of Object.entries(LESSONS))
  test(`${title}: whoever does what the lesson points at comes to its end and to a small battle`, { timeout: 300_000 }, async () => {
    const hand = await Hand.sit(browser, server.base);
    const { page } = hand;
    await page.goto(server.base);
    await page.getByRole('button', { name: `Lesson of ${title}` }).click();
    await page.waitForURL(/\/play#/);
    await hand.ready();
    const { lesson } = pupil(hand);
    const seen = [];
    for (let count = 0; count < 200 && seen.at(-1) !== 'That was a turn'; count++) {
      const step = (await lesson.getByRole('heading').innerText()).trim();
      if (seen.at(-1) !== step) seen.push(step);
      const [card, map] = [await lesson.boundingBox(), await page.getByTestId('map').boundingBox()];
      assert.ok(card.x >= map.x + map.width - 1, `${step}: the card lies beside the map`);
      const next = lesson.getByRole('button', { name: 'Next', exact: true });
      if (await next.count()) await next.click({ timeout: 3000 }).catch(() => undefined); // it may have been learnt by itself
      else if (['Decide what comes first', 'Go through the rest', 'The enemy answers'].includes(step)) await goOn(hand);
      else await follow(hand, step);
      await page.waitForTimeout(250);
    }
    for (const step of ['How you win and lose', 'Choose a stack', 'Ask why not', 'Move', 'Take it back', 'Aim', 'Attack', 'That was a turn']) assert.ok(seen.includes(step), `${step} is not among ${seen.join(', ')}`);
    await lesson.getByRole('link', { name: 'Win a small battle' }).click();
    const play = page.getByRole('button', { name: battle ? 'Play A small won battle' : /^Play / }).first();
    await play.waitFor();
    if (battle) {
      await play.click();
      await page.waitForURL(/\/play#/);
      await hand.ready();
      await winAt(hand, battle);
    }
    assert.deepEqual(hand.complaints, []);
  });
