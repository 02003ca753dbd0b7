import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogs } from './catalog-plugin.ts';
import product from '../package.json' with { type: 'json' };

const server = { target: 'http://localhost:8080', changeOrigin: false };

export default defineConfig({
  base: '/account/',
  define: { __VERSION__: JSON.stringify(product.version) },
  plugins: [react(), catalogs()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    // Pictures stay files: the policy of the page allows no data: script, and the engravings are large.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs from the start is one file; parts shared by pages go together by who shares them,
            // so that sign-in loads neither tables nor the signed-in frame nor schemas.
            { name: 'frame', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/account/ui-api': server, '/account/api': server, '/imauth': server },
  },
  preview: { port: 4173, proxy: { '/account/ui-api': server, '/account/api': server, '/imauth': server } },
});
