import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The palette of the whole project lives with the map drawing; the page reads the same file.
const server = process.env.GROGNARD_SERVER ?? 'http://127.0.0.1:8431';

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: '../src/grognard/server/static', emptyOutDir: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['..'] } },
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
