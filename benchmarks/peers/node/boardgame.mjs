/** boardgame.io on loopback: a one-move game, matches kept on disk, many matches at once (arguments: matches, seconds, repeats). */
import { createRequire } from 'node:module';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(join(process.cwd(), 'package.json'));
const game = { name: 'plain', setup: () => ({ cells: Array(400).fill(0), moves: 0 }), moves: { step: ({ G }, cell) => { G.cells[cell] += 1; G.moves += 1; } } };

if (process.argv[2] === 'serve') await serve(process.argv[3]);
else await load(Number(process.argv[2]), Number(process.argv[3]), Number(process.argv[4]));

async function serve(folder) {
  console.log = console.info = () => undefined;
  process.on('disconnect', () => process.exit());
  const { Server, FlatFile } = require('boardgame.io/server');
  const server = Server({ games: [game], db: new FlatFile({ dir: folder }), origins: ['*'] });
  const { appServer } = await server.run({ port: 0, host: '127.0.0.1' });
  process.send(appServer.address().port);
}

async function load(matches, seconds, repeats) {
  const folder = mkdtempSync(join(tmpdir(), 'boardgame-'));
  const child = fork(fileURLToPath(import.meta.url), ['serve', folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.once('exit', (code) => code && process.exit(1));
  const port = await new Promise((done) => child.once('message', done));
  const { io } = require('socket.io-client');
  const tables = await Promise.all(Array.from({ length: matches }, (_, k) => sit(io, port, `match-${k}`)));
  const rates = [];
  const late = [];
  for (let round = 0; round <= repeats; round++) {
    const waits = [];
    const start = performance.now();
    await Promise.all(tables.map((table) => play(table, start + (seconds * 1000) / (round ? 1 : 4), waits)));
    if (!round) continue; // the first round warms up
    rates.push((waits.length / (performance.now() - start)) * 1000);
    waits.sort((a, b) => a - b);
    late.push(waits[Math.floor(waits.length * 0.99)]);
  }
  for (const table of tables) table.socket.close();
  child.kill();
  rmSync(folder, { recursive: true, force: true });
  console.log(JSON.stringify([{ name: 'boardgame.io', unit: 'trips/s', samples: rates }, { name: 'boardgame.io p99', unit: 'ms', samples: late }]));
}

function sit(io, port, id) {
  const socket = io(`http://127.0.0.1:${port}/plain`, { transports: ['websocket'] });
  return new Promise((done) => {
    socket.on('sync', (matchId, info) => done({ socket, id, version: info.state._stateID }));
    socket.on('connect', () => socket.emit('sync', id, '0', undefined, 2));
  });
}

async function play(table, end, waits) {
  while (performance.now() < end) {
    const before = performance.now();
    const action = { type: 'MAKE_MOVE', payload: { type: 'step', args: [table.version % 400], playerID: '0', credentials: undefined } };
    await new Promise((done) => {
      table.socket.once('update', (matchId, state) => {
        table.version = state._stateID;
        done();
      });
      table.socket.emit('update', action, table.version, table.id, '0');
    });
    waits.push(performance.now() - before);
  }
}
