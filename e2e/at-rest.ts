/** When a page shows all that it is to show. */
import type { Page, Request } from '@playwright/test';

declare global {
  interface Window {
    /** TanStack Router leaves itself here. */
    __TSR_ROUTER__?: { state: { isLoading: boolean } };
  }
}

/** When requests of a page are answered; they are counted here, since each of them leads to the whole browser. */
export type Requests = {
  pending: () => number;
  /** Resolves as soon as none is under way; rejects where one takes too long. */
  answered: () => Promise<void>;
};

/** Milliseconds in which a page comes to rest on a busy machine. */
const REST_MS = 30_000;

/** Counts them from now on. */
export function requestsOf(page: Page): Requests {
  const pending = new Set<Request>();
  let waiting: (() => void)[] = [];
  const end = (request: Request): void => {
    pending.delete(request);
    if (pending.size > 0) return;
    for (const go of waiting) go();
    waiting = [];
  };
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    pending: () => pending.size,
    answered: () =>
      pending.size === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            const late = setTimeout(() => {
              const urls = [...pending].map((request) => request.url());
              reject(new Error(`Not answered: ${urls.join(', ')}`));
            }, REST_MS);
            waiting.push(() => {
              clearTimeout(late);
              resolve();
            });
          }),
  };
}

/**
 * Resolves once nothing more arrives: no request under way, the route shown, nothing busy, the heading there. Each is
 * waited for where it comes to pass: asking again and again from here would keep a processor busy.
 */
export async function settled(page: Page, requests: Requests): Promise<void> {
  let rests = false;
  while (!rests) {
    await requests.answered();
    rests = await page.evaluate(atRest, REST_MS).catch((error: Error) => {
      // The page has led to another one.
      if (error.message.includes('Execution context was destroyed')) return false;
      throw error;
    });
    rests &&= requests.pending() === 0;
  }
}

/** Runs in the page: true once it shows what it is to show. */
async function atRest(limit: number): Promise<boolean> {
  const until = performance.now() + limit;
  do {
    if (performance.now() > until) throw new Error('The page does not come to rest.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  } while (
    window.__TSR_ROUTER__?.state.isLoading !== false ||
    document.querySelector('h1') === null ||
    document.querySelector('[aria-busy="true"]') !== null
  );
  await document.fonts.ready;
  return true;
}
