/** How far a run is, and what came of it; the ways to stop it and to undo it. */
import { Button } from '@mantine/core';
import type { BulkPlan } from '@signet/contract/bulk';
import { IconArrowBackUp, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { change } from '../../api/change.ts';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useActTexts } from '../../shell/bulk/act-texts.ts';
import { tellOtherTabs } from '../../shell/bulk/run-state.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { noUndoText } from './no-undo.ts';
import { useAgain } from './use-again.ts';
import css from './bulk.module.css';

export function RunCard({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const { verdicts, outcomes, status } = plan;
  const underWay = status === 'running' || status === 'stopping';
  const settled = verdicts.change - outcomes.waiting;
  const failed = outcomes.refused + outcomes.changed + outcomes.gone;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed has gone with the plan.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [status]);
  const progressText = t('bulk.progress', { done: settled, total: verdicts.change });
  const part = (count: number): string => `${(100 * count) / Math.max(1, verdicts.change)}%`;
  return (
    <section className={`card ${css.run}`} aria-labelledby="run-progress">
      <h2 id="run-progress" ref={heading} tabIndex={-1}>
        {underWay ? progressText : t('bulk.result', { done: outcomes.done, total: verdicts.change })}
      </h2>
      <div
        role="progressbar"
        className={css.progress}
        aria-label={t('bulk.progressLabel')}
        aria-valuemin={0}
        aria-valuemax={verdicts.change}
        aria-valuenow={settled}
        aria-valuetext={progressText}
      >
        <i style={{ width: part(settled - failed) }} />
        <i data-failed style={{ width: part(failed) }} />
      </div>
      <p role="status" className="vh">
        {underWay ? '' : t('bulk.result', { done: outcomes.done, total: verdicts.change })}
      </p>
      <dl className={css.tally}>
        {(
          [
            ['bulk.outcome.done', outcomes.done],
            ['bulk.outcome.same', outcomes.same],
            ['bulk.failed', failed],
            ['bulk.outcome.waiting', outcomes.waiting],
            ['bulk.verdict.same', verdicts.same],
            ['bulk.verdict.refused', verdicts.refused],
          ] as const
        )
          .filter(([, count]) => count > 0)
          .map(([key, count]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{t('list.total', { total: count })}</dd>
            </div>
          ))}
      </dl>
      {plan.own && (
        <div className={css.acts}>
          {underWay ? (
            <Stop plan={plan} />
          ) : (
            <>
              <TryAgain plan={plan} />
              <Undo plan={plan} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function Stop({ plan: { id, status } }: { plan: BulkPlan }) {
  const t = useText();
  const { busy, run } = useAct();
  const stopping = status === 'stopping' || busy;
  const stop = async () => {
    await change('PUT /account/ui-api/v1/bulk/{id}/stop', { params: { id } });
    tellOtherTabs();
  };
  return (
    <>
      <Button
        leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
        aria-disabled={stopping}
        onClick={() => stopping || void run(stop)}
      >
        {t(stopping ? 'bulk.stopping' : 'bulk.stop')}
      </Button>
      <span className={css.note}>{t('bulk.youCanLeave')}</span>
    </>
  );
}

/** What was not done once more, as a plan of its own: what failed, and after a stop what waited. */
function TryAgain({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const { busy, again } = useAgain(plan);
  const { refused, changed, gone, waiting } = plan.outcomes;
  const count = refused + changed + gone + waiting;
  if (count === 0) return null;
  return (
    <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} aria-busy={busy} onClick={again}>
      {t('bulk.again', { count })}
    </Button>
  );
}

/** The way back, as a plan of its own at the same place. */
function Undo({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const leadOn = useGoOn();
  const time = useDateTimeFormat();
  const { id, outcomes, undoable, undo_until: until, effects } = plan;
  const { planAt } = useActTexts(plan);
  const { busy, run } = useAct();
  if (!undoable) return <span className={css.note}>{t(noUndoText(plan))}</span>;
  if (outcomes.done === 0 || until === null) return null;
  const makeUndo = () =>
    run(async () => {
      const goOn = leadOn();
      const undo = await change('POST /account/ui-api/v1/bulk/{id}/undo', { params: { id } });
      goOn(planAt(undo.id));
    });
  return (
    <>
      <Button
        leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
        aria-busy={busy}
        onClick={() => void makeUndo()}
      >
        {t('bulk.undo', { count: outcomes.done })}
      </Button>
      <span className={css.note}>
        {[
          t('bulk.undoUntil', { at: time(until) }),
          ...((effects['sessions'] ?? 0) > 0 ? [t('bulk.sessionsStayEnded')] : []),
          ...((effects['people_leaving'] ?? 0) > 0 ? [t('bulk.membershipsStayEnded')] : []),
        ].join(sentenceGap())}
      </span>
    </>
  );
}
