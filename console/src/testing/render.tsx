/** For component tests in a browser: a part of the console by itself, with its styles, texts and router. */
import '../ui/theme/mantine.ts';
import '../ui/theme/mantine-secured.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { prepareSignedIn, activateLanguage } from '../i18n/language.ts';
import { answersFor, type Person } from './person.ts';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';

/** Shows it in English, with the texts of pages after sign-in; `as`: the person who looks at it, where it asks. */
export async function renderPart(part: ReactNode, { as }: { as?: Person } = {}): Promise<void> {
  prepareSignedIn();
  await activateLanguage('en_US');
  const root = createRootRoute({ component: () => part });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root, history, defaultNotFoundComponent: () => part });
  await router.load();
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  if (as) for (const [key, answer] of answersFor(as)) queryClient.setQueryData<unknown>(key, answer);
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
