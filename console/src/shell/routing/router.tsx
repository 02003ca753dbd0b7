/** Makes the router out of the map of routes.tsx. */
import { createRootRoute, createRoute, createRouter, type AnyRoute } from '@tanstack/react-router';
import { SIGNED_IN, type Access } from '@signet/contract/access';
import { storedTokens } from '../../session/state.ts';
import { licenseRedirect } from '../../session/license-gate.ts';
import { isOwnPath } from '../../paths.ts';
import { startSession } from '../../session/start.ts';
import { FramePending } from '../frame/FramePending.tsx';
import { enterSecured, leave, redirectTo, redirectUnlessDeeper } from './entry.ts';
import { onDemand } from './on-demand.ts';
import { FrameFailed, PageFailed, PagePending } from './PagePending.tsx';
import type { AnyRoutes, LayoutName, RouteSpec } from './route-spec.ts';
import { parseSearch, stringifySearch } from './url-search.ts';

const SplitLayout = onDemand(() => import('../public/SplitLayout.tsx'));
const PublicLayout = onDemand(() => import('../public/PublicLayout.tsx'));
const SecuredLayout = onDemand(() => import('../frame/SecuredLayout.tsx'));
const EitherLayout = onDemand(() => import('../frame/EitherLayout.tsx'));
const Gate = onDemand(() => import('../permission/Gate.tsx'));
const NotFound = onDemand(() => import('./NotFound.tsx'));

/** Builds the router. `specs` are the children of /account. */
export function makeRouter(specs: readonly RouteSpec[]) {
  const root = createRootRoute({
    // Where nothing matches.
    staticData: { title: 'notFound.title' },
    beforeLoad: async ({ location, matches }) => {
      if (!isOwnPath(location.pathname)) return leave(location.href);
      const license = licenseRedirect(location.pathname);
      const ids = matches.map(({ routeId }) => routeId);
      if (!ids.includes(secured.id)) fetchPages(ids);
      const target = await license;
      if (target) throw redirectTo(target);
    },
    errorComponent: FrameFailed,
    pendingComponent: RootPending,
  });
  // An unknown address: inside the frame for those who are signed in.
  const unknown = createRoute({
    getParentRoute: () => root,
    path: 'account/$',
    staticData: { title: 'notFound.title', crumb: true },
    beforeLoad: async () => void (storedTokens() && (await startSession())),
    component: NotFound,
  });
  const asksAgreement = specs.some((spec) => spec.path.startsWith('agreement/'));
  const split = createRoute({
    getParentRoute: () => root,
    id: 'split',
    component: SplitLayout,
    errorComponent: FrameFailed,
  });
  const open = createRoute({
    getParentRoute: () => root,
    id: 'public',
    component: PublicLayout,
    errorComponent: FrameFailed,
  });
  const secured = createRoute({
    getParentRoute: () => root,
    id: 'secured',
    component: SecuredLayout,
    pendingComponent: FramePending,
    errorComponent: FrameFailed,
    beforeLoad: ({ location, matches }) =>
      enterSecured(location.href, asksAgreement, () => fetchPages(matches.map(({ routeId }) => routeId))),
  });
  const either = createRoute({
    getParentRoute: () => root,
    id: 'either',
    component: EitherLayout,
    pendingComponent: RootPending,
    errorComponent: FrameFailed,
    beforeLoad: async ({ location }) => void (storedTokens() && (await enterSecured(location.href, asksAgreement))),
  });
  const layouts: Record<LayoutName, AnyRoute> = { split, public: open, secured, either };

  function build(parent: AnyRoute, spec: RouteSpec, prefix = ''): AnyRoute {
    const { path, title, layout, page, redirect: target, children = [], access = SIGNED_IN, does = false } = spec;
    const { above, before } = spec;
    const own = page ? gated(page, access, layout ?? 'secured') : undefined;
    const route = createRoute({
      getParentRoute: () => parent,
      path: prefix + path,
      staticData: {
        title,
        crumb: true,
        leadsOn: target !== undefined,
        does,
        access,
        ...(above ? { above } : {}),
        ...(before ? { before } : {}),
      },
      ...(target ? { beforeLoad: redirectUnlessDeeper(target, children.length > 0) } : {}),
      ...(own && children.length === 0 ? { component: own } : {}),
    });
    if (children.length === 0) return route;
    const index = own ? [createRoute({ getParentRoute: () => route, path: '/', component: own })] : [];
    return route.addChildren([...index, ...children.map((child) => build(route, child))] as AnyRoutes);
  }

  const under = (name: LayoutName): AnyRoutes =>
    specs.filter((spec) => (spec.layout ?? 'secured') === name).map((spec) => build(layouts[name], spec, 'account/'));
  const tree = root.addChildren([
    split.addChildren(under('split')),
    open.addChildren(under('public')),
    secured.addChildren(under('secured')),
    either.addChildren(under('either')),
    unknown,
  ] as AnyRoutes);

  /** Begins to fetch what the routes show, while license or person are asked for. */
  function fetchPages(ids: readonly string[]): void {
    // Where it fails the route itself fails, and says so.
    for (const id of ids) void router.routesById[id]?.options.component?.preload?.()?.catch(() => undefined);
  }

  const router = createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    // A page of another record begins anew: nothing that was typed or opened for one is ever shown for the other.
    defaultRemountDeps: ({ params }: { params: unknown }) => params,
    scrollRestoration: false,
    defaultHashScrollIntoView: false,
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
  });
  return router;
}

/** Before anything is known: the empty frame for somebody who is signed in, nothing yet for the others. */
function RootPending() {
  return storedTokens() ? <FramePending /> : null;
}

function gated(page: NonNullable<RouteSpec['page']>, access: Access, layout: LayoutName) {
  const Page = onDemand(page);
  if (layout !== 'secured') return Page;
  function GatedPage() {
    return (
      <Gate access={access}>
        <Page />
      </Gate>
    );
  }
  // Both before it is drawn: React shows what was waited for while drawing a third of a second late.
  return Object.assign(GatedPage, {
    preload: async () => void (await Promise.all([Gate.preload?.(), Page.preload?.()])),
  });
}
