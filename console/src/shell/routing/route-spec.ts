/** How routes.tsx describes one route of the map. */
import type { Access } from '@signet/contract/access';
import type { AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/text.ts';

/**
 * split: sign-in beside the engraving; public: band, one question per page; secured: navigation and header;
 * either: secured for those who are signed in, public for the others.
 */
export type LayoutName = 'split' | 'public' | 'secured' | 'either';

export type RouteSpec = {
  /** Who may open it; without one, whoever is signed in. A parent does not hand its own down. */
  access?: Access;
  /** Below the parent; `$name` for a parameter, `{-$name}` for one that may be absent. */
  path: string;
  /** Title of the page in the tab, and its crumb. */
  title: TextKey;
  /** At the top of the map only; children have their parent's. */
  layout?: LayoutName;
  /** Default export of a file of areas/. Without it the address is only a parent. */
  page?: () => Promise<{ default: () => ReactNode }>;
  /** The page is there to do something: the palette has it among the actions. */
  does?: true;
  /**
   * The pages that its crumbs name, from the top, where the address has none above it: it is another address of a page
   * that has its place elsewhere.
   */
  above?: (params: Params) => readonly PageAbove[];
  /** The step before this one: Back and Cancel lead there, where this person has it; else to the page above. */
  before?: StepBefore;
  /** Leads elsewhere instead of showing something. */
  redirect?: () => string;
  children?: readonly RouteSpec[];
};

type Params = Readonly<Record<string, string | undefined>>;
export type PageAbove = { to: string; title: TextKey; access: Access };
type StepBefore = { to: () => string; access: Access };

/** What a route tells the shell. */
export type RouteData = {
  access?: Access;
  title?: TextKey;
  crumb?: boolean;
  layout?: LayoutName;
  /** It is there to do something. */
  does?: boolean;
  /** It only leads elsewhere: there is nothing to see here. */ leadsOn?: boolean;
  above?: RouteSpec['above'];
  before?: StepBefore;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends RouteData {}
}

export type AnyRoutes = AnyRoute[];
