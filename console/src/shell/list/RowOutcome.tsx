/** What came of a row in a run over many: a line under its name. */
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import type { RowResult } from './bulk.ts';
import css from './bulk.module.css';

export function RowOutcome({ result: { reason } }: { result: RowResult }) {
  const t = useText();
  const Sign = reason === null ? IconCircleCheck : IconAlertCircle;
  return (
    <div className={`${css.result} ${reason === null ? css.done : css.failed}`}>
      <Sign size={14} stroke={1.75} aria-hidden />
      {reason ?? t('list.rowDone')}
    </div>
  );
}
