/** A record's page is made of sections that areas bring: console/src/sections names them by record, in their order. */
import type { Access } from '@signet/contract/access';
import { createElement, type ComponentType, type ReactNode } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import type { RouteSpec } from '../routing/route-spec.ts';

export type RecordSection<R> = {
  /** Part of the address: `#contacts` opens it. */
  id: string;
  title: TextKey;
  /** Who sees it; without one, whoever sees the record. */
  access?: Access;
  /** Whether this record has it; without one, every record. */
  when?: (record: R) => boolean;
  /** Begins closed. */
  closed?: boolean;
  /** Draws a <Section>. */
  Content: ComponentType<{ record: R }>;
};

/** What a record's page is given by the map. */
export type SectionsProps<R> = { sections: readonly RecordSection<R>[] };

/** The page of a record for the map: its sections are fetched beside it. */
export function recordPage<R>(
  page: () => Promise<{ default: (props: SectionsProps<R>) => ReactNode }>,
  sections: () => Promise<{ default: readonly RecordSection<R>[] }>,
): NonNullable<RouteSpec['page']> {
  return async () => {
    const [{ default: Page }, { default: list }] = await Promise.all([page(), sections()]);
    return { default: () => createElement(Page, { sections: list }) };
  };
}
