import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogs } from './catalog-plugin.ts';
import { chunkOrder } from './chunk-order-plugin.ts';
import { precompress } from './precompress-plugin.ts';
import product from '../package.json' with { type: 'json' };

const server = { target: 'http://localhost:8080', changeOrigin: false };

export default defineConfig({
  base: '/account/',
  define: { __VERSION__: JSON.stringify(product.version) },
  plugins: [react(), catalogs(), chunkOrder(), precompress()],
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
            // One file for what every page needs from the start, one for what public pages are made of, forms included,
            // one for the signed-in frame, one for lists: sign-in loads neither tables nor the signed-in frame. Each
            // takes along what it imports, in this order, so that no two files import each other; what only some pages
            // share the bundler shares by itself. What is small and most signed-in pages share goes with their frame: a
            // browser fetches six files at a time.
            { name: 'frame', tags: ['$initial'], priority: 4 },
            {
              name: 'public',
              test: /console\/src\/(?:shell\/(?:use-form-shell|PublicForm|PublicPage|PublicParts|PublicLayout|SplitLayout|go|PageLink|ButtonLink|customization|first-focus|ReasonText)|i18n\/Rich|ui\/(?:Banner|Busy|Failed|ErrorSummary|FormFooter|IconButton|CopyValue))\.tsx?$|@mantine\/core\/.*\/(?:PasswordInput|TextInput)\//,
              priority: 3,
            },
            {
              name: 'signed-in',
              test: /console\/src\/(?:shell\/(?:SecuredLayout|FormPage|DetailPage|ConfirmAction|Gate|today|day-help)|ui\/DateText)\.tsx?$|contract\/src\/(?:areas\/)?(?:account-rules|federation|viewer)\.ts$|@mantine\/core\/.*\/(?:NativeSelect|ComboboxChevron|get-env)\b/,
              priority: 2,
            },
            { name: 'list', test: /console\/src\/shell\/list\//, priority: 1 },
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
