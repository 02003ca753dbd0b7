import type { Page } from '@playwright/test';
import type { Caller } from '../../tools/running-server.ts';

/** demo: the furnished platform. empty: before the license. licensed: before the first administrator. */
export type Stage = 'demo' | 'empty' | 'licensed';

/** The platform that is visited; parameters of an address come from its API. */
export type Platform = Caller & { url: string };

/**
 * How a page is visited: by whom, where, and what is done there first. `npm run pictures` takes its picture; the walk
 * over all pages (walk.e2e.ts) looks at it in every width and colour scheme.
 */
export type Visit = {
  /** The page's address in the map. */
  route: string;
  /** Names the visit and its pictures. */
  name: string;
  /** Who is signed in; null for nobody. */
  as: string | null;
  stage?: Stage;
  /** The address to open, where it is not the route's own. */
  at?: (platform: Platform) => string | Promise<string>;
  /** What the person does before the page is looked at. */
  act?: (page: Page) => Promise<void>;
  /** What is done there is offered on wide screens alone. */
  wideOnly?: true;
  /** The answers 400 and above that belong to it, as "GET 404 /account/ui-api/v1/account/". */
  refused?: readonly RegExp[];
};

/** Somebody's own id. */
export const ownIdOf = async (platform: Platform, as: string): Promise<string> =>
  (await platform.call<{ id: string }>(as, 'GET', '/account/api/v1/user/me')).id;

const given = new Map<string, number>();

/**
 * A number for what a visit makes under a name that nothing else on its platform may have: the next one of `series`,
 * from `first` on. Platforms end with the process that counts.
 */
export function nextNumber(series: string, first: number): number {
  const number = given.get(series) ?? first;
  given.set(series, number + 1);
  return number;
}

/** The address that a visit opens. Throws where that is not its route's, as by the link of another mail. */
export async function addressOf({ name, route, at }: Visit, platform: Platform): Promise<string> {
  const address = (await at?.(platform)) ?? route;
  // An address of the API leads on to the page by itself.
  if (address.startsWith(`${platform.url}/oauth/`)) return address;
  // A parameter, one that may be left out, and the rest of an address.
  const fits = route
    .replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/]+)?')
    .replaceAll(/\$\w+/g, '[^/]+')
    .replace(/^\*$/, '.*');
  if (!new RegExp(`^${fits}(?:[?#]|$)`).test(address))
    throw new Error(`${name} would open ${address}, which is not of ${route}.`);
  return address;
}
