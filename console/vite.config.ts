import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogs } from './catalog-plugin.ts';
import { chunkOrder } from './chunk-order-plugin.ts';
import { firstPaint } from './first-paint-plugin.ts';
import { leanMantine } from './lean-mantine-plugin.ts';
import { notLoaded } from './not-loaded-plugin.ts';
import { pageScripts } from './page-scripts-plugin.ts';
import { precompress } from './precompress-plugin.ts';
import { themeVariablesPlugin } from './theme-variables-plugin.ts';
import product from '../package.json' with { type: 'json' };

const { raw: r } = String;
/** A file of the build of its own for what these patterns name; the higher its priority, the sooner it takes. */
const filesOf = (name: string, priority: number, patterns: string[]) => ({
  name,
  priority,
  test: new RegExp(patterns.join('|')),
});

const server = { target: 'http://localhost:8080', changeOrigin: false };

export default defineConfig({
  base: '/account/',
  define: { __VERSION__: JSON.stringify(product.version) },
  plugins: [
    react(),
    catalogs(),
    leanMantine(),
    themeVariablesPlugin(),
    chunkOrder(),
    firstPaint(),
    notLoaded(),
    pageScripts(),
    precompress(),
  ],
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
          // What every page needs from the start is one file, and what several kinds of pages are made of is one for
          // each kind: a page loads those that it is made of. Each takes along what it imports, those that come first
          // take first, so that no two files import each other; what only some pages share the bundler shares by
          // itself. What is small and most signed-in pages share goes with their frame: a browser fetches six files at
          // a time.
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 10 },
            // Of public and signed-in pages alike.
            filesOf('common', 9, [
              r`console/src/shell/(?:navigation/crumbs|routing/(?:moved|free-focus|go|own-address))\.ts$`,
              r`console/src/shell/(?:keyboard/(?:first-focus|main-control)|frame/keep-focus)\.ts$`,
              r`console/src/shell/(?:routing/(?:PageLink|ButtonLink)|notices/NoticeArea)\.tsx$`,
              r`console/src/shell/(?:form/FormSummary|frame/SkipLink)\.tsx$`,
              r`console/src/shell/(?:public/customization\.ts|frame/frame\.module\.css)$`,
              r`console/src/i18n/Rich\.tsx$`,
              r`contract/src/rules\.ts$`,
              r`console/src/ui/(?:AtOnce|Banner|Busy|ByHand|Copying|CopyValue)\.tsx$`,
              r`console/src/ui/(?:ErrorSummary|Failed|FormFooter|IconButton)\.tsx$`,
              r`console/src/ui/(?:save-file\.ts|theme/art/rosette\.svg)`,
              r`@mantine/core/.*/(?:ActionIcon|CloseButton|InputBase|TextInput)/`,
              r`@mantine/core/.*/CheckIcon\.mjs$`,
              r`@mantine/hooks/.*/(?:use-merged-ref|use-uncontrolled)\.mjs$`,
              r`@tabler/icons-react/.*/IconChevronDown\.mjs$`,
            ]),
            filesOf('signed-in', 8, [
              r`console/src/shell/(?:frame/SecuredLayout|permission/Gate)\.tsx$`,
              r`console/src/shell/(?:detail/DetailPage|confirm/ConfirmAction)\.tsx$`,
              r`console/src/shell/record/(?:ConfirmDelete|RowActions|use-act|use-archive)\.tsx?$`,
              r`console/src/shell/list/row-focus\.ts$`,
              r`console/src/session/today\.ts$`,
              r`console/src/ui/DateText\.tsx$`,
              r`@mantine/hooks/.*/use-(?:callback-ref|debounced-callback)\.mjs$`,
              r`@mantine/core/.*/ScrollArea/utils/to-int\.mjs$`,
              r`contract/src/(?:areas/account-rules|areas/federation|filter|record|viewer)\.ts$`,
              r`@tabler/icons-react/.*/Icon(?:Trash|Pencil|Plus|Dots|ChevronLeft|ChevronUp|ArrowUp|ArrowDown)\.mjs$`,
            ]),
            // Of the filters of lists and of forms.
            filesOf('inputs', 7, [
              r`@mantine/core/.*/(?:Checkbox|NativeSelect)/`,
              r`console/src/shell/form/(?:ReasonText\.tsx|after-pointer\.ts)$`,
              r`contract/src/typed-day\.ts$`,
            ]),
            filesOf('form', 6, [
              r`console/src/shell/form/use-form-shell\.tsx$`,
              r`console/src/ui/FormGroup\.tsx$`,
              r`contract/src/record-form\.ts$`,
            ]),
            filesOf('public', 5, [
              r`console/src/shell/public/(?!PublicForm)\w+\.tsx?$`,
              r`@mantine/core/.*/PasswordInput/`,
            ]),
            filesOf('form-page', 4, [
              r`console/src/shell/form/(?:FormPage|form-source)\.tsx?$`,
              r`console/src/shell/record/(?:EditPage|use-create|use-edit)\.tsx?$`,
            ]),
            filesOf('day', 3, [r`console/src/shell/day/DayField\.tsx$`]),
            filesOf('select', 2, [
              r`@mantine/core/.*/Select/`,
              r`@tanstack/react-query/.*/useQueries\.js$`,
              r`console/src/shell/list/FilterForm\.tsx$`,
            ]),
            filesOf('table', 1, [
              r`console/src/shell/list/(?:Table|LongCell|DayInWords)\.tsx$`,
              r`console/src/shell/list/(?:csv-export|declared-filters|row-focus|table-roles)\.ts$`,
            ]),
            filesOf('list', 0, [r`console/src/shell/list/`]),
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
