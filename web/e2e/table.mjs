/** A real server on a free port, a real browser, and hands to play with. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PYTHON = process.env.PYTHON ?? join(ROOT, '.venv', 'bin', 'python');
/** How long anything may take on a busy machine. */
const PATIENCE = 60_000;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const freePort = () =>
  new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-e2e-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let child = await launch(folder, port, base);
  const halt = () =>
    new Promise((done) => {
      if (child.exitCode !== null) return done();
      child.once('exit', done);
      child.kill('SIGKILL');
    });
  return {
    base,
    halt,
    /** start it again, perhaps with some Python carried out first, which makes it another version */
    restart: async (first = '') => (child = await launch(folder, port, base, first)),
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder, port, base, first = '') {
  const code = `${first}\nfrom grognard.server import run; run(port=${port}, database='sqlite:///${folder}/matches.db')`;
  const env = { ...process.env, GROGNARD_RATE: '0', GROGNARD_CACHE: process.env.GROGNARD_CACHE ?? join(tmpdir(), 'grognard-e2e-cache') };
  const child = spawn(PYTHON, ['-c', code], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part) => (said = (said + part).slice(-4000)));
  for (let attempt = 0; attempt < 240; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
    const answer = await fetch(`${base}/api/health`).catch(() => null);
    if (answer?.ok) return child;
    await new Promise((done) => setTimeout(done, 250));
  }
  child.kill();
  throw new Error(`the server does not answer: ${said}`);
}

export async function openBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

let shared;

/** One server and one browser for all tests of a process; people leave the table after each test. */
export function house() {
  shared ??= Promise.all([startServer(), openBrowser()]).then(([server, browser]) => {
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
    after(async () => {
      await browser.close();
      await server.stop();
    });
    return { server, browser };
  });
  return shared;
}

/** One person at one page. Whatever the page complains about makes the test fail. */
export class Hand {
  constructor(page, base) {
    this.page = page;
    this.base = base;
    this.complaints = [];
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // a refused question and a tile that is still being drawn have an HTTP status that the browser reports by itself
      const said = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && !/status of (404|409|422)|status of 503 .*\/tiles\//.test(said)) this.complaints.push(said);
    });
  }

  static async sit(browser, base, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    return new Hand(await context.newPage(), base);
  }

  /** Begin a match on the start page, with people at all seats unless told otherwise. */
  async begin({ game = 'Drive on Moscow', scenario = 'historical', seed = '7', hotseat = true, players = {} } = {}) {
    const { page } = this;
    await page.goto(`${this.base}/`);
    await page.getByTestId('begin').waitFor();
    await page.getByRole('radio', { name: game }).check();
    await page.getByTestId('scenario').selectOption(scenario);
    for (const field of await page.getByLabel(/^Who plays /).all()) {
      const seat = (await field.getAttribute('aria-label')).split(' ').at(-1);
      await field.selectOption(players[seat] ?? 'human');
    }
    if (await page.getByTestId('hotseat').count()) await page.getByTestId('hotseat').setChecked(hotseat);
    await page.getByText('More', { exact: true }).click();
    await page.getByTestId('seed').fill(seed);
    await page.getByTestId('begin').click();
    await page.waitForURL(/\/play#/);
    await this.ready();
  }

  /** Take the seat where the page covers the table, and wait until nothing is under way. */
  async ready() {
    const { page } = this;
    const still = page.locator('.page[aria-busy=false]');
    const cover = page.getByTestId('handover');
    await still.or(cover).waitFor();
    if (await cover.count()) await cover.click();
    await still.waitFor();
    await page.waitForFunction(() => typeof window.hexOnPage === 'function');
  }

  /** What the server answers to this seat. */
  async ask(path) {
    return this.page.evaluate(async (path) => {
      const [id, token, seat] = location.hash.slice(1).split('.');
      const address = new URL(`/api/matches/${id}/${path}`.replace(/\/$/, ''), location.origin);
      if (seat) address.searchParams.set('seat', seat);
      const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
      return answer.json();
    }, path);
  }

  /** The match as the server tells it to this seat. */
  async match() {
    return this.ask('');
  }

  verb(match, name) {
    return match.view.decision?.verbs?.find((verb) => verb.verb === name);
  }

  /** Bring a hex into sight, then find it on the page. */
  async find(hex) {
    const { page } = this;
    for (let attempt = 0; attempt < 4; attempt++) {
      const spot = await page.evaluate((name) => window.hexOnPage(name), hex);
      const box = await page.getByTestId('map').boundingBox();
      const [right, bottom] = [box.x + box.width - ((await page.locator('.minimap').count()) ? 175 : 20), box.y + box.height - 20];
      if (spot.x > box.x + 20 && spot.x < right && spot.y > box.y + 20 && spot.y < bottom) return spot;
      await page.evaluate(([dx, dy]) => window.panMap(dx, dy), [box.x + box.width / 2 - spot.x, box.y + box.height / 2 - spot.y]);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    throw new Error(`hex ${hex} cannot be brought into sight`);
  }

  async click(hex, options = {}) {
    const spot = await this.find(hex);
    await this.page.mouse.click(spot.x, spot.y, options);
    await this.idle();
  }

  /** What a finger does. */
  async tap(hex) {
    const spot = await this.find(hex);
    await this.page.touchscreen.tap(spot.x, spot.y);
    await this.idle();
  }

  /** Until what was asked or said has been answered; the table may be covered for the other seat then. */
  async idle() {
    await this.page.locator('.page[aria-busy=false], [data-testid=handover]').waitFor();
  }

  async point(hex) {
    const spot = await this.find(hex);
    await this.page.mouse.move(spot.x - 3, spot.y);
    await this.page.mouse.move(spot.x, spot.y);
  }

  /** Press a button of the decision, wherever it stands. */
  async press(name) {
    await this.page.getByRole('button', { name, exact: true }).first().click();
    await this.idle();
  }

  /** Wait until the server has taken one command more than it had. */
  async settled(before) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await this.page.waitForTimeout(50)) {
      const match = await this.match();
      if (match.revision > before) {
        await this.ready();
        return match;
      }
    }
    throw new Error('the command did not arrive');
  }
}
