/** The kept picture of the map equals a fresh one, whatever has happened to the table and the camera before. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { house } from './table.mjs';

const WEB = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = 'http://map.test/';
const STEPS = 90;

const { browser } = await house();

/** A board of 42 by 37 hexes in tiles of 256 pixels; some of them take their time. */
const zoom = (w) => ({ w, width: 42 * w, height: 37 * w, columns: Math.ceil((42 * w) / 256), rows: Math.ceil((37 * w) / 256), folder: `main/${w}` });
const INDEX = { tile: 256, format: 'png', planes: { main: { origin: [-0.6, -0.6], zooms: [zoom(12), zoom(24), zoom(48)], names: 'names.json' } } };

test('the map that is kept while panning, zooming and playing is the map painted afresh', { timeout: 240_000 }, async () => {
  const script = await build({
    root: WEB, configFile: join(WEB, 'vite.config.ts'), logLevel: 'error',
    build: { write: false, rollupOptions: { input: join(WEB, 'test', 'picture.ts') }, modulePreload: false },
  });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const tile = Buffer.from((await page.evaluate(noise)).split(',')[1], 'base64');
  await page.route(`${PAGE}**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title>' });
    if (path.endsWith('index.json')) return route.fulfill({ json: INDEX });
    if (path.endsWith('names.json')) return route.fulfill({ json: [] });
    if (/[37]\.png$/.test(path)) await new Promise((done) => setTimeout(done, 1500));
    return route.fulfill({ contentType: 'image/png', body: tile }).catch(() => undefined);
  });
  await page.goto(PAGE);
  await page.addScriptTag({ type: 'module', content: script.output[0].code });
  await page.waitForFunction(() => typeof window.compare === 'function');
  const findings = await page.evaluate((steps) => window.compare(steps), STEPS);
  assert.equal(findings.length, STEPS);
  assert.deepEqual(findings.filter(({ afresh }) => afresh > 0), []);
  assert.deepEqual(findings.filter(({ whole }) => whole > 0.0002), []);
  assert.deepEqual(complaints, []);
});

/** A tile with something everywhere, so that a seam or a shift would show. */
function noise() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const ctx = canvas.getContext('2d');
  ctx.fillRect(0, 0, 256, 256);
  for (let k = 0; k < 900; k++) {
    ctx.fillStyle = `hsl(${k * 47}, 60%, ${30 + (k % 50)}%)`;
    ctx.fillRect((k * 97) % 256, (k * 61) % 256, 5 + (k % 40), 5 + (k % 23));
  }
  return canvas.toDataURL();
}
