/** The short form of `npm run faults`: two harms, for as long as it takes to see that they pass. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../src/testing/postgres.ts';
import { FAULTS } from './faults.ts';
import { makePlatform, type Platform } from './platform.ts';
import { strike } from './strike.ts';

/** Of this process, which asks: on a machine with other work a question takes its time, whoever answers. */
const LONGEST_ANSWER_MS = 15_000;
const HOOKS_MS = 180_000;

let folder: string;
let platform: Platform;
beforeAll(async () => {
  folder = makeTemporaryFolder('signet-faults-');
  platform = await makePlatform(folder);
  await platform.start();
}, HOOKS_MS);
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
}, HOOKS_MS);

test.each(FAULTS.filter(({ name }) => ['killed database', 'killed server'].includes(name)))(
  '$name: nothing is lost, nobody waits for long, and all goes on by itself',
  { timeout: 300_000 },
  async (fault) => {
    const { broken, acknowledged } = await strike(platform, fault, 500, LONGEST_ANSWER_MS);
    expect(broken).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
