import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { milsymbols } from './symbols';

/** Symbols are drawn while building, so that the page need not carry the whole library. */
const symbols = (): Plugin => ({
  name: 'milsymbols',
  resolveId: (id) => (id === 'virtual:milsymbols' ? `\0${id}` : undefined),
  load: (id) => (id === '\0virtual:milsymbols' ? `export default ${JSON.stringify(milsymbols())}` : undefined),
});

const server = process.env.GROGNARD_SERVER ?? 'http://127.0.0.1:8431';

export default defineConfig({
  plugins: [svelte(), symbols()],
  build: { outDir: '../src/grognard/server/static', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  // the palette lives with the map drawing, outside this folder
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['..'] } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
