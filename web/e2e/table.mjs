/** A real server on a free port, a real browser, and hands to play with. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** The package of this checkout is tried, whichever is installed. */
const ENV = { ...process.env, PYTHONPATH: join(ROOT, 'src') };
const PYTHON = process.env.PYTHON ?? join(ROOT, '.venv', 'bin', 'python');
/** How long anything may take on a busy machine. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);
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
  const env = { ...ENV, GROGNARD_RATE: '0', GROGNARD_CACHE: process.env.GROGNARD_CACHE ?? join(tmpdir(), 'grognard-e2e-cache') };
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

/** A game that was played at random: its save, and the seat that is asked. It stops at the first decision of a seat after others have moved in turn
 * `turn`, or, with `marching`, at the first one from that turn on at which units march; a game that is over too soon is played again with another seed. */
export async function midGame(game, { turn = 2, seed = 1, scenario = '', set = 'None', marching = false } = {}) {
  const code = `
import random, sys, grognard
from grognard.core.save import dump
for seed in range(${seed}, ${seed} + ${marching ? 20 : 1}):
    match, rng = grognard.new('${game}'${scenario ? `, scenario='${scenario}'` : ''}, seed=seed, data_set=${set}), random.Random(seed)
    others = 0
    while not match.over and match.length < 4000:
        before = match.seat
        match.do(match.options().sample(rng))
        if match.over or match.game.turn(match.play)[0] < ${turn} or match.step.name.startswith('battle'):
            pass
        elif ${marching ? "'move' in match.step.verbs and len(match.legal_commands().units('move')) > 1" : 'match.seat != before and others >= 6'}:
            break
        others = others + 1 if match.seat == before else 0
    if not match.over:
        break
print(match.seats[match.seat] if not match.over else '')
print(dump(match), end='')`;
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', code], { cwd: ROOT, env: ENV, maxBuffer: 1 << 26 });
  const cut = stdout.indexOf('\n');
  return { seat: stdout.slice(0, cut), text: stdout.slice(cut + 1) };
}

