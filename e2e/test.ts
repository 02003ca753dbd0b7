/** `test` and `expect` of the browser tests. Each worker has a furnished platform of its own, on a copied database. */
import { expect, test as base } from '@playwright/test';
import { callerOf, type Caller, type RunningServer } from '../tools/running-server.ts';
import { MISSING_TEXT, reportMissingTexts } from './missing-texts.ts';
import { newPlace, type Contents, type Place } from './place.ts';

export { expect };

export type Platform = RunningServer & Caller;
type OfTest = {
  /** For a test that moves the time of its platform: the demo, not started yet. Stop what you start there. */
  demoPlace: Place;
};
type OfWorker = {
  /** The demo platform of this worker. */
  platform: Platform;
  /** A platform on which nobody has been yet. */
  emptyPlatform: Platform;
};

/** Starts a platform; `end` stops it and takes everything away. */
export async function lend(contents: Contents): Promise<{ platform: Platform; end: () => Promise<void> }> {
  const place = await newPlace(contents);
  try {
    const server = await place.start();
    const end = async (): Promise<void> => {
      await server.stop();
      await place.remove();
    };
    return { platform: { ...server, ...callerOf(server.url) }, end };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

async function lendTo(contents: Contents, use: (platform: Platform) => Promise<void>): Promise<void> {
  const { platform, end } = await lend(contents);
  await use(platform);
  await end();
}

export const test = base.extend<OfTest, OfWorker>({
  platform: [async ({}, use) => lendTo('furnished', use), { scope: 'worker' }],
  emptyPlatform: [async ({}, use) => lendTo('empty', use), { scope: 'worker' }],
  baseURL: async ({ platform }, use) => use(platform.url),
  // Whatever a test does, no page of its browser breaks its own policy, or lacks a text that it wants to say.
  context: async ({ context }, use) => {
    const faults: string[] = [];
    context.on('console', (message) => {
      if (['Content Security Policy', MISSING_TEXT].some((words) => message.text().includes(words)))
        faults.push(message.text());
    });
    // Of what is tried and given up the console says nothing.
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        console.error(`Content Security Policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
      );
    });
    await reportMissingTexts(context);
    await use(context);
    expect(faults).toEqual([]);
  },
  demoPlace: async ({}, use) => {
    const place = await newPlace('furnished');
    await use(place);
    await place.remove();
  },
});
