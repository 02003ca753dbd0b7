/** A list of people that is typed, checked and mended: its rows, what the last check found, and its draft. */
import { useRef, useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { useDraft } from '../form/use-draft.ts';
import {
  emptyRows,
  filled,
  foundForAll,
  freshRow,
  isEmpty,
  withFound,
  worstFirst,
  writtenRows,
  type ChangeRows,
  type Columns,
  type Found,
  type PersonRow,
  type PersonValues,
} from './people-rows.ts';

/** How many rows come to what. */
export type Counts = { create: number; same: number; refused: number };
type Person = Record<string, string>;

const ROWS_AT_FIRST = 3;
const NO_SECRETS: ReadonlySet<string> = new Set();

export type PeopleList = ReturnType<typeof usePeopleList>;

export function usePeopleList(columns: Columns) {
  const [rows, setRows] = useState<readonly PersonRow[]>(() => emptyRows(ROWS_AT_FIRST));
  const [page, setPage] = useState(0);
  const [checked, setChecked] = useState<{ counts: Counts; values: string } | null>(null);
  /** What stands there when an answer comes. */
  const latest = useRef(rows);
  function lay(next: readonly PersonRow[]): void {
    latest.current = next;
    setRows(next);
  }
  const onRows: ChangeRows = (changed) => {
    lay(changed(latest.current));
    setChecked(null);
  };
  const { restored, discard } = useDraft<{ people: readonly PersonValues[] }>({
    names: ['people'],
    secrets: NO_SECRETS,
    dirty: rows.some((row) => !isEmpty(row)),
    form: {
      getInitialValues: () => ({ people: [] }),
      getValues: () => ({ people: writtenRows(rows).map((row) => row.values) }),
      setValues: ({ people }) => onRows(() => people.map((person, at) => freshRow(at + 1, person))),
      reset: () => onRows(() => emptyRows(ROWS_AT_FIRST)),
    },
  });
  return {
    columns,
    rows,
    onRows,
    page,
    setPage,
    restored,
    discard,
    checked,
    /** What is sent of them. */
    people: (): Person[] => writtenRows(rows).map((row) => filled(columns, row)),
    /** What the last check found, as long as neither the list nor what holds for all has changed since. */
    verdict: (values: object): Counts | null => (checked?.values === JSON.stringify(values) ? checked.counts : null),
    /**
     * Asks, and lays what was found into the rows, errors first; what is wrong for all is the form's to show. A list
     * that was changed meanwhile keeps its order, and is not checked.
     */
    async check(values: object, ask: (people: Person[]) => Promise<Counts & { items: Found[] }>): Promise<void> {
      const asked = latest.current;
      const sent = writtenRows(asked);
      const found = await ask(sent.map((row) => filled(columns, row)));
      const isAsSent = latest.current === asked;
      const judged = withFound(columns, latest.current, sent, found.items);
      lay(isAsSent ? worstFirst(judged) : judged);
      if (isAsSent) {
        setPage(0);
        setChecked({ counts: found, values: JSON.stringify(values) });
      }
      const fields = foundForAll(columns, found.items);
      if (Object.keys(fields).length > 0) throw new Failure('INVALID_INPUT', '', { fields });
    },
  };
}
