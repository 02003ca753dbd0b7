/**
 * One walk over every page of the map (visits.ts): what each page must be in every width, colour scheme and medium is
 * looked at here once, and not in the stories of the areas.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { requestsOf, settled, type Requests } from './at-rest.ts';
import { colourViolations, forcedColourFaults, sideways, structureFaults, violations, visibleText } from './inspect.ts';
import { reportMissingTexts } from './missing-texts.ts';
import type { Tokens } from '../tools/running-server.ts';
import { expect, lend, test as base, type Platform } from './test.ts';
import { VISITS } from './visits.ts';
import { addressOf, type Stage } from './visits/visit.ts';

/** 320 CSS pixels are a window of 1280 at 400 % zoom. */
const WIDTHS = [320, 390, 700, 1024];
const WIDE = { width: 1440, height: 900 };

type Browser = { context: BrowserContext; kept: Page | null };

type OfWorker = {
  /** Platforms for the walk alone, since some visits change what they see; each is started at its first visit. */
  stageOf: (stage: Stage) => Promise<Platform>;
  /**
   * A browser in which this person is signed in on the platform. It is kept, and so is its page: the next visit goes
   * on from there within the console, as people do, in a third of the time of a load.
   */
  browserOf: (platform: Platform, person: string | null) => Promise<Browser>;
};

const test = base.extend<object, OfWorker>({
  stageOf: [
    async ({}, use) => {
      const ends: (() => Promise<void>)[] = [];
      const platforms = new Map<Stage, Promise<Platform>>();
      const open = async (stage: Stage): Promise<Platform> => {
        const { platform, end } = await lend(stage === 'demo' ? 'furnished' : 'empty');
        ends.push(end);
        if (stage === 'licensed')
          await platform.call(
            null,
            'POST',
            '/account/ui-api/v1/setup/license',
            { body: platform.license() },
            { 'x-setup-code': platform.setupCode() },
          );
        return platform;
      };
      await use((stage) => {
        const known = platforms.get(stage) ?? open(stage);
        platforms.set(stage, known);
        return known;
      });
      for (const end of ends) await end();
    },
    { scope: 'worker' },
  ],
  browserOf: [
    async ({ browser }, use) => {
      const browsers = new Map<string, Browser>();
      await use(async (platform, person) => {
        const name = `${platform.url} ${person}`;
        const known = browsers.get(name);
        if (known) return known;
        const context = await browser.newContext({
          baseURL: platform.url,
          locale: 'en-US',
          timezoneId: 'Europe/Berlin',
          ...(person === null ? {} : { storageState: stateOf(platform, await platform.signIn(person)) }),
        });
        await reportMissingTexts(context);
        const made = { context, kept: null };
        browsers.set(name, made);
        return made;
      });
      for (const { context } of browsers.values()) await context.close();
    },
    { scope: 'worker' },
  ],
});

/** What a browser keeps of somebody who is signed in. */
function stateOf({ url }: Platform, tokens: Tokens) {
  const entries = { ...tokens, expires_at: `${tokens.expires_at.replace(' ', 'T')}Z` };
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}

/** Goes to an address of the same console as a link of it does. */
const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    scrollTo(0, 0);
    history.pushState(null, '', to);
  }, address);

/** An address of the console without a page: on the way over it goes what was done on the page before. */
const NOWHERE = '/account/nowhere';
const LEFT_BEHIND =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=alert], [data-scroll-locked]';

/**
 * Leaves a page on which something was done, as a link leads away from it. Answers whether nothing is left of it: what
 * stays open over another page, or another language, is for the next visit to load the console anew.
 */
async function leave(page: Page, language: string, requests: Requests): Promise<boolean> {
  await page.unrouteAll();
  await follow(page, NOWHERE);
  await settled(page, requests);
  const left = await page.evaluate(
    ([address, leftBehind]) => location.pathname === address && document.querySelector(leftBehind) === null,
    [NOWHERE, LEFT_BEHIND] as const,
  );
  return left && (await languageOf(page)) === language;
}

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

for (const visit of VISITS) {
  test(`${visit.name}, ${visit.route}`, async ({ stageOf, browserOf }) => {
    const platform = await stageOf(visit.stage ?? 'demo');
    const browser = await browserOf(platform, visit.as);
    const address = await addressOf(visit, platform);
    const kept = browser.kept;
    browser.kept = null;
    const page = kept ?? (await browser.context.newPage());
    const faults: string[] = [];
    const requests = requestsOf(page);
    page.on('pageerror', (error) => faults.push(`the page threw ${error.message}`));
    page.on('console', (message) => {
      // The browser says so of every refused call; those are looked at below, by their answers.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(`the console says ${message.text().split('\n')[0]}`);
    });
    page.on('response', (response) => {
      const line = `${response.request().method()} ${response.status()} ${new URL(response.url()).pathname}`;
      if (response.status() >= 400 && !visit.refused?.some((expected) => expected.test(line)))
        faults.push(`refused: ${line}`);
    });

    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
    await page.setViewportSize(WIDE);
    if (kept) await follow(page, address);
    else await page.goto(address);
    await settled(page, requests);
    const language = await languageOf(page);
    await visit.act?.(page);
    await settled(page, requests);

    faults.push(...(await structureFaults(page)));
    faults.push(...(await violations(page)).map((one) => `in light: ${one}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    faults.push(...(await colourViolations(page)).map((one) => `in dark: ${one}`));

    await page.emulateMedia({ colorScheme: 'light' });
    for (const width of [...WIDTHS, WIDE.width]) {
      await page.setViewportSize({ width, height: WIDE.height });
      const excess = await sideways(page);
      if (excess > 0) faults.push(`at ${width} px the page is ${excess} px wider than the window`);
    }

    // Read in both media at once, and again where they differ: what the widths have changed comes back some frames
    // later, and a notice of the frame may come or go in between.
    await expect(async () => {
      await page.emulateMedia({ forcedColors: 'none' });
      const text = await visibleText(page);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await visibleText(page)).toBe(text);
    })
      .toPass({ intervals: [50], timeout: 15_000 })
      .catch((difference: Error) =>
        faults.push(`in forced colours the page shows another text: ${difference.message}`),
      );
    faults.push(...(await forcedColourFaults(page)).map((one) => `in forced colours ${one}`));
    // Nothing of this visit, such as a language chosen before the sign-in, is left for the next.
    await page.emulateMedia({ forcedColors: 'none' });
    if (visit.as === null) await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()));
    if (faults.length === 0 && (!visit.act || (await leave(page, language, requests)))) {
      page.removeAllListeners();
      browser.kept = page;
    } else {
      await page.close();
    }
    expect(faults).toEqual([]);
  });
}
