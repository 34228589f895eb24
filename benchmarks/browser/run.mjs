/** Build the page, serve it with the board and its tiles, measure it in Chromium (arguments: folder with board.json and tiles/, frames, repeats). */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const OUT = join(ROOT, 'build', 'bench-browser');
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json', png: 'image/png', webp: 'image/webp' };
const [folder, frames, repeats] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const require = createRequire(join(ROOT, 'web', 'package.json'));
const { build } = await import(pathToFileURL(join(ROOT, 'web', 'node_modules', 'vite', 'dist', 'node', 'index.js')));
const { chromium } = require('playwright-core');

await build({ root: HERE, base: './', configFile: join(ROOT, 'web', 'vite.config.ts'), logLevel: 'error', build: { outDir: OUT, emptyOutDir: true } });
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace('/api/games/fire-in-the-east/tiles/light', '/tiles');
  const file = [join(OUT, path === '/' ? 'index.html' : path), join(folder, path)].find((candidate) => existsSync(candidate));
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': TYPES[file.split('.').at(-1)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
// the mean: a frame now and then that has more to paint counts in full
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => typeof window.pan === 'function');
  const figures = {};
  for (let k = 0; k < repeats; k++) {
    const measured = await page.evaluate(async (frames) => {
      const [large, again, small] = [await window.stage(10000, 1500), await window.stage(10000, 1500), await window.stage(1000, 150)];
      const [many, few, anew, naive] = await window.pan([[large, 'kept'], [small, 'kept'], [again, 'anew'], [large, 'naive']], frames);
      return {
        'frame 10000': many, 'frame 1000': few, 'anew 10000': anew, 'naive 10000': naive,
        'first 10000': [await window.first(10000, 1500, false)], 'naive first': [await window.first(10000, 1500, true)], 'complete 10000': [await window.complete(10000, 1500)],
      };
    }, frames);
    for (const [name, times] of Object.entries(measured)) (figures[name] ??= []).push(mean(times));
  }
  console.log(JSON.stringify(Object.entries(figures).map(([name, samples]) => ({ name, unit: 'ms', samples }))));
} finally {
  await browser.close();
  server.close();
}
