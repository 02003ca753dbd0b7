/** What can be done to many rows of a list at once. Each act is planned first: the plan is a page of its own. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { callToChange } from '../../api/call.ts';

/** A call that makes a plan: nothing that was read is stale after it. */
export type MakePlan = typeof callToChange;

export type BulkAct = {
  /** The verb on its button. */
  label: string;
  icon?: Icon;
  danger?: boolean;
  /**
   * What the act is given: the fields of a dialog, and why what stands in them is not enough yet. `begin` empties them
   * each time that it opens: what was chosen for other rows, and given up, is not chosen for these.
   */
  asks?: { title: string; fields: ReactNode; begin: () => void; whyNotYet: string | null };
  /** Makes the plan by `make` for these rows, or for all that match the filters in force with null. */
  plan: (ids: readonly string[] | null, make: MakePlan) => Promise<{ id: string }>;
};

export type Bulk<Row> = {
  /** What the row is called: "Select Nordmark Treasury". */
  name: (row: Row) => string;
  /** Without any the rows can't be selected. */
  acts: readonly BulkAct[];
  /** Where a plan of this list is shown. */
  planAt: (id: string) => string;
};

/** Makes the plan of an act, and answers its id. */
export const planOf = async ({ plan }: BulkAct, ids: readonly string[] | null): Promise<string> =>
  (await plan(ids, callToChange)).id;
