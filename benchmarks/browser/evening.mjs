/** From the server's word that it is ready to a game on the table, in a real browser (arguments: Python, cache folder, repeats, then games). */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [python, cache, repeats, ...games] = process.argv.slice(2);
const { chromium } = createRequire(join(ROOT, 'web', 'package.json'))('playwright-core');

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** What `make play` starts; it is ready when it says where it listens. */
async function serve() {
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), 'grognard-evening-'))];
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'src'), GROGNARD_CACHE: cache };
  const child = spawn(python, ['-m', 'grognard', 'serve', '--port', String(port), '--database', `sqlite:///${folder}/matches.db`], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const gone = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill();
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  let said = '';
  const ready = new Promise((done, fail) => {
    child.stderr.on('data', (part) => (said += part).includes(`running on http://127.0.0.1:${port}`) && done());
    child.once('exit', () => fail(new Error(`the server ended: ${said}`)));
  });
  await ready;
  return { base: `http://127.0.0.1:${port}`, stop };
}

const figures = {};
const note = (name, since) => (figures[name] ??= []).push(performance.now() - since);

/** Somebody who has never been here, with nothing in the browser's cache: start page, a game from the historical set-up, the first counter. */
async function visit(browser, server, slug) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  let since = performance.now();
  await page.goto(server.base);
  const play = page.locator(`[data-game="${slug}"]`).getByRole('button', { name: /^Play / });
  await play.click({ trial: true });
  note('start', since);
  await play.click();
  await page.getByTestId('scenario').selectOption('historical');
  since = performance.now();
  await page.getByTestId('begin').click();
  await page.locator('.page[aria-busy=false]').waitFor();
  await page.waitForFunction(() => window.missingTiles?.() === 0);
  note(`${slug} drawn`, since);
  const drawn = performance.now();
  const { hex, x, y } = await stackInSight(page);
  since += performance.now() - drawn; // looking for a stack is the eye's work, not the table's
  await page.mouse.click(x, y);
  await page.locator('#panel h2', { hasText: hex }).waitFor();
  note(`${slug} picked`, since);
  await context.close();
}

/** A stack near the middle of the window. */
function stackInSight(page) {
  return page.evaluate(async () => {
    const [id, token] = location.hash.slice(1).split('.');
    const { view } = await fetch(`/api/matches/${id}`, { headers: { Authorization: `Bearer ${token}` } }).then((answer) => answer.json());
    const map = document.querySelector('[data-testid=map]').getBoundingClientRect();
    const away = ({ x, y }) => Math.hypot(x - map.x - map.width / 2, y - map.y - map.height / 2);
    const spots = Object.keys(view.stacks).filter((hex) => /\d{4}$/.test(hex)).map((hex) => ({ hex, ...window.hexOnPage(hex) }));
    return spots.sort((a, b) => away(a) - away(b))[0];
  });
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (let k = 0; k < Number(repeats); k++)
    for (const game of games) {
      const server = await serve();
      try {
        await visit(browser, server, game);
      } finally {
        await server.stop();
      }
    }
  console.log(JSON.stringify(Object.entries(figures).map(([name, samples]) => ({ name, unit: 'ms', samples }))));
} finally {
  await browser.close();
}