/** A game that recruits have played up to the first decision at which units move: its save, and the seat. */
export async function firstMove(game, scenario = '') {
  const code = `
import grognard
from grognard.ai import opponent
from grognard.core.save import dump
match = grognard.new('${game}'${scenario ? `, scenario='${scenario}'` : ''}, seed=7)
players = [opponent('${game}', 'recruit', seat) for seat in match.seats]
while 'move' not in match.step.verbs:
    match.do(players[match.seat].choose(match).command)
print(match.seats[match.seat])
print(dump(match), end='')`;
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', code], { cwd: ROOT, env: ENV, maxBuffer: 1 << 26 });
  const cut = stdout.indexOf('\n');
  return { seat: stdout.slice(0, cut), text: stdout.slice(cut + 1) };
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
      // a refused question has an HTTP status that the browser reports by itself
      const said = `${message.text()} ${message.location().url}`;
      if (message.type() === 'error' && !/status of (404|409|422)/.test(said)) this.complaints.push(said);
    });
  }

  /** `film`: the others' turn is shown as a film, which most tests do without. */
  static async sit(browser, base, { film = false, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    if (!film) await context.addInitScript(() => localStorage.setItem('grognard.filmSkips', 'true'));
    return new Hand(await context.newPage(), base);
  }

  /** Begin a match on the start page, with people at all seats unless told differently. */
  async begin({ game = 'Drive on Moscow', scenario = 'historical', seating = '', seed = '7', hotseat = true, players = {} } = {}) {
    const { page } = this;
    await page.goto(`${this.base}/`);
    await page.getByRole('button', { name: `Play ${game}` }).click();
    await page.getByTestId('scenario').selectOption(scenario);
    if (seating) await page.getByTestId('seating').selectOption(seating);
    for (const field of await page.getByLabel(/^Who plays /).all()) {
      const seat = (await field.getAttribute('aria-label')).split(' ').at(-1);
      await field.selectOption(players[seat] ?? 'human');
    }
    if (await page.getByTestId('hotseat').count()) await page.getByTestId('hotseat').setChecked(hotseat);
    await page.getByTestId('seed').fill(seed);
    await page.getByTestId('begin').click();
    await page.waitForURL(/\/play#/);
    await this.ready();
  }

  /** Begin a match without the start page: at one screen, or against computers. */
  async open(body) {
    const made = await fetch(`${this.base}/api/matches`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ seed: '7', ...body }) }).then((answer) => answer.json());
    const token = made.hotseat ?? made.links?.[Object.keys(made.links).find((seat) => !(body.players?.[seat] ?? 'human').startsWith('computer'))];
    if (!token) throw new Error(JSON.stringify(made));
    await this.page.goto(`${this.base}/play#${made.id}.${token}`);
    await this.ready();
    return made;
  }

  /** Play on from a save: one seat is this person's, all others are the computer's unless told differently. */
  async take({ text, seat }, players = null) {
    const { seats, usual_level: usual } = await this.gameOf(text);
    const computer = `computer:${usual}`;
    const names = players ?? Object.fromEntries(seats.map((name) => [name, name === seat ? 'human' : computer]));
    const made = await this.post('import', { text, players: names });
    await this.page.goto(`${this.base}/play#${made.id}.${made.links[seat] ?? Object.values(made.links)[0]}`);
    await this.ready();
    return made;
  }

  async post(path, body) {
    const made = await fetch(`${this.base}/api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
    if (!made.id) throw new Error(JSON.stringify(made));
    return made;
  }

  /** What a save is a game of. */
  async gameOf(text) {
    const games = await fetch(`${this.base}/api/games`).then((answer) => answer.json());
    return games.find(({ slug }) => text.slice(0, 600).includes(slug));
  }

  /** Take the seat where the page covers the table, and wait until nothing is under way. */
  async ready() {
    const { page } = this;
    const still = page.locator('.page[aria-busy=false]');
    const cover = page.getByTestId('handover');
    await still.or(cover).waitFor();
    if (await cover.count()) await this.sitDown();
    await still.waitFor();
    await page.waitForFunction(() => typeof window.hexOnPage === 'function');
  }

  /** Take the seat that the page asks for. The cover goes when the table is there, not with the click. */
  async sitDown() {
    const cover = this.page.getByTestId('handover');
    const name = await cover.innerText();
    await cover.click();
    await this.page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  }

  /** Until the map in sight is painted with its art, and nothing more comes. */
  async drawn() {
    await this.page.waitForFunction(() => window.missingTiles() === 0);
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
      // the line that explains the marks lies over the foot of the map
      const foot = (await page.getByTestId('legend').count()) ? 60 : 20;
      const [right, bottom] = [box.x + box.width - 20, box.y + box.height - foot];
      const top = box.y + ((await page.getByTestId('maps').count()) ? 60 : 20);
      if (spot.x > box.x + 20 && spot.x < right && spot.y > top && spot.y < bottom) return spot;
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
    // where the desk holds something back, the phase is ended all the same
    const anyway = this.page.getByTestId('end-anyway');
    if (await anyway.count()) {
      await anyway.click();
      await this.idle();
    }
  }

  /** Wait until the server has taken one command more than it had. */
  async settled(before) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await this.page.waitForTimeout(50)) {
      const match = await this.match();
      if (match.revision > before) {
        await this.ready();
        return this.match();
      }
    }
    throw new Error('the command did not arrive');
  }

  /** Say something without the page, where it is not the page that is tried. */
  async say(command) {
    return this.page.evaluate(async (command) => {
      const [id, token] = location.hash.slice(1).split('.');
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const { version, revision } = await fetch(`/api/matches/${id}`, { headers }).then((answer) => answer.json());
      const body = JSON.stringify({ command, key: String(Math.random()), version, revision });
      return fetch(`/api/matches/${id}/commands`, { method: 'POST', headers, body }).then((answer) => answer.json());
    }, command);
  }

  /** End one decision after the other without the page until one is reached, which the page then shows. */
  async until(reached) {
    for (let count = 0; count < 150; count++) {
      const match = await this.match();
      const { decision } = match.view;
      if (reached(decision, match.view)) {
        await this.page.reload();
        await this.ready();
        return match;
      }
      if (decision.verbs.some((verb) => verb.verb === 'historical')) await this.say('historical');
      const end = decision.verbs.find((verb) => verb.ends)?.verb ?? ['done', 'fight', 'pass', 'stay'].find((word) => decision.verbs.some((verb) => verb.verb === word));
      const answer = await this.say(end);
      if (answer.why) throw new Error(`${decision.step}: ${answer.why}`);
    }
    throw new Error('it never came to that');
  }
}
