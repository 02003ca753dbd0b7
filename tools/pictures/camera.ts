/// <reference lib="dom" />
/** Takes the pictures of one visit: light and dark, wide and narrow, each page whole. */
import { writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { withPalette } from './palette.ts';
import { PINNED, type Platform } from './platforms.ts';
import { addressOf, type Visit } from '../../e2e/visits/visit.ts';

export type View = { label: string; suffix: string; width: number; height: number; scheme: 'light' | 'dark' };

const VIEWS: readonly View[] = [
  { label: 'light, 1440', suffix: '', width: 1440, height: 900, scheme: 'light' },
  { label: 'dark, 1440', suffix: '-dark', width: 1440, height: 900, scheme: 'dark' },
  { label: 'light, 390', suffix: '-390', width: 390, height: 844, scheme: 'light' },
  { label: 'dark, 390', suffix: '-390-dark', width: 390, height: 844, scheme: 'dark' },
];

const WIDE = 1024;

/** The views in which a visit can be made. */
export const viewsOf = ({ wideOnly }: Visit): readonly View[] =>
  wideOnly ? VIEWS.filter(({ width }) => width >= WIDE) : VIEWS;

/** A browser in which a person of a platform is signed in, at the pinned time. */
async function contextOf(browser: Browser, platform: Platform, person: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: platform.url,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  await context.clock.setFixedTime(PINNED);
  if (person === null) return context;
  const tokens = await platform.signIn(person);
  const page = await context.newPage();
  await page.goto('/account/mark.svg');
  await page.evaluate((wire) => {
    localStorage.setItem('access_token', wire.access_token);
    localStorage.setItem('refresh_token', wire.refresh_token);
    localStorage.setItem('expires_at', `${wire.expires_at.replace(' ', 'T')}Z`);
  }, tokens);
  await page.close();
  return context;
}

/** Everything has arrived: data, fonts, pictures, and the first field has its focus. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () =>
      document.querySelector('#root')?.hasChildNodes() &&
      !document.querySelector('[aria-busy="true"]') &&
      [...document.images].every((image) => image.complete || !image.checkVisibility()),
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForTimeout(250);
}

/** A picture of the documents: what somebody sees at first, without scrolling, at the size that a document shows. */
const OF_DOCUMENTS: View = { label: 'light, 1280', suffix: '', width: 1280, height: 800, scheme: 'light' };

/** Sticky footers stand at the end of the page only when the window is as high as the page. */
async function growToPage(page: Page, view: View): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > view.height) await page.setViewportSize({ width: view.width, height });
}

/** Opens the page in one view and does what the visit does. `fault` gets what goes wrong. */
async function visitIn(
  context: BrowserContext,
  visit: Visit,
  address: string,
  view: View,
  fault: (text: string) => void,
): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => fault(error.message));
  // What a page's own error screen catches is only told to the console. Refused calls are part of some visits.
  page.on(
    'console',
    (message) =>
      void (
        message.type() === 'error' &&
        !message.text().startsWith('Failed to load resource') &&
        fault(message.text().split('\n')[0] ?? '')
      ),
  );
  await page.setViewportSize(view);
  await page.emulateMedia({ colorScheme: view.scheme, reducedMotion: 'reduce' });
  await page.goto(address);
  await settled(page);
  if (visit.act) {
    await visit.act(page);
    await settled(page);
  }
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (tooWide > 0) fault(`the page is ${tooWide} px wider than the window`);
  return page;
}

/**
 * All views of a visit. Answers what went wrong in the page, an empty list as a rule. `fileOf` names the file of a
 * view.
 */
export async function photograph(
  browser: Browser,
  platform: Platform,
  visit: Visit,
  fileOf: (view: View) => string,
): Promise<string[]> {
  const faults: string[] = [];
  const views = viewsOf(visit);
  const context = await contextOf(browser, platform, visit.as);
  try {
    const address = await addressOf(visit, platform);
    const pages = await Promise.all(
      views.map((view) =>
        visitIn(context, visit, address, view, (text) => faults.push(`${visit.name}, ${view.label}: ${text}`)),
      ),
    );
    // One after the other: Chromium mixes up pages that change their size side by side.
    for (const [index, view] of views.entries()) {
      const page = pages[index];
      if (!page) continue;
      await page.bringToFront();
      await growToPage(page, view);
      await page.screenshot({ path: fileOf(view), animations: 'disabled', caret: 'hide' });
    }
  } finally {
    await context.close();
  }
  return faults;
}

/** One visit as a document shows it, with few colours. Answers what went wrong in the page. */
export async function photographForDocument(
  browser: Browser,
  platform: Platform,
  visit: Visit,
  file: string,
): Promise<string[]> {
  const faults: string[] = [];
  const context = await contextOf(browser, platform, visit.as);
  try {
    const address = await addressOf(visit, platform);
    const page = await visitIn(context, visit, address, OF_DOCUMENTS, (text) => faults.push(`${visit.name}: ${text}`));
    writeFileSync(file, withPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }), 128));
  } finally {
    await context.close();
  }
  return faults;
}
