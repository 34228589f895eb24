/** Plays any decision by clicking: it reads what may be named and uses the page as a person would. */

const shapeOf = (verb) => {
  const slots = verb.usage.split(' ').slice(1).join(' ');
  if (verb.hex_first) return 'hex-units';
  if (/UNITS/.test(slots) && /HEX|PATH/.test(slots)) return 'units-hex';
  if (/UNITS/.test(slots)) return 'units';
  if (/HEX|PATH/.test(slots)) return 'hex';
  if (/WORD/.test(slots)) return 'word';
  if (/NUMBER/.test(slots) && !/\[/.test(slots)) return 'number';
  return 'plain';
};

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** Where a unit stands, as the view tells it. */
export function whereIs(view, unit) {
  return Object.entries(view.stacks).find(([, stack]) => stack.units.some((one) => one.id === unit))?.[0];
}

export class Player {
  constructor(hand, { moves = 2, attacks = 2 } = {}) {
    this.hand = hand;
    this.limits = { moves, attacks };
    this.done = {};
    this.steps = new Set();
    this.refused = false;
  }

  /** One decision; tells what was done. */
  async turn() {
    const { hand } = this;
    await hand.ready();
    const match = await hand.match();
    const { decision } = match.view;
    if (!decision?.verbs) return 'wait';
    this.steps.add(decision.step);
    const key = `${match.view.turn} ${decision.seat} ${decision.step}`;
    const count = (this.done[key] = (this.done[key] ?? 0) + 1);
    const said = await this.choose(match, decision, count);
    const refusal = hand.page.getByTestId('refusal');
    await Promise.race([hand.settled(match.revision), refusal.first().waitFor({ timeout: 15_000 })]);
    // what the rules do not let stand is taken back before the phase can end
    this.refused = (await refusal.count()) > 0;
    return said;
  }

  async choose(match, decision, count) {
    const { verbs } = decision;
    const of = (shape) => verbs.find((verb) => shapeOf(verb) === shape && (verb.units?.length ?? verb.hexes?.length ?? 1));
    const ends = verbs.find((verb) => verb.ends);
    const undone = of('hex');
    if (this.refused && undone) {
      await this.hand.page.locator('.decision .row', { hasText: undone.title }).getByRole('button').first().click();
      return `${undone.verb} ${undone.hexes[0]}`;
    }
    const automatic = verbs.find((verb) => ['historical', 'automatic'].includes(verb.verb));
    if (automatic && !ends) return this.button(automatic.title);
    const aim = of('hex-units');
    const send = of('units-hex');
    if (aim && count <= this.limits.attacks + (send ? this.limits.moves : 0)) {
      const said = await this.attack(match, aim);
      if (said) return said;
    }
    if (send && (!ends || count <= this.limits.moves)) return this.send(match, send);
    const named = of('units');
    if (named && (!ends || count === 1)) return this.name(match, named);
    const hex = of('hex');
    if (hex && (!ends || count === 1)) {
      await this.hand.click(hex.hexes[0]);
      return `${hex.verb} ${hex.hexes[0]}`;
    }
    const word = of('word');
    if (word) return this.button(capital(word.words[0]));
    const number = of('number');
    if (number) return this.button(`${number.title} ${number.numbers[0]}`);
    return this.button((ends ?? verbs.find((verb) => verb.verb === 'fight') ?? verbs[0]).title);
  }

  async button(name) {
    await this.hand.press(name);
    return name;
  }

  async attack(match, verb) {
    const { hand } = this;
    const target = verb.hexes[0];
    await hand.click(target);
    const builder = hand.page.getByTestId('builder');
    await builder.waitFor();
    await builder.getByRole('button', { name: 'All' }).click();
    await hand.page.waitForTimeout(500);
    const confirm = hand.page.getByTestId('attack');
    if (!(await confirm.isEnabled())) {
      await builder.getByRole('button', { name: 'None' }).click();
      await builder.locator('[data-unit]').first().click();
      await hand.page.waitForTimeout(400);
    }
    if (!(await confirm.isEnabled())) {
      await hand.page.keyboard.press('Escape');
      return null;
    }
    await confirm.click();
    return `${verb.verb} ${target}`;
  }

  async send(match, verb) {
    const { hand } = this;
    const unit = verb.units[0];
    const at = whereIs(match.view, unit);
    if (/^\d+$/.test(at)) {
      await hand.page.keyboard.press('Escape');
      await hand.click(at);
      if (match.view.stacks[at].units.length > 1) await this.only(unit);
    } else await hand.page.locator('.tray .pile').first().click();
    const options = await hand.page.evaluate(
      async ([verb, unit]) => {
        const [id, token] = location.hash.slice(1).split('.');
        const answer = await fetch(`/api/matches/${id}/query/options?verb=${verb}&units=${unit}`, { headers: { Authorization: `Bearer ${token}` } });
        return answer.json();
      },
      [verb.verb, unit],
    );
    const goal = options.hexes[Math.floor(options.hexes.length / 2)];
    await hand.page.waitForTimeout(200);
    await hand.click(goal);
    return `${verb.verb} ${unit} ${goal}`;
  }

  /** Choose one unit of a stack in the panel. */
  async only(unit) {
    const { page } = this.hand;
    await page.getByRole('tab', { name: 'Hex' }).click();
    const none = page.getByRole('button', { name: 'None', exact: true });
    if (await none.count()) await none.click();
    const row = page.locator(`.unit[data-unit="${unit}"]`);
    if ((await row.getAttribute('aria-pressed')) !== 'true') await row.click();
    await page.waitForTimeout(150);
  }

  async name(match, verb) {
    const { hand } = this;
    const unit = verb.units[0];
    const at = whereIs(match.view, unit);
    await hand.page.keyboard.press('Escape');
    if (/^\d+$/.test(at)) {
      await hand.click(at);
      await this.only(unit);
    } else await hand.page.locator('.tray .pile').first().click();
    await hand.page.getByTestId('confirm').click();
    return `${verb.verb} ${unit}`;
  }
}
