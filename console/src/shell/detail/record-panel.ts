/** What stands beside a record's page, opened by a button of it: areas bring it, console/src/sections names it. */
import { allows, SIGNED_IN, type Access } from '@signet/contract/access';
import type { Icon } from '@tabler/icons-react';
import { createContext, type ComponentType } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import { useSelf } from '../../session/permissions.ts';
import { useOwnAddress } from '../routing/own-address.ts';

export type RecordPanel<R> = {
  /** Stands in the address while it is open: `?panel=license-history`. */
  id: string;
  title: TextKey;
  icon: Icon;
  /** Whether this record has it; without one, every record. */
  when?: (record: R) => boolean;
  /** Who sees it; without one, whoever sees the record. */
  access?: Access;
  /** Draws a <Panel>. */
  Content: ComponentType<{ record: R }>;
};

/** The panel of a page, its title, and the way to close it. */
export type PanelPlace = { id: string; title: string; onClose: () => void };
export const PanelPlaceContext = createContext<PanelPlace | null>(null);

export type Panels<R> = {
  /** Those that this person has of this record. */
  here: readonly RecordPanel<R>[];
  open: RecordPanel<R> | undefined;
  /** Opens one, or none. */
  show: (id: string | null) => void;
};

/** Which panels a record has, and which of them is open: the address says so, and Back closes it again. */
export function usePanels<R>(record: R | undefined, panels: readonly RecordPanel<R>[]): Panels<R> {
  const self = useSelf();
  const { search, hash, change } = useOwnAddress();
  const here =
    record === undefined
      ? []
      : panels.filter(({ access = SIGNED_IN, when }) => allows(access, self) && (when === undefined || when(record)));
  return {
    here,
    open: here.find(({ id }) => id === search.panel),
    show: (id) => change({ search: { ...search, panel: id ?? undefined }, hash }),
  };
}
