/** Saves a list as CSV: every row that the filters match, in its order and the person's language. */
import type { Api } from '@signet/contract';
import type { QueryInputOf } from '@signet/contract/endpoint';
import { useRef, useState } from 'react';
import { callForFile, type CsvName, type LinesName } from '../../api/call.ts';
import { readCsv, readLines, type CsvFile } from '../../api/csv.ts';
import { showProblem } from '../../api/show-problem.ts';
import { currentLocale } from '../../i18n/text.ts';
import { onSessionEnd } from '../../session/state.ts';
import { saveFile } from '../../ui/save-file.ts';
import { notify } from '../notices/notifications.ts';
import { useStayWhile } from '../routing/stay-while.ts';
import type { SortTerm } from './list-state.ts';

/** `ids`: the rows that are wanted, or null for all that match. */
export type CsvSource = (
  sort: readonly SortTerm[],
  ids: readonly string[] | null,
  signal: AbortSignal,
  onRows: (rows: number) => void,
) => Promise<CsvFile>;

/**
 * What a list is exported by: its endpoint, its filters as the query of the list has them, and what fills its path.
 */
export function csvOf<E extends CsvName>(
  name: E,
  filters: Omit<QueryInputOf<Api[E]>, 'sort' | 'locale' | 'id'>,
  params: Readonly<Record<string, string>> = {},
): CsvSource {
  return async (sort, ids, signal, onRows) => {
    const query = {
      ...filters,
      sort: [...sort],
      locale: currentLocale(),
      ...(ids ? { id: [...ids] } : {}),
    } as QueryInputOf<Api[E]>;
    return readCsv(await callForFile(name, { params, query, signal }, 'text/csv'), onRows);
  };
}

/** The same for an endpoint that answers lines of JSON. */
export function linesOf<E extends LinesName>(name: E, filters: Omit<QueryInputOf<Api[E]>, 'sort' | 'id'>): CsvSource {
  return async (sort, ids, signal, onRows) => {
    const query = { ...filters, sort: [...sort], ...(ids ? { id: [...ids] } : {}) } as QueryInputOf<Api[E]>;
    return readLines(await callForFile(name, { query, signal }, 'application/jsonl'), onRows);
  };
}

/** The rows so far are shown this often, in milliseconds. */
const SHOW_EVERY_MS = 100;

export type CsvExport = {
  /** Rows that have arrived; null while nothing runs. */
  rows: number | null;
  /** How many rows were asked for by name; null where all that match were. */
  chosen: number | null;
  /** Exports these rows, or all that match. */
  start: (ids?: readonly string[]) => void;
  cancel: () => void;
};

export function useCsvExport(source: CsvSource | undefined, sort: readonly SortTerm[]): CsvExport | null {
  const [rows, setRows] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useStayWhile(rows !== null);
  if (!source) return null;

  async function run(from: CsvSource, ids: readonly string[] | null): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    // What one person may see is not saved once that person has gone.
    const stopHearing = onSessionEnd(() => controller.abort());
    let reportedAt = 0;
    setRows(0);
    setChosen(ids && ids.length);
    try {
      const file = await from(sort, ids, controller.signal, (count) => {
        if (performance.now() - reportedAt < SHOW_EVERY_MS) return;
        reportedAt = performance.now();
        setRows(count);
      });
      saveFile(file);
      notify({
        type: 'success',
        message: 'list.exported',
        params: { name: file.name, count: file.rows },
        translateMessage: true,
      });
    } catch (thrown) {
      if (!controller.signal.aborted) showProblem(thrown);
    } finally {
      stopHearing();
      running.current = null;
      setRows(null);
    }
  }

  return { rows, chosen, start: (ids) => void run(source, ids ?? null), cancel: () => running.current?.abort() };
}
