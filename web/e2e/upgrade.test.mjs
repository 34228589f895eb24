import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Hand, house, startServer } from './table.mjs';

// a server of its own, because it is upgraded
const { browser } = await house();
const server = await startServer();
after(() => server.stop());

/** A later version, in which a rule forbids to end the movement phase. */
const LATER = `
import grognard
grognard.__version__ = 'later'
import grognard.core.fingerprint as fingerprint
known = fingerprint.fingerprint
fingerprint.fingerprint = lambda game: known(game)[::-1]
from grognard.core.errors import Illegal
from grognard.games.drive_on_moscow.flow import FLOW
def refused(play, command):
    raise Illegal('9.99', 'a rule that has been mended')
FLOW.steps['movement'].verbs['done'].do = refused
`;

test('an open page meets a newer server, reloads itself, and goes on where the rules have parted the match', { timeout: 300_000 }, async () => {
  const hand = await Hand.sit(browser, server.base);
  const { page } = hand;
  await hand.begin();
  await hand.press('Move, then fight');
  await hand.press('End of movement');
  await page.getByTestId('decision').getByText('German: Combat phase').waitFor();
  await page.getByRole('tab', { name: 'Talk' }).click();
  const words = page.getByPlaceholder('Say something to the table');
  await words.pressSequentially('Half a sent');
  await page.evaluate(() => (window.sameAsBefore = true));

  await server.halt();
  await page.getByText('Connection lost').waitFor();
  await server.restart(LATER);
  await page.waitForFunction(() => window.sameAsBefore === undefined);
  await hand.ready();

  const panel = page.getByTestId('parted');
  assert.match(await panel.innerText(), /Command 2, said by german, is refused by today's rules \[9\.99\]/);
  assert.match(await panel.innerText(), /as it stood after command 1/);
  await panel.getByRole('button', { name: 'log' }).click();
  const log = page.getByTestId('log');
  await log.getByText('One command is no longer in force').waitFor();
  assert.ok(await log.locator('s').count());
  await page.getByRole('tab', { name: 'Talk' }).click();
  assert.equal(await words.inputValue(), 'Half a sent');
  await panel.getByTestId('go-on').click();
  await panel.waitFor({ state: 'detached' });
  await page.getByTestId('decision').getByText('German: Movement phase').waitFor();
  const match = await hand.match();
  assert.deepEqual([match.version, match.parted, match.dice.length], [1, null, 2]);
});
