import type { areas } from '@signet/contract';
import type { BulkRow } from '@signet/contract/bulk';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import type { Reason } from '@signet/contract/problem';
import { listPlans, markSeen } from '../../bulk/list-store.ts';
import { makeUndo, planAgain } from '../../bulk/plan-store.ts';
import { everyPlanRow, listPlanRows, readPlan, startRun, stopRun } from '../../bulk/progress-store.ts';
import { csv, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { problemText, text } from '../../texts.ts';
import { bulkActs } from '../bulk-acts.ts';

/** The columns of the exported rows, with their heads and words in a language. */
function columns(locale: Locale): CsvColumn<BulkRow>[] {
  const reasonText = (reason: BulkRow['reason']): string | null => reason && problemText(reason as Reason, locale);
  return [
    { head: text(locale, 'bulk.name'), value: (row) => row.name },
    { head: text(locale, 'bulk.id'), value: (row) => row.id },
    { head: text(locale, 'bulk.verdict'), value: (row) => text(locale, `bulk.verdict.${row.verdict}`) },
    {
      head: text(locale, 'bulk.outcome'),
      value: (row) => row.outcome && text(locale, `bulk.outcome.${row.outcome}`),
    },
    { head: text(locale, 'bulk.reason'), value: (row) => reasonText(row.outcome_reason ?? row.reason) },
  ];
}

export const bulkRoutes: HandlersOf<typeof areas.bulk> = {
  list: ({ viewer, db, query, now }) => listPlans(viewer, db, bulkActs, query, now),

  read: ({ viewer, db, params, now }) => readPlan(viewer, db, bulkActs, params.id, now),

  rows: ({ viewer, db, params, query }) => listPlanRows(viewer, db, bulkActs, params.id, query),

  async export({ viewer, db, params, query, now }) {
    return {
      fileName: `rows-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), await everyPlanRow(viewer, db, bulkActs, params.id, query)),
    };
  },

  async run({ viewer, db, params, origin, now, audit }) {
    audit(await startRun(viewer, db, bulkActs, params.id, origin, now));
    return readPlan(viewer, db, bulkActs, params.id, now);
  },

  async stop({ viewer, db, params, now, audit }) {
    audit(await stopRun(viewer, db, params.id, now));
    return readPlan(viewer, db, bulkActs, params.id, now);
  },

  seen: ({ viewer, db, params, now }) => markSeen(viewer, db, params.id, now),

  again: ({ viewer, db, params, now, runtime }) => planAgain(viewer, db, bulkActs, params.id, now, runtime),

  undo: ({ viewer, db, params, now, runtime }) => makeUndo(viewer, db, bulkActs, params.id, now, runtime),
};
