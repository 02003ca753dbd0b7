/** Where the platforms under test are, and what opens them. playwright.config.ts starts both from the built product. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Where = { port: number; url: string; dataDir: string };

/** An empty platform: the first run is played on it. */
export const FRESH = { port: 18_091, url: 'http://localhost:18091', dataDir: join(tmpdir(), 'signet-e2e-fresh') };
/** The demo platform: everything else. */
export const DEMO = { port: 18_092, url: 'http://localhost:18092', dataDir: join(tmpdir(), 'signet-e2e-demo') };
/** The platform whose license ends; its test starts it (own-platform.ts). */
export const ENDING = { port: 18_093, url: 'http://localhost:18093', dataDir: join(tmpdir(), 'signet-e2e-ending') };
/** Password of all demo people in the tests. */
export const DEMO_PASSWORD = 'Quiet-harbour-42-lights';
