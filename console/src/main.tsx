/** The console starts here: language, notices, the session of other tabs, then the router. */
import './no-eval.ts';
import './ui/theme/mantine.ts';
import { localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query.ts';
import { activateLanguage, startLanguage } from './i18n/language.ts';
import { paths } from './paths.ts';
import { routes } from './routes.tsx';
import { hasDrafts } from './session/drafts.ts';
import { rememberFormerPerson } from './session/former-person.ts';
import { afterSession } from './session/license-gate.ts';
import { keepListSettings } from './session/list-settings.ts';
import { isLeaving } from './session/sign-out.ts';
import { takeSetupCode } from './session/setup-code.ts';
import { onSessionEnd, type EndReason } from './session/state.ts';
import { keepFresh } from './session/tokens.ts';
import { restoreNotices } from './shell/notices/notifications.ts';
import { makeRouter } from './shell/routing/router.tsx';
import { applyStyles } from './ui/theme/apply-styles.ts';
import { ThemeProvider } from './ui/theme/ThemeProvider.tsx';

takeSetupCode();
const router = makeRouter(routes);
// The build puts false here, and leaves the switch out.
const PersonSwitch = import.meta.env.DEV ? lazy(() => import('./areas/development/PersonSwitch.tsx')) : null;
const colorScheme = localStorageColorSchemeManager({ key: 'color_scheme' });

onSessionEnd((reason) => {
  if (reason === 'other-person') rememberFormerPerson();
  queryClient.clear();
  if (isLeaving() || reason === 'replaced') return;
  // The tab becomes the other person's from the ground up, at the same address: nothing of this page is left.
  if (reason === 'other-person') return location.reload();
  void leaveFor(reason);
});

/** To the page that says how the session ended, or to the sign-in; back to where something was typed and not saved. */
async function leaveFor(reason: EndReason): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === paths.login()) return;
  // Once every listener has heard it.
  await Promise.resolve();
  const back = reason === 'expired' ? { returnPath: href, reason } : hasDrafts() ? { returnPath: href } : {};
  const to = await afterSession(paths.login(back));
  await router.navigate({ href: to, replace: true });
}
restoreNotices();
keepFresh();
keepListSettings();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
// The mark of index.html stands until there is a page, or the empty frame of one.
new MutationObserver((_, observer) => {
  if (!root.querySelector('main, h1')) return;
  document.getElementById('opening')?.remove();
  observer.disconnect();
}).observe(root, { childList: true, subtree: true });
// Texts and the first page are fetched side by side; nothing is shown before the texts are there.
const textsReady = activateLanguage(startLanguage());
const stylesReady = applyStyles();
void router.load();
await Promise.all([textsReady, stylesReady]).catch((thrown: unknown) => {
  // Without texts nothing can be drawn: opening.js has words of its own.
  dispatchEvent(new Event('not-loaded'));
  throw thrown;
});
createRoot(root).render(
  <ThemeProvider defaultColorScheme="auto" colorSchemeManager={colorScheme}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {PersonSwitch && (
        <Suspense>
          <PersonSwitch />
        </Suspense>
      )}
    </QueryClientProvider>
  </ThemeProvider>,
);
