/** The foot of a list while rows are selected: how many, all that match, and what can be done to them. */
import { Button } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import type { Bulk } from './bulk.ts';
import { BulkActs } from './BulkActs.tsx';
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
  /** Whether an export of the list is under way. */
  exports: boolean;
};

export function BulkBar<Row>({ bulk, state, total, onExport, exports }: Props<Row>) {
  const t = useText();
  const { selected, all } = state;
  const ids = all ? null : [...selected];
  const count = all ? (total?.count ?? 0) : selected.size;
  const isTooLong = ids !== null && ids.length > LIMITS.chosenMax;
  const exporting = onExport && {
    label: t('list.exportSelected'),
    icon: IconDownload,
    whyNot: exports ? t('list.exportRuns') : isTooLong ? t('list.exportTooMany', { max: LIMITS.chosenMax }) : null,
    act: () => onExport(ids),
  };
  return (
    <div className={css.bar}>
      <b role="status">
        <span className="only-wide">{t(all ? 'list.allSelected' : 'list.selected', { count })}</span>
        <span className="only-small">{t('list.selected', { count })}</span>
      </b>
      {!all && total && (total.count > selected.size || !total.exact) && <AllThatMatch state={state} total={total} />}
      <BulkActs acts={bulk.acts} planAt={bulk.planAt} ids={ids} count={count} direct={exporting} />
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
