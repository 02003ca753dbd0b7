import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { DEMO, DEMO_PASSWORD, FRESH } from './platforms.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const chromium =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/**
 * The runner process empties the data directories before the servers start; workers load this file too and must not.
 */
if (!process.env['TEST_WORKER_INDEX'])
  for (const { dataDir } of [FRESH, DEMO]) rmSync(dataDir, { recursive: true, force: true });

const server = (platform: typeof FRESH, flags: string, env: Record<string, string>) => ({
  command: `node server/src/main.ts ${flags}`,
  cwd: ROOT,
  url: `${platform.url}/readyz`,
  timeout: 60_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: { PORT: String(platform.port), PUBLIC_URL: platform.url, DATA_DIR: platform.dataDir, LOG_LEVEL: 'warn', ...env },
});

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
  use: {
    baseURL: DEMO.url,
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // A trace takes a quarter of the time of every test: `--trace on` for the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [server(FRESH, '', {}), server(DEMO, '--demo', { DEMO_PASSWORD, ACCESS_TOKEN_SECONDS: '300' })],
});
