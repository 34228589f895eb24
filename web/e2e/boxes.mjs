/** The picture on the box of each game that comes with the package: `node e2e/boxes.mjs FOLDER` takes them as PNG, 960 x 544. */
import { Hand, openBrowser, startServer } from './table.mjs';

const [folder = '.', ...only] = process.argv.slice(2);
const server = await startServer();
const browser = await openBrowser();
const games = await (await fetch(`${server.base}/api/games`)).json();
for (const { slug, scenarios } of games.filter((game) => game.playable && (!only.length || only.includes(game.slug)))) {
  const hand = await Hand.sit(browser, server.base, { viewport: { width: 1500, height: 800 } });
  const { page } = hand;
  const scenario = (scenarios.find(({ name }) => name.includes('historical')) ?? scenarios[0]).name;
  await hand.open({ game: slug, scenario, hotseat: true });
  for (const name of ['As we propose', 'Set-up complete']) if (await page.getByRole('button', { name }).count()) await hand.press(name);
  await page.keyboard.press('m');
  for (let k = 0; k < 3; k++) await page.keyboard.press('+');
  // tiles come from afar to near: until none is on its way any more
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForTimeout(45_000);
  const map = await page.getByTestId('map').boundingBox();
  await page.screenshot({ path: `${folder}/${slug}.png`, clip: { x: map.x + 20, y: map.y + 20, width: 960, height: 544 } });
  await page.context().close();
}
await browser.close();
await server.stop();
