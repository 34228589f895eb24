/** Plays any decision of any game by clicking: it reads what may be named and uses the page as a person would. */

export const shapeOf = (verb) => {
  const slots = verb.usage.split(' ').slice(1).join(' ');
  if (verb.hex_first) return 'hex-units';
  if (/UNITS/.test(slots) && /HEX|PATH/.test(slots)) return 'units-hex';
  if (/UNITS/.test(slots)) return 'units';
  if (/HEX|PATH/.test(slots)) return 'hex';
  if (/WORD/.test(slots)) return 'word';
  if (/NUMBER/.test(slots) && !/\[/.test(slots)) return 'number';
  return 'plain';
};

const isHex = (name) => /^\d+$/.test(name);

/** Where a unit stands, as the view tells it. */
export function whereIs(view, unit) {
  return Object.entries(view.stacks).find(([, stack]) => stack.units.some((one) => one.id === unit))?.[0];
}

export class Player {
  /** What the page said of the first attack before it was made. */
  odds = '';
  steps = new Set();
  seats = new Set();
  /** Per phase of a seat: how often it was asked, and what it has done. */
  phases = {};
  refused = false;

  /** Moves and attacks are made up to so many a phase, then the phase is ended. */
  constructor(hand, { moves = 2, attacks = 2 } = {}) {
    this.hand = hand;
    this.limits = { moves, attacks };
  }

  /** The most that was done in one phase. */
  most(what) {
    return Math.max(0, ...Object.values(this.phases).map((phase) => phase[what]));
  }

  /** One decision; tells how the match stands after it. */
  async turn(before) {
    const { hand } = this;
    await hand.ready();
    const match = before ?? (await hand.match());
    const { decision } = match.view;
    if (!decision?.verbs) return hand.match();
    this.steps.add(decision.step);
    this.seats.add(decision.seat);
    const phase = (this.phases[`${match.view.turn} ${decision.seat} ${decision.step}`] ??= { asked: 0, moves: 0, attacks: 0 });
    phase.asked += 1;
    const shape = shapeOf(await this.choose(match, decision.verbs, phase));
    if (shape === 'units-hex') phase.moves += 1;
    if (shape === 'hex-units') phase.attacks += 1;
    await hand.idle();
    // what the rules do not let stand is taken back before the phase can end
    this.refused = (await hand.page.getByTestId('refusal').count()) > 0;
    return this.refused ? hand.match() : hand.settled(match.revision);
  }

  async choose(match, verbs, { asked, moves, attacks }) {
    const of = (shape) => verbs.find((verb) => shapeOf(verb) === shape && (verb.units?.length ?? verb.hexes?.length ?? 1));
    const ends = verbs.find((verb) => verb.ends);
    const hex = of('hex');
    if (this.refused && hex) return this.hexButton(hex);
    const automatic = verbs.find((verb) => ['historical', 'automatic'].includes(verb.verb));
    if (automatic && !ends) return this.button(automatic);
    const [aim, send, named] = [of('hex-units'), of('units-hex'), of('units')];
    // a phase that cannot end yet may want more attacks, or an advance
    if (aim && (this.refused || attacks < this.limits.attacks)) {
      const said = await this.attack(aim);
      if (said) return said;
    }
    if (send && (!ends || this.refused || moves < this.limits.moves)) {
      const said = await this.send(match, send);
      if (said) return said;
    }
    if (named && (!ends || asked === 1)) return this.name(match, named);
    if (hex && (!ends || asked === 1)) {
      await this.hand.click(hex.hexes[0]);
      return hex;
    }
    const word = of('word');
    if (word) {
      await this.hand.page.locator(`[data-word="${word.words[0].word}"]`).click();
      return word;
    }
    const number = of('number');
    if (number) return this.button(number, `${number.title} ${number.numbers[0]}`);
    return this.button(ends ?? verbs.find((verb) => verb.verb === 'fight') ?? verbs[0]);
  }

  async button(verb, name = verb.title) {
    await this.hand.press(name);
    return verb;
  }

  async hexButton(verb) {
    await this.hand.page.locator('.decision .row', { hasText: verb.title }).getByRole('button').first().click();
    return verb;
  }

  /** Attack the first hex that may be attacked with everybody, else with one unit; nothing where no hex may. */
  async attack(verb) {
    const { hand } = this;
    const builder = hand.page.getByTestId('builder');
    const confirm = hand.page.getByTestId('attack');
    for (const target of verb.hexes) {
      await this.putDown();
      await hand.click(target);
      await builder.getByRole('button', { name: 'All' }).click();
      await hand.idle();
      if (!(await confirm.isEnabled()) && (await builder.locator('[data-unit]').count())) {
        await builder.getByRole('button', { name: 'None' }).click();
        await builder.locator('[data-unit]').first().click();
        await hand.idle();
      }
      if (!(await confirm.isEnabled())) continue;
      const odds = hand.page.getByTestId('odds');
      if (!this.odds && (await odds.count())) this.odds = await odds.innerText();
      await confirm.click();
      return verb;
    }
    await hand.page.keyboard.press('Escape');
    return null;
  }

  /** Send the first unit that may go anywhere, else its whole stack; nothing where nobody may. */
  async send(match, verb) {
    const { hand } = this;
    for (const unit of verb.units) {
      const at = whereIs(match.view, unit);
      const stack = verb.units.filter((other) => whereIs(match.view, other) === at);
      for (const units of stack.length > 1 && isHex(at) ? [[unit], stack] : [[unit]]) {
        const { hexes } = await hand.ask(`query/options?verb=${verb.verb}&units=${units.join('%2B')}`);
        if (!hexes.length) continue;
        if (units.length === 1) await this.take(match, unit);
        else if (await hand.page.locator('[data-choice]').count()) await this.choices(units);
        else await hand.click(at);
        await hand.idle();
        // where a phase cannot end yet, the nearest hex is what is wanted
        await hand.click(hexes[this.refused ? 0 : Math.floor(hexes.length / 2)]);
        return verb;
      }
    }
    return null;
  }

  /** Choose units among those that the panel lists. */
  async choices(units) {
    const { page } = this.hand;
    await page.keyboard.press('Escape');
    for (const unit of units) {
      const choice = page.locator(`[data-choice="${unit}"]`);
      if ((await choice.getAttribute('aria-pressed')) !== 'true') await choice.click();
    }
  }

  /** Name a unit; where one is not enough, one more each time. */
  async name(match, verb) {
    const { page } = this.hand;
    this.named = this.refused ? (this.named ?? 1) + 1 : 1;
    const choices = page.locator('[data-choice]');
    if (await choices.count()) await this.choices(verb.units.slice(0, this.named));
    else await this.take(match, verb.units[0]);
    await page.getByTestId('confirm').click();
    return verb;
  }

  /** Take one unit to hand: out of its stack on the map, or from the tray. */
  async take(match, unit) {
    const { hand } = this;
    const at = whereIs(match.view, unit);
    await this.putDown();
    if (!isHex(at)) await hand.page.locator('.tray .pile').first().click();
    else {
      await hand.click(at);
      if (match.view.stacks[at].units.length > 1) await this.only(unit);
    }
    await hand.idle();
  }

  /** Put down what is in hand; the card of the last result may lie over the hex that is wanted next. */
  async putDown() {
    const { page } = this.hand;
    await page.keyboard.press('Escape');
    const card = page.getByTestId('result').getByRole('button', { name: 'Close' });
    if (await card.count()) await card.click();
  }

  /** Choose one unit of a stack in the panel. */
  async only(unit) {
    const { page } = this.hand;
    await page.getByRole('tab', { name: 'Hex' }).click();
    const none = page.getByRole('button', { name: 'None', exact: true });
    if (await none.count()) await none.click();
    const row = page.locator(`.unit[data-unit="${unit}"]`);
    if ((await row.getAttribute('aria-pressed')) !== 'true') await row.click();
  }
}
