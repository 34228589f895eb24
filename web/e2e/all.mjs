/** All browser tests in one process, so that they share a server and a browser: `npm run e2e`. Each file runs by itself too. */
import { readdirSync } from 'node:fs';

for (const file of readdirSync(import.meta.dirname).sort()) if (file.endsWith('.test.mjs')) await import(`./${file}`);
