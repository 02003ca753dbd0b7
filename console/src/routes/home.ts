/** Where everybody begins. */
import { ACCESS } from '@signet/contract/access';
import type { RouteSpec } from '../shell/routing/route-spec.ts';

export const homeRoutes: readonly RouteSpec[] = [
  { path: '', title: 'home.title', page: () => import('../areas/welcome/HomePage.tsx') },
  // A sign-in leads here, and so does the server from / and /account, unless it is told of another landing address
  // (S-008). Whoever has a start page is led to it from here alone: the way home leads nobody back to it.
  { path: 'start', title: 'home.title', page: () => import('../areas/welcome/HomePage.tsx') },
  {
    path: 'overview',
    title: 'overview.title',
    access: ACCESS.accounts.view,
    page: () => import('../areas/overview/OverviewPage.tsx'),
  },
  { path: 'welcome', title: 'welcome.title', layout: 'either', page: () => import('../areas/welcome/WelcomePage.tsx') },
  { path: 'redirect', title: 'redirect.title', page: () => import('../areas/sign-in/RedirectPage.tsx') },
];
