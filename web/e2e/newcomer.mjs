/**
 * A newcomer at the table who knows nothing but what the page shows him: he reads its words and clicks. He attacks where the builder shows three to
 * one and better, does what the desk says, and ends his phases. Nothing is asked of the server.
 */
const GOOD = 3;
const MOST_ACTS = 400;

/** What odds are worth, as written on a rung of the ladder. */
export const worth = (odds) => {
  const [attack, defence] = odds.split(':').map(Number);
  return defence ? attack / defence : 0;
};

/** The best odds that are reached one time of two, from what the rungs of the ladder say: "4:1, 30 %" or "3:1" for sure. */
export function evenChance(rungs) {
  let sum = 0;
  const shown = rungs.map((words) => /^(\d+:\d+), (?:under )?(\d+) %/.exec(words)).filter(Boolean);
  for (const [, odds, percent] of shown.sort((a, b) => worth(b[1]) - worth(a[1]))) if ((sum += Number(percent)) >= 50) return worth(odds);
  return 0;
}

export class Newcomer {
  /** what was done, for whoever wants to know why a game was lost */
  diary = [];
  attacks = 0;
  heeded = 0;

  constructor(hand) {
    this.hand = hand;
    this.page = hand.page;
    this.over = hand.page.locator('section:has(> .body #end-title)');
  }

  /** From the start page: the game it calls the best first one, as it is suggested. */
  async sitDown(seed) {
    const { page, hand } = this;
    await page.goto(`${hand.base}/`);
    await page.getByRole('article').filter({ hasText: 'Best first game' }).getByRole('button', { name: /^Play/ }).click();
    await page.getByTestId('seed').fill(String(seed));
    await page.getByTestId('begin').click();
    await page.waitForURL(/\/play#/);
  }

  /** Plays until a turn begins or the game is over; says whether it was lost. */
  async playUntil(turn) {
    for (let act = 0; act < MOST_ACTS; act++) {
      await this.awaited();
      if (await this.over.count()) return { lost: await this.over.innerText() };
      if (this.turn(await this.page.locator('header .turn').innerText()) >= turn) return { lost: '' };
      await this.decide();
    }
    throw new Error(`it never came to turn ${turn}: ${this.diary.slice(-12).join(' | ')}`);
  }

  turn = (words) => Number(/Turn (\d+)/.exec(words)?.[1] ?? 0);

  /** Until it is his decision, or over: films end, summaries are closed. */
  async awaited() {
    const { page } = this;
    const goOn = page.getByTestId('begin-turn');
    const mine = page.locator('.page[aria-busy=false]:has([data-testid=whose]:has-text("You"))');
    for (;;) {
      await goOn.or(mine).or(this.over).first().waitFor();
      if (await goOn.count()) await goOn.click();
      else if (await this.over.count()) return;
      else if (await page.locator('[data-testid=film], [data-testid=awaited]').count()) await page.waitForTimeout(100);
      else return;
    }
  }

  async decide() {
    const { page } = this;
    const panel = page.getByTestId('decision-panel');
    if (await panel.getByRole('button', { name: 'Move, then fight' }).count()) return this.click(panel.getByRole('button', { name: 'Move, then fight' }), 'order');
    await page.getByRole('tab', { name: /^Desk/ }).click();
    await page.locator('[data-testid=desk][aria-busy=false]').getByTestId('hint').waitFor();
    // what the desk offers against what loses the game
    const remedy = page.getByTestId('desk-foot').getByRole('button', { name: / to \d{4}$/ });
    if (await remedy.count()) {
      this.heeded += 1;
      return this.click(remedy.first(), 'remedy');
    }
    if (await page.getByTestId('desk').locator('[data-kind=strike]').count() && (await this.strike())) return undefined;
    // what ends a decision stands in the bar above; he chases nobody and advances nowhere
    const end = page.locator('header > button.btn:not(.quiet):not([disabled])');
    if (await end.count()) return this.end(end.first());
    return this.answer(panel);
  }

  /** An attack at good odds, if the builder shows one; the map says where to look. */
  async strike() {
    const { page, hand } = this;
    await page.waitForTimeout(250); // the odds appear on the map a moment after the last click
    await hand.idle();
    const drawn = Object.entries(await page.evaluate(() => window.likelyOdds()));
    for (const [hex, words] of drawn) {
      if (worth(/\d+:\d+(?!.*\d:)/.exec(words)?.[0] ?? '') < GOOD) continue;
      await hand.click(hex);
      const builder = page.getByTestId('builder');
      // what is written on the map may be a moment old: whoever sees no builder looks elsewhere
      const opened = await builder.waitFor({ timeout: 10_000 }).then(() => true, () => false);
      if (!opened) {
        this.diary.push(`no builder at ${hex}`);
        if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}/nobuilder-${hex}.png` });
        await page.keyboard.press('Escape');
        continue;
      }
      await hand.idle();
      const rungs = await builder.locator('.rung').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      const sure = await builder.locator('.rung.likely').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      const attack = builder.getByTestId('attack');
      if (Math.max(evenChance(rungs), rungs.every((one) => !/%/.test(one)) ? worth(sure[0] ?? '') : 0) >= GOOD && (await attack.isEnabled())) {
        this.attacks += 1;
        await this.click(attack, `attack ${hex}`);
        return true;
      }
      await builder.getByRole('button', { name: 'Close' }).click();
    }
    return false;
  }

  async end(button) {
    const { page } = this;
    await this.click(button, `end: ${await button.innerText()}`);
    const anyway = page.getByTestId('end-anyway');
    if (await anyway.count()) await this.click(anyway, 'end anyway');
  }

  /** Losses, retreats and advances: the first thing that the panel offers, or what an officer would say. */
  async answer(panel) {
    const { page } = this;
    const buttons = panel.locator('.row > button.btn:not(.small):not([disabled])');
    if (await buttons.count()) return this.click(buttons.first(), `answer: ${await buttons.first().innerText()}`);
    const hint = page.getByTestId('hint');
    if (await hint.getByRole('button', { name: 'Ask an officer' }).count()) await hint.getByRole('button', { name: 'Ask an officer' }).click();
    await hint.getByRole('button', { name: 'Say it' }).waitFor();
    return this.click(hint.getByRole('button', { name: 'Say it' }), 'hint');
  }

  async click(button, what) {
    this.diary.push(what);
    await button.click();
    await this.hand.idle();
  }
}
