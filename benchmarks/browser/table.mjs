/** A whole campaign of Fire in the East at the real table: a server, a browser without anything in its cache (arguments: frames, repeats).
 *
 * By the clock, and in processor time of server and browser together: on a busy machine the clock tells how busy it is. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hand, openBrowser, startServer } from '../../web/e2e/table.mjs';

process.env.GROGNARD_CACHE ??= join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'build', 'bench-cache');
const [frames, repeats] = [Number(process.argv[2]), Number(process.argv[3])];
const STEP = 18;
const TICK = 10; // ms of processor time, as Linux counts it
const figures = { opened: [], 'opened, processor': [], apart: [], 'frame, processor': [] };
const [server, browser] = [await startServer(), await openBrowser()];
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

/** Processor time of this process and all it has started, in ms. */
function spent() {
  const of = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
      of.set(Number(pid), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // it has just ended
    }
  }
  const ours = (pid) => pid === process.pid || (of.has(pid) && ours(of.get(pid).parent));
  return TICK * [...of].filter(([pid]) => ours(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0);
}

try {
  for (let k = 0; k <= repeats; k++) {
    const body = { game: 'fire-in-the-east', scenario: 'historical', hotseat: true, seed: '7' };
    const made = await fetch(`${server.base}/api/matches`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
    const hand = await Hand.sit(browser, server.base);
    const [begun, before] = [performance.now(), spent()];
    await hand.page.goto(`${server.base}/play#${made.id}.${made.hotseat}`);
    await hand.ready();
    await hand.drawn();
    const [opened, ready] = [performance.now() - begun, spent()];
    const apart = await hand.page.evaluate(
      async ([frames, step]) => {
        const next = () => new Promise((done) => requestAnimationFrame(done));
        const apart = [];
        let last = await next();
        for (let k = 0; k < frames; k++) {
          window.panMap(k < frames / 2 ? -step : step, k < frames / 2 ? -step / 2 : step / 2);
          const now = await next();
          apart.push(now - last);
          last = now;
        }
        return apart;
      },
      [frames, STEP],
    );
    const panned = spent();
    await hand.page.context().close();
    if (!k) continue; // the first one has the server read its boards and tiles
    figures.opened.push(opened);
    figures['opened, processor'].push(ready - before);
    figures.apart.push(mean(apart));
    figures['frame, processor'].push((panned - ready) / frames);
  }
  console.log(JSON.stringify(Object.entries(figures).map(([name, samples]) => ({ name, unit: 'ms', samples }))));
} finally {
  await browser.close();
  await server.stop();
}
