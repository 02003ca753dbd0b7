/** The login route and the list route in a real browser. */
import { chromium, type Browser } from '@playwright/test';
import { BROWSER_ARGUMENTS, ensureChromium } from '../../tools/chromium.mjs';
import { median } from '../percentiles.ts';
import type { Closable } from '../product.ts';
import type { RouteResult, Times } from '../results.ts';
import { unrelatedSources, type Belongs, type Sources } from './sources.ts';
import { visit, type Route, type Visit } from './visit.ts';

export type Wire = { access_token: string; refresh_token: string; expires_at: string };

/** Tables, the signed-in frame and the schemas of forms. */
const SIGNED_IN = [/^console\/src\/shell\/(?:list\/|SecuredLayout)/, /^node_modules\/zod\//];

function routes(signIn: () => Promise<Wire>): (Route & Belongs)[] {
  const storage = async () => {
    const { access_token, refresh_token, expires_at } = await signIn();
    return { access_token, refresh_token, expires_at: `${expires_at.replace(' ', 'T')}Z` };
  };
  return [
    {
      name: 'login',
      path: '/account/login',
      usable: '#root input',
      storage: async () => ({}),
      area: 'sign-in',
      page: 'console/src/areas/sign-in/LoginPage.tsx',
      never: SIGNED_IN,
    },
    {
      name: 'list',
      path: '/account/accounts',
      usable: 'tbody tr:not([aria-hidden]) a',
      storage,
      area: 'accounts',
      page: 'console/src/areas/accounts/AccountsPage.tsx',
      never: [/^node_modules\/zod\//],
    },
  ];
}

const middle = (visits: readonly Visit[]): Times => ({
  largestPaint: median(visits.map((one) => one.largestPaint)),
  usable: median(visits.map((one) => one.usable)),
});

async function several(
  browser: Browser,
  url: string,
  route: Route,
  throttled: boolean,
  visits: number,
): Promise<[Visit, ...Visit[]]> {
  // The first one of all wakes the server's files; a single visit is a rehearsal.
  if (visits > 1) await visit(browser, url, route, throttled);
  const first = await visit(browser, url, route, throttled);
  const more: Visit[] = [];
  while (more.length < visits - 1) more.push(await visit(browser, url, route, throttled));
  return [first, ...more];
}

/**
 * Visits each route `visits` times, plain and throttled. `sources` are those of the build; `signIn` begins a session of
 * the system viewer; the browser is put into `open` at once. Throws when there is no browser.
 */
export async function measureConsole(
  url: string,
  options: {
    sources: Sources;
    signIn: () => Promise<Wire>;
    visits: number;
    open: Closable[];
    say: (line: string) => void;
  },
): Promise<RouteResult[]> {
  const found = await ensureChromium();
  if (found.path === undefined) throw new Error(found.problem);
  const browser = await chromium.launch({
    executablePath: found.path,
    args: BROWSER_ARGUMENTS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  options.open.push(browser);
  const results: RouteResult[] = [];
  for (const route of routes(options.signIn)) {
    options.say(`  the ${route.name} route`);
    const plain = await several(browser, url, route, false, options.visits);
    const throttled = await several(browser, url, route, true, options.visits);
    const [{ scriptBytes, allBytes, scripts }] = plain;
    results.push({
      name: route.name,
      scriptBytes,
      allBytes,
      plain: middle(plain),
      throttled: middle(throttled),
      unrelated: unrelatedSources(scripts, options.sources, route),
    });
  }
  return results;
}
