import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findChromium } from '../tools/chromium.mjs';
import { keepTemporaryFilesInMemory } from '../tools/temporary.mjs';

keepTemporaryFilesInMemory();
const executablePath = findChromium();

/** The stories of the trust assistant: most of their time they wait for programs that look every few seconds. */
const WAITING = /(?:assistant|renewal|token-sign-in)[\w-]*\.e2e\.ts$/;

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  // A worker has its own platform and does one test at a time, so any test may stand beside any other.
  fullyParallel: true,
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'pages', testMatch: '**/*.e2e.ts', testIgnore: WAITING, workers: 2 },
  ],
  retries: 0,
  // Ten times what the longest story takes on two idle cores: a busy machine may be that slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A trace takes a quarter of the time of every test: `--trace on` for the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: BROWSER_ARGUMENTS,
    },
  },
});
