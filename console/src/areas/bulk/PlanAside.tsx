/** Beside a plan: what it touches, why rows are refused, whether it can be undone, and the way to run it. */
import type { BulkPlan } from '@signet/contract/bulk';
import { LIMITS } from '@signet/contract/limits';
import { languageTag } from '@signet/contract/locales';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useId, useState, type FormEvent } from 'react';
import { change } from '../../api/change.ts';
import { problemText } from '../../api/show-problem.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useLocale, useText } from '../../i18n/text.ts';
import { isTyped } from '../../shell/confirm/confirm-word.ts';
import { WordField } from '../../shell/confirm/WordField.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { useActTexts } from '../../shell/bulk/act-texts.ts';
import { tellOtherTabs } from '../../shell/bulk/run-state.ts';
import { noUndoText } from './no-undo.ts';
import { useAgain } from './use-again.ts';
import css from './bulk.module.css';

/** What may follow of an act, in the order in which it is said. */
const EFFECTS = [
  'people',
  'people_of_no_other',
  'people_leaving',
  'sessions',
  'organizations',
  'certificates',
  'partners',
  'customers',
] as const;

export function PlanAside({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const { verdicts, refusals, effects, undoable, total } = plan;
  const touched = EFFECTS.map((name) => ({ label: t(`bulk.effect.${name}`), count: effects[name] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  return (
    <aside className={`card ${css.aside}`} aria-label={t('bulk.touches')}>
      <section>
        <h2>{t('bulk.touches')}</h2>
        <Numbers of={[{ label: t('bulk.verdict.change'), count: verdicts.change }, ...touched]} />
        {total > verdicts.change && <Unchanged count={total - verdicts.change} verdicts={verdicts} />}
      </section>
      {refusals.length > 0 && (
        <section>
          <h2>{t('bulk.whyRefused', { count: verdicts.refused })}</h2>
          <Numbers
            of={refusals.map(({ count, ...reason }) => ({ label: problemText({ message: '', ...reason }), count }))}
          />
        </section>
      )}
      <section>
        <h2>{t('bulk.canUndo')}</h2>
        <p className={css.note}>{undoable ? t('bulk.undoable', { days: LIMITS.bulkUndoDays }) : t(noUndoText(plan))}</p>
        {undoable && (effects['sessions'] ?? 0) > 0 && <p className={css.note}>{t('bulk.sessionsStayEnded')}</p>}
        {undoable && (effects['people_leaving'] ?? 0) > 0 && (
          <p className={css.note}>{t('bulk.membershipsStayEnded')}</p>
        )}
      </section>
      {plan.own && <RunForm plan={plan} />}
    </aside>
  );
}

function Numbers({ of }: { of: readonly { label: string; count: number }[] }) {
  const t = useText();
  return (
    <dl className={css.numbers}>
      {of.map(({ label, count }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{t('list.total', { total: count })}</dd>
        </div>
      ))}
    </dl>
  );
}

function RunForm({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const { id, status, verdicts, typed } = plan;
  const { actOn, word } = useActTexts(plan);
  const { busy, run } = useAct();
  const [text, setText] = useState('');
  const reasonId = useId();
  const reason =
    status === 'expired' ? (
      problemText({ message: '', status: 'PLAN_EXPIRED' })
    ) : verdicts.change === 0 ? (
      problemText({ message: '', status: 'NOTHING_TO_DO' })
    ) : typed && !isTyped(text, word) ? (
      <Rich text="confirm.typeToGoOn" params={{ word }} tags={{ b: <span /> }} />
    ) : null;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason !== null) return;
    await run(async () => {
      await change('PUT /account/ui-api/v1/bulk/{id}/run', { params: { id } });
      tellOtherTabs();
    });
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      {typed && verdicts.change > 0 && <WordField word={word} value={text} onChange={setText} />}
      <SubmitButton
        size="sm"
        submit={actOn(verdicts.change)}
        busy={busy}
        blocked={reason !== null}
        describedBy={reasonId}
        {...(typed ? { color: 'danger' } : {})}
      />
      <p id={reasonId} className={css.note}>
        {reason ?? t('bulk.checkedAgain')}
      </p>
      <CheckAgain plan={plan} />
    </form>
  );
}

/** Rows may be otherwise by now, above all those that were refused. */
function CheckAgain({ plan }: { plan: BulkPlan }) {
  const t = useText();
  const { busy, again } = useAgain(plan);
  return (
    <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} aria-busy={busy} onClick={again}>
      {t('bulk.checkAgain')}
    </Button>
  );
}

/** How many rows stay as they are, and why. */
function Unchanged({ count, verdicts: { same, refused } }: { count: number; verdicts: BulkPlan['verdicts'] }) {
  const t = useText();
  const why = [
    ...(same > 0 ? [t('bulk.staySame', { count: same })] : []),
    ...(refused > 0 ? [t('bulk.stayRefused', { count: refused })] : []),
  ];
  const list = new Intl.ListFormat(languageTag(useLocale()), { type: 'unit' });
  return <p className={css.note}>{t('bulk.stay', { count, why: list.format(why) })}</p>;
}
