import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { catalogs } from './console/catalog-plugin.ts';
import { openssl } from './console/src/testing/openssl.ts';
import { themeVariablesPlugin } from './console/theme-variables-plugin.ts';
import { BROWSER_ARGUMENTS, findChromium } from './tools/chromium.mjs';
import { keepTemporaryFilesInMemory } from './tools/temporary.mjs';

keepTemporaryFilesInMemory();
/** What is waited for may take its time where the processors have other work; one second is the default. */
const expectations = { poll: { timeout: 15_000 } };
const executablePath = findChromium();

/** Made ready before the first test of a component: found one by one, each would load the page of the tests anew. */
const PACKAGES_OF_COMPONENTS = [
  '@lingui/core',
  '@mantine/core',
  '@mantine/dates',
  '@mantine/form',
  '@mantine/hooks',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'crypto-es',
  'react',
  'react-dom/client',
  'vitest-browser-react',
  'zod',
];

/** Those that mostly wait. Begun last, they would keep one processor idle at the end. */
const WAITING = [
  'areas/migration/two-platforms',
  'backup/both-ways',
  'backup/large',
  'backup/places',
  'db/embedded',
  'faults/faults',
  'http/refusal-cost',
  'jobs/worker',
  'sign-in/federation/slow-provider',
].map((name) => `/${name}.test.ts`);

/** Where nothing is known of a run before, Vitest begins with the largest files. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is no array
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean => WAITING.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

/**
 * Four projects: `unit` needs nothing but Node; `assistant` is the trust assistant with people and pages; `server`
 * shares one PostgreSQL, started (or reached through TEST_DATABASE_URL) by the global setup and cloned per test file;
 * `components` draws parts of the console in a real browser, without a server behind them.
 */
export default defineConfig({
  test: {
    // One more than the processors that a build has as a rule: some of the tests wait for what is slow by itself.
    maxWorkers: 3,
    // The limits below are for what hangs: on a busy machine tests took five times what they take on an idle one.
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: expectations,
          environment: 'node',
          pool: 'threads',
          // They keep nothing between files, and loading everything anew for each took longer than they do.
          isolate: false,
          // A page of the console is loaded within a test; that takes its time where the processors have other work.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: [
            'contract/**/*.test.ts',
            'pkcs11/**/*.test.ts',
            'console/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.tsx'],
        },
      },
      {
        plugins: [react(), catalogs(), themeVariablesPlugin()],
        define: { __VERSION__: JSON.stringify('test') },
        optimizeDeps: { include: PACKAGES_OF_COMPONENTS },
        test: {
          name: 'components',
          expect: expectations,
          include: ['console/src/**/*.browser.test.tsx'],
          setupFiles: ['console/src/testing/fresh-start.ts'],
          // Loading the console anew for each file took longer than its tests do: fresh-start.ts clears what one leaves.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          testTimeout: 90_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: { openssl },
            provider: playwright({
              launchOptions: { args: BROWSER_ARGUMENTS, ...(executablePath ? { executablePath } : {}) },
              contextOptions: { locale: 'en-US', timezoneId: 'Europe/Berlin' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'assistant',
          expect: expectations,
          environment: 'node',
          pool: 'forks',
          include: ['assistant/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          expect: expectations,
          environment: 'node',
          pool: 'forks',
          // Each file has a database of its own. Loading the server anew for each took 1.5 s of a processor.
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
