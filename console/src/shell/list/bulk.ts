/** Actions on the selected rows of a page: what is selected, what runs, and what came of each row. */
import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { callEach } from '../../api/call-each.ts';
import { callToChange, type ChangeName } from '../../api/call.ts';
import { invalidate } from '../../api/change.ts';
import { problemText } from '../../api/show-problem.ts';
import { t } from '../../i18n/text.ts';
import { notify } from '../notices/notifications.ts';
import { useStayWhile } from '../routing/stay-while.ts';
import { NOTHING, ranged, toggled, type Selection } from './selection.ts';

/** A changing call of a row. */
export type BulkChange = typeof callToChange;

export type BulkAction<Row> = {
  /** The verb on its button, and above the progress. */
  label: string;
  icon?: Icon;
  danger?: boolean;
  /** Why it can't be done to a row, in words. Such rows are left out, and say so. */
  whyNot?: (row: Row) => string | null;
  /** The question that is asked once for all. */
  title: (count: number) => string;
  body: (rows: readonly Row[]) => ReactNode;
  /** Where the body has fields of its own: why what stands in them is not enough yet, or null. */
  whyNotYet?: string | null;
  /** The verb of the answer: "Delete 3 organizations". */
  act: (count: number) => string;
  /** The word to type before; for what can't be undone. */
  word?: string;
  /**
   * One call for one row, by `change`: the list is read again once for all. What it throws is shown under the row's
   * name.
   */
  run: (row: Row, change: BulkChange) => Promise<unknown>;
};

export type Bulk<Row> = {
  /** What the row is called: "Select Nordmark Treasury". */
  name: (row: Row) => string;
  /** Without any the rows can't be selected. */
  actions: readonly BulkAction<Row>[];
};

/** What came of a row: done with no reason, or why not. */
export type RowResult = { name: string; reason: string | null };
export type Job = { label: string; total: number; settled: number; stopping: boolean };
export type Report = { done: number; failed: number; left: number };

export type BulkState<Row> = {
  selected: Selection;
  /** The selected rows, in the order of the page. */
  rows: readonly Row[];
  results: ReadonlyMap<string, RowResult>;
  /** What failed for rows that the page no longer shows. */
  elsewhere: readonly { name: string; reason: string }[];
  job: Job | null;
  report: Report | null;
  /** True once a selection has ended with its page or filters. */
  dropped: boolean;
  toggle: (id: string, range: boolean) => void;
  selectAll: () => void;
  /** Selects nothing and forgets what came of the last run. */
  clear: () => void;
  run: (action: BulkAction<Row>) => Promise<void>;
  stop: () => void;
};

/** Calls under way together. */
const AT_ONCE = 4;
const NO_RESULTS: ReadonlyMap<string, RowResult> = new Map();

/**
 * `rows`: those of the page, null while there are none. `nameOf`: what a row is called. `place`: anything that says
 * which rows the page shows; when it changes, the selection ends.
 */
export function useBulk<Row>(
  rows: readonly Row[] | null,
  rowId: (row: Row) => string,
  nameOf: (row: Row) => string,
  place: string,
): BulkState<Row> {
  const [selected, setSelected] = useState(NOTHING);
  const [results, setResults] = useState(NO_RESULTS);
  const [job, setJob] = useState<Job | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [dropped, setDropped] = useState(false);
  const anchor = useRef<string | null>(null);
  const stopping = useRef(false);
  const mounted = useMounted();
  const here = useRef(place);
  const chosen = (rows ?? []).filter((row) => selected.has(rowId(row)));
  const ids = (rows ?? []).map(rowId);

  useEffect(() => {
    if (here.current === place) return;
    here.current = place;
    anchor.current = null;
    setDropped(selected.size > 0);
    setSelected(NOTHING);
    // oxlint-disable-next-line react/exhaustive-deps -- only another place counts
  }, [place]);
  useStayWhile(job !== null);

  const select = (next: Selection) => {
    setSelected(next);
    setDropped(false);
    if (!job) setReport(null);
  };

  async function run(action: BulkAction<Row>): Promise<void> {
    const whyNot = (row: Row): string | null => action.whyNot?.(row) ?? null;
    const todo = chosen.filter((row) => whyNot(row) === null);
    const refused = chosen.flatMap((row) => {
      const reason = whyNot(row);
      return reason === null ? [] : [[rowId(row), { name: nameOf(row), reason }] as const];
    });
    let [done, failed] = [0, refused.length];
    stopping.current = false;
    setReport(null);
    setResults(new Map(refused));
    setJob({ label: action.label, total: todo.length, settled: 0, stopping: false });
    const called = new Set<ChangeName>();
    const callAndRemember: BulkChange = (name, ...options) => {
      called.add(name);
      return callToChange(name, ...options);
    };
    await callEach(todo, (row) => action.run(row, callAndRemember), {
      atOnce: AT_ONCE,
      stopped: () => stopping.current,
      settled(row, failure) {
        const id = rowId(row);
        if (failure) failed += 1;
        else done += 1;
        setResults((before) => new Map(before).set(id, { name: nameOf(row), reason: failure && problemText(failure) }));
        if (!failure) setSelected((before) => (before.has(id) ? toggled(before, id) : before));
        setJob((before) => before && { ...before, settled: before.settled + 1 });
      },
    });
    await invalidate(called);
    const whole = { done, failed, left: todo.length + refused.length - done - failed };
    setJob(null);
    setReport(whole);
    // The person has gone to another page meanwhile.
    if (!mounted.current)
      notify({
        type: failed + whole.left > 0 ? 'warning' : 'success',
        title: action.label,
        message: t('list.report', whole),
      });
  }

  return {
    selected,
    rows: chosen,
    results,
    job,
    report,
    dropped,
    run,
    elsewhere: [...results].flatMap(([id, { name, reason }]) =>
      reason === null || ids.includes(id) ? [] : [{ name, reason }],
    ),
    toggle(id, range) {
      select(range ? ranged(selected, ids, anchor.current, id, !selected.has(id)) : toggled(selected, id));
      anchor.current = id;
    },
    selectAll: () => select(chosen.length === ids.length ? NOTHING : new Set(ids)),
    clear() {
      select(NOTHING);
      setResults(NO_RESULTS);
    },
    stop() {
      stopping.current = true;
      setJob((before) => before && { ...before, stopping: true });
    },
  };
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
