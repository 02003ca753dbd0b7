/** The foot of a list while rows are selected: how many, what can be done to them, how far it is, what came of it. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import type { Bulk, BulkAction, BulkState, Job } from './bulk.ts';
import css from './bulk.module.css';

/** True while there is anything for the bar to say. */
export function hasBulkBar<Row>({ rows, job, report }: BulkState<Row>): boolean {
  return rows.length > 0 || job !== null || report !== null;
}

/** `onExport`: saves the selected rows; null where the list can't be exported. */
export function BulkBar<Row>({
  bulk,
  state,
  onExport,
}: {
  bulk: Bulk<Row>;
  state: BulkState<Row>;
  onExport: (() => void) | null;
}) {
  const t = useText();
  const { rows, job, report, elsewhere } = state;
  const clear = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // The button that had the focus has gone with the work.
    if (wasBusy.current && !job && document.activeElement === document.body) clear.current?.focus();
    wasBusy.current = job !== null;
  }, [job]);
  if (job) return <JobBar job={job} onStop={state.stop} />;
  return (
    <div className={css.bar}>
      <b role="status">
        {report ? (
          t('list.report', report)
        ) : (
          <>
            <span className="only-wide">{t('list.selected', { count: rows.length })}</span>
            <span className="only-small">{t('list.selectedShort', { count: rows.length })}</span>
          </>
        )}
      </b>
      {rows.length > 0 &&
        bulk.actions.map((action) => (
          <ActionButton key={action.label} action={action} rows={rows} onRun={() => void state.run(action)} />
        ))}
      {rows.length > 0 && onExport && (
        <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={onExport}>
          {t('list.exportSelected')}
        </Button>
      )}
      <Button ref={clear} variant="subtle" className={css.clear ?? ''} onClick={state.clear}>
        {t('list.clearSelection')}
      </Button>
      {report && elsewhere.length > 0 && (
        <ul className={css.elsewhere}>
          {elsewhere.map(({ name, reason }, index) => (
            <li key={index}>{t('list.rowFailed', { name, reason })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function JobBar({ job, onStop }: { job: Job; onStop: () => void }) {
  const t = useText();
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog gives the focus back to a button that is no longer there, once it has faded out.
    let frame = requestAnimationFrame(function look() {
      if (document.activeElement === document.body) stop.current?.focus();
      else frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const progressText = t('list.progress', { label: job.label, done: job.settled, total: job.total });
  return (
    <div className={css.bar}>
      <b>{progressText}</b>
      <div
        role="progressbar"
        className={css.progress}
        aria-label={job.label}
        aria-valuemin={0}
        aria-valuemax={job.total}
        aria-valuenow={job.settled}
        aria-valuetext={progressText}
      >
        <div style={{ width: `${(100 * job.settled) / Math.max(1, job.total)}%` }} />
      </div>
      <Button ref={stop} aria-disabled={job.stopping} onClick={onStop}>
        {t(job.stopping ? 'list.stopping' : 'list.stop')}
      </Button>
    </div>
  );
}

function ActionButton<Row>({
  action,
  rows,
  onRun,
}: {
  action: BulkAction<Row>;
  rows: readonly Row[];
  onRun: () => void;
}) {
  const t = useText();
  const [isConfirming, setIsConfirming] = useState(false);
  const Sign = action.icon;
  const reasons = rows.flatMap((row) => action.whyNot?.(row) ?? []);
  const left = rows.filter((row) => (action.whyNot?.(row) ?? null) === null);
  const none = left.length === 0;
  return (
    <>
      <Button
        {...(action.danger ? { c: 'var(--sg-danger-ink)' } : {})}
        {...(Sign ? { leftSection: <Sign size={16} stroke={1.75} aria-hidden /> } : {})}
        {...(none ? { 'aria-disabled': true, 'data-disabled': true, title: reasons[0] } : {})}
        onClick={() => none || setIsConfirming(true)}
      >
        {action.label}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={action.title(left.length)}
        act={action.act(left.length)}
        danger={action.danger ?? false}
        {...(action.word === undefined ? {} : { word: action.word })}
        {...(action.whyNotYet === undefined
          ? {}
          : { whyNotYet: left.length === 0 ? (reasons[0] ?? null) : action.whyNotYet })}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false);
          onRun();
        }}
      >
        {action.body(left)}
        {[...new Set(reasons)].map((reason) => (
          <p key={reason} className={css.out}>
            {t('list.leftOut', { count: reasons.filter((one) => one === reason).length, reason })}
          </p>
        ))}
      </ConfirmDialog>
    </>
  );
}
