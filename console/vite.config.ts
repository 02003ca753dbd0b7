import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogs } from './catalog-plugin.ts';
import { chunkOrder } from './chunk-order-plugin.ts';
import { firstPaint } from './first-paint-plugin.ts';
import { precompress } from './precompress-plugin.ts';
import { themeVariablesPlugin } from './theme-variables-plugin.ts';
import product from '../package.json' with { type: 'json' };

const server = { target: 'http://localhost:8080', changeOrigin: false };

export default defineConfig({
  base: '/account/',
  define: { __VERSION__: JSON.stringify(product.version) },
  plugins: [react(), catalogs(), themeVariablesPlugin(), chunkOrder(), firstPaint(), precompress()],
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
              test: new RegExp(
                [
                  String.raw`console/src/shell/public/\w+\.tsx?$`,
                  String.raw`console/src/shell/form/(?:use-form-shell|ReasonText)\.tsx`,
                  String.raw`console/src/shell/routing/(?:go\.ts|PageLink\.tsx|ButtonLink\.tsx)`,
                  String.raw`console/src/shell/keyboard/first-focus\.ts`,
                  String.raw`console/src/i18n/Rich\.tsx`,
                  String.raw`console/src/shell/second-factor/(?:QrCode|AppSecret|RecoveryCodes)\.tsx`,
                  String.raw`console/src/shell/second-factor/second-factor\.module\.css`,
                  String.raw`console/src/ui/save-file\.ts`,
                  String.raw`node_modules/@simplewebauthn/browser/`,
                  String.raw`console/src/ui/(?:Banner|Busy|Failed|ErrorSummary|FormFooter|IconButton|CopyValue)\.tsx`,
                  String.raw`@mantine/core/.*/(?:PasswordInput|TextInput)/`,
                ].join('|'),
              ),
              priority: 3,
            },
            {
              name: 'signed-in',
              test: new RegExp(
                [
                  String.raw`console/src/shell/(?:frame/SecuredLayout|permission/Gate)\.tsx`,
                  String.raw`console/src/shell/form/FormPage\.tsx`,
                  String.raw`console/src/shell/(?:detail/DetailPage|confirm/ConfirmAction)\.tsx`,
                  String.raw`console/src/shell/form/form-source\.ts`,
                  String.raw`console/src/shell/record/(?:EditPage|ConfirmDelete|use-\w+)\.tsx?`,
                  String.raw`console/src/session/today\.ts`,
                  String.raw`console/src/ui/DateText\.tsx`,
                  String.raw`contract/src/(?:areas/)?(?:account-rules|federation|viewer)\.ts$`,
                  String.raw`@mantine/core/.*/(?:NativeSelect|ComboboxChevron|get-env)\b`,
                ].join('|'),
              ),
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
