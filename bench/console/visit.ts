/// <reference lib="dom" />
/** One cold visit of a page: what crossed the network and when something could be done. */
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Times } from '../results.ts';

/** 10 Mbit/s both ways with 40 ms there and back, as a fair line of a home or a phone. */
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

export type Route = {
  name: string;
  path: string;
  /** CSS of what must be there, with text if it is none to type into, for the page to be usable. */
  usable: string;
  /** What local storage holds before the visit. Asked for each: a session's refresh token is good for one. */
  storage: () => Promise<Record<string, string>>;
};
export type Visit = Times & {
  scriptBytes: number;
  allBytes: number;
  /** Paths of the scripts, without the query. */ scripts: readonly string[];
};

declare global {
  interface Window {
    /** Milliseconds since the navigation; 0 before. */
    usableAt: number;
    largestPaintAt: number;
  }
}

/** Runs in the page before its own scripts. The moment counts from the frame in which the thing is drawn. */
function watch({ usable, storage }: { usable: string; storage: Record<string, string> }): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  window.usableAt = 0;
  window.largestPaintAt = 0;
  new PerformanceObserver((list) => (window.largestPaintAt = list.getEntries().at(-1)?.startTime ?? 0)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
  const look = new MutationObserver(() => {
    const found = document.querySelector<HTMLElement>(usable);
    if (!found?.checkVisibility() || (!(found instanceof HTMLInputElement) && found.innerText.trim() === '')) return;
    look.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.usableAt = performance.now())));
  });
  look.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Counts the bodies of what the page loads, by the browser's own account. */
async function countBytes(
  session: CDPSession,
): Promise<Pick<Visit, 'scriptBytes' | 'allBytes'> & { scripts: string[] }> {
  const counted = { scriptBytes: 0, allBytes: 0, scripts: [] as string[] };
  const scripts = new Map<string, string>();
  const heads = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    heads.set(requestId, response.encodedDataLength);
    if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const body = Math.max(0, encodedDataLength - (heads.get(requestId) ?? 0));
    counted.allBytes += body;
    const script = scripts.get(requestId);
    if (script === undefined) return;
    counted.scriptBytes += body;
    counted.scripts.push(script);
  });
  await session.send('Network.enable');
  return counted;
}

async function timesOf(page: Page): Promise<Times> {
  await page.waitForFunction(() => window.usableAt > 0, undefined, { timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => ({ largestPaint: window.largestPaintAt, usable: window.usableAt }));
}

/** Visits a route in a browser that has nothing of it yet. Throws when it does not become usable within a minute. */
export async function visit(browser: Browser, url: string, route: Route, throttled: boolean): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript(watch, { usable: route.usable, storage: await route.storage() });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const counted = await countBytes(session);
    if (throttled) await session.send('Network.emulateNetworkConditions', LINE);
    await page.goto(`${url}${route.path}`, { waitUntil: 'commit' });
    return { ...(await timesOf(page)), ...counted };
  } finally {
    await context.close();
  }
}
