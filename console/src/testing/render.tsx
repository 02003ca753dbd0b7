/** For component tests in a browser: a part of the console by itself, with its styles, texts and router. */
import '../ui/theme/mantine.ts';
import '../ui/theme/mantine-secured.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import { prepareSignedIn, speak } from '../i18n/language.ts';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';

/** Shows it in English, with the texts of pages after sign-in. */
export async function renderPart(part: ReactNode): Promise<void> {
  prepareSignedIn();
  await speak('en_US');
  const root = createRootRoute({ component: () => part });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root, history, defaultNotFoundComponent: () => part });
  await router.load();
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
