/** For component tests in a browser: a part of the console by itself, with its styles, texts and router. */
import '../ui/theme/mantine.ts';
import '../ui/theme/mantine-secured.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { DEFAULT_LOCALE, type Locale } from '@signet/contract/locales';
import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../api/query.ts';
import { activateLanguage } from '../i18n/language.ts';
import { paths } from '../paths.ts';
import { SecretDialog } from '../shell/secret/SecretDialog.tsx';
import { shownSecrets } from '../shell/secret/shown-secret.ts';
import type { RouteData } from '../shell/routing/route-spec.ts';
import { onDemand } from '../shell/routing/on-demand.ts';
import { parseSearch, stringifySearch } from '../shell/routing/url-search.ts';
import { answersFor, type Person } from './person.ts';
import { ThemeProvider } from '../ui/theme/ThemeProvider.tsx';

/** Somebody of system scope who may do nothing. */
const WITHOUT_RIGHTS: Person = { scope: 'system', permissions: [], accounts: [] };

/** An address of the console that no page has. */
const LIST = `${paths.home()}/list`;

/** Another page of the map, which is loaded when somebody goes there: not before `arrives` is settled. */
export type PageElsewhere = { part: ReactNode; arrives: Promise<void> };

type Options = {
  as?: Person;
  at?: string;
  width?: number;
  pages?: string[];
  elsewhere?: Readonly<Record<string, PageElsewhere>>;
  locale?: Locale;
  data?: RouteData;
};

/**
 * Shows it, in English where no other language is named, in a window of this width. `at`: the address, with query and
 * hash. `pages`: addresses of the map that show the part too; `elsewhere`: those that show another one. `as`: the
 * person who looks at it; `data`: what its route tells the shell. `back` goes back in the history, `go` to an address.
 */
export async function renderPart(
  part: ReactNode,
  {
    as = WITHOUT_RIGHTS,
    at = LIST,
    width = 1280,
    pages = [],
    elsewhere = {},
    locale = DEFAULT_LOCALE,
    data = {},
  }: Options = {},
): Promise<{ address: () => string; back: () => void; go: (to: string) => void }> {
  await page.viewport(width, 800);
  await activateLanguage(locale);
  // What the part before this one has read is not known here.
  queryClient.clear();
  shownSecrets.set([]);
  for (const [key, answer] of answersFor(as)) queryClient.setQueryData<unknown>(key, answer);
  const root = createRootRoute();
  const routes = ['$', ...pages].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => part, staticData: data }),
  );
  const others = Object.entries(elsewhere).map(([path, { part: other, arrives }]) => {
    const component = onDemand(() => arrives.then(() => ({ default: () => other })));
    return createRoute({ getParentRoute: () => root, path, component });
  });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({
    routeTree: root.addChildren([...routes, ...others]),
    history,
    parseSearch,
    stringifySearch,
  });
  await router.load();
  await render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        {/* Where the frame has the page's main part. */}
        <div id="main">
          <RouterProvider router={router} />
        </div>
        <SecretDialog />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { address: () => history.location.href, back: () => history.back(), go: (to) => history.push(to) };
}
