/** A record's page is made of sections that areas bring: console/src/sections names them by record, in their order. */
import { allows, SIGNED_IN, type Access } from '@signet/contract/access';
import { createElement, type ComponentType, type ReactNode } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import type { RecordPanel } from './record-panel.ts';
import type { RouteSpec } from '../routing/route-spec.ts';

/** A section without what stands in it. */
export type RecordOutline<R> = {
  /** Part of the address: `#contacts` opens it. */
  id: string;
  title: TextKey;
  /** Who sees it; without one, whoever sees the record. */
  access?: Access;
  /** Whether this record has it; without one, every record. */
  when?: (record: R) => boolean;
  /** Begins closed. */
  closed?: boolean;
};

export type RecordSection<R> = RecordOutline<R> & {
  /** Draws a <Section>. */
  Content: ComponentType<{ record: R }>;
};

/** The sections of this record that the person sees, in their order; with those of which more is `kept`. */
export function useSectionsOf<R, S extends RecordOutline<R>>(
  record: R,
  sections: readonly S[],
  kept: Readonly<Record<string, boolean>> = {},
): S[] {
  const self = useSelf();
  return sections.filter(
    ({ id, access = SIGNED_IN, when }) =>
      allows(access, self) && (when === undefined || when(record) || kept[id] === true),
  );
}

/** What a record's page is given by the map. */
export type SectionsProps<R> = { sections: readonly RecordSection<R>[]; panels: readonly RecordPanel<R>[] };

/** The same of a page that shows the titles alone. */
export type OutlineProps<R> = { sections: readonly RecordOutline<R>[] };

/** The page of a record for the map: its sections, and the panels where it has some, are fetched beside it. */
export function recordPage<R>(
  page: () => Promise<{ default: (props: SectionsProps<R>) => ReactNode }>,
  sections: () => Promise<{ default: readonly RecordSection<R>[]; panels?: readonly RecordPanel<R>[] }>,
): NonNullable<RouteSpec['page']> {
  return async () => {
    const [{ default: Page }, { default: list, panels = [] }] = await Promise.all([page(), sections()]);
    return { default: () => createElement(Page, { sections: list, panels }) };
  };
}

/** A page beside which the titles of a record's sections stand, fetched with them. */
export function outlinedPage<R>(
  page: () => Promise<{ default: (props: OutlineProps<R>) => ReactNode }>,
  outline: () => Promise<{ default: readonly RecordOutline<R>[] }>,
): NonNullable<RouteSpec['page']> {
  return async () => {
    const [{ default: Page }, { default: sections }] = await Promise.all([page(), outline()]);
    return { default: () => createElement(Page, { sections }) };
  };
}
