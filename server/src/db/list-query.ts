/** A list that is asked for: its tables, its rows and their order. Who makes one: `listQuery`. */
import type { RawBuilder } from 'kysely';
import type { OrderTerm } from './list-order.ts';

export type ListQuery<Selected, Row = Selected> = {
  /** The table with its alias: `account a`. */
  from: RawBuilder<unknown>;
  /** What the viewer may see and what is asked for. */
  where: RawBuilder<boolean>;
  /** Tables and conditions that have as many rows, and cost less to count: `user_role g where …`. */
  counted?: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The terms of the order, by which a late page need not be reached from the first row. */
  terms?: readonly OrderTerm[];
  /** Whether rows are found by a text. */
  byText?: boolean;
  /** Whether by one that no index knows: every row that the viewer sees may be read for it. */
  scanned?: boolean;
  /** The columns of a row, and what they need beside `from`: `left join …`. Read for the rows of the page alone. */
  columns: RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
  /** Whether these cost more than to find a page by its ids: they would be made for each row before it is sorted. */
  dear?: boolean;
  /** The id of the table, with its alias. */
  id: RawBuilder<unknown>;
  /**
   * The alias of `from` where that is no table but a query, of which everything would be asked once more to find the
   * rows of a page by their ids.
   */
  derived?: string;
  /** A row as it is answered. */
  row: (selected: Selected) => Row;
  /**
   * Whether the viewer sees a handful of rows, found by their owner and not by a text: planning takes longer than
   * finding them, and a page has them all as a rule.
   */
  short?: boolean;
  /** Whether each connection plans it once: that takes longer than reading, and the plan is right for any values. */
  prepared?: boolean;
  /**
   * Conditions of which each row meets exactly one, and the order within each part: a page is made of the first rows of
   * every part, each by an index.
   */
  parts?: { conditions: readonly RawBuilder<unknown>[]; order: RawBuilder<unknown> } | undefined;
  /** The number of its rows, where it is kept and need not be counted. */
  kept?: RawBuilder<{ total: number }> | undefined;
  /** How many rows there are where that is kept: of what is asked, else of all that the viewer sees. */
  seen?: RawBuilder<{ total: number }> | undefined;
};
