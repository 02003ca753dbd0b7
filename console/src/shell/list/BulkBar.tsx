/** The foot of a list while rows are selected: how many, all that match, and what can be done to them. */
import { Button } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { useGo } from '../routing/go.ts';
import { planOf, type Bulk, type BulkAct } from './bulk.ts';
import type { Total } from './paging.ts';
import type { SelectionState } from './use-selection.ts';
import css from './bulk.module.css';

type Props<Row> = {
  bulk: Bulk<Row>;
  state: SelectionState;
  /** How many match. */
  total: Total | null;
  /** Saves the selected rows, all that match with null; null where the list can't be exported. */
  onExport: ((ids: readonly string[] | null) => void) | null;
};

export function BulkBar<Row>({ bulk, state, total, onExport }: Props<Row>) {
  const t = useText();
  const { selected, all } = state;
  const ids = all ? null : [...selected];
  const count = all ? (total?.count ?? 0) : selected.size;
  const isTooLong = ids !== null && ids.length > LIMITS.chosenMax;
  return (
    <div className={css.bar}>
      <b role="status">
        <span className="only-wide">{t(all ? 'list.allSelected' : 'list.selected', { count })}</span>
        <span className="only-small">{t('list.selectedShort', { count })}</span>
      </b>
      {!all && total && (total.count > selected.size || !total.exact) && <AllThatMatch state={state} total={total} />}
      {bulk.acts.map((act) => (
        <ActButton key={act.label} act={act} ids={ids} count={count} planAt={bulk.planAt} />
      ))}
      {onExport && (
        <Button
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          {...(isTooLong
            ? {
                'aria-disabled': true,
                'data-disabled': true,
                title: t('list.exportTooMany', { max: LIMITS.chosenMax }),
              }
            : {})}
          onClick={() => isTooLong || onExport(ids)}
        >
          {t('list.exportSelected')}
        </Button>
      )}
      <Button variant="subtle" className={css.clear ?? ''} onClick={state.clear}>
        {t('list.clearSelection')}
      </Button>
    </div>
  );
}

/** Offers all that match the filters; of more than a plan takes, it says so. */
function AllThatMatch({ state, total }: { state: SelectionState; total: Total }) {
  const t = useText();
  const isTooMany = !total.exact || total.count > LIMITS.bulkMax;
  if (isTooMany) return <span className={css.many}>{t('list.tooManyMatch', { max: LIMITS.bulkMax })}</span>;
  return (
    <Button variant="subtle" onClick={state.selectAll}>
      {t('list.selectAllMatching', { count: total.count })}
    </Button>
  );
}

function ActButton({
  act,
  ids,
  count,
  planAt,
}: {
  act: BulkAct;
  ids: readonly string[] | null;
  count: number;
  planAt: (id: string) => string;
}) {
  const t = useText();
  const { label, icon: Sign, danger = false, asks } = act;
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  async function makePlan(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      go(planAt(await planOf(act, ids)));
    } catch (thrown) {
      showProblem(thrown);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        {...(danger ? { c: 'var(--sg-danger-ink)' } : {})}
        {...(Sign ? { leftSection: <Sign size={16} stroke={1.75} aria-hidden /> } : {})}
        aria-busy={busy}
        onClick={() => (asks ? setAsking(true) : void makePlan())}
      >
        {label}
      </Button>
      {asks && (
        <ConfirmDialog
          opened={asking}
          title={asks.title}
          act={t('list.makePlan', { count })}
          whyNotYet={asks.whyNotYet}
          busy={busy}
          onClose={() => setAsking(false)}
          onConfirm={() => void makePlan()}
        >
          {asks.fields}
          <p className={css.hint}>{t('list.planFirst')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
