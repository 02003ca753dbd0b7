/** What needs a person: the rows of the start page, and the group that each stands in. */
import { nearness } from '@signet/contract/areas/ends-soon-record';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../api/failure.ts';

/**
 * `first`: what a new platform begins with; `now`: it ends today, has ended or failed; `soon`: within the days of the
 * red badge; `later`, or without a day.
 */
export const NEED_GROUPS = ['first', 'now', 'soon', 'later'] as const;
export type NeedGroup = (typeof NEED_GROUPS)[number];

export type Need = {
  /** Unlike all others. */
  key: string;
  group: NeedGroup;
  icon: Icon;
  name: string;
  /** Whether the name is somebody's own word, which is never translated. */
  own: boolean;
  kind: string;
  /** What follows of it. */
  effect: ReactNode;
  /** Where the person goes on; null where no page says more. */
  to: string | null;
  /** The day it is about, `YYYY-MM-DD`. */
  on: string | null;
  badge: ReactNode;
};

/** Needs of one kind, as they were read. */
export type Read = { needs: Need[]; reading: boolean; failed: { error: Failure; retry: () => unknown } | null };
/** A query, whatever it reads. */
export type Reading = { isLoading: boolean; data: unknown; error: Failure | null; refetch: () => unknown };
/** Whether it is being read, and what to do where it could not be. */
export const stateOf = ({ isLoading, data, error, refetch }: Reading): Omit<Read, 'needs'> => ({
  reading: isLoading,
  failed: error && data === undefined ? { error, retry: refetch } : null,
});

/** The group of what ends in so many days; less than 0 where it has ended. */
export function groupOfEnd(days: number): NeedGroup {
  if (days <= 0) return 'now';
  return nearness(days) === 'soon' ? 'soon' : 'later';
}
