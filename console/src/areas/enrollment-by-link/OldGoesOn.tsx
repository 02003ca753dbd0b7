/** After a renewal: until when the certificate before is good. Nothing where it has ended, or none was renewed. */
import { parseStoredDateTime } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import css from './enrollment.module.css';
import type { Opened } from './opened.ts';

type Renewed = NonNullable<Opened['enrollment']['renews']>;

export const hasEnded = ({ valid_to: end }: Renewed): boolean => parseStoredDateTime(end).getTime() <= Date.now();

export function OldGoesOn({ enrollment: { renews } }: Pick<Opened, 'enrollment'>) {
  const t = useText();
  const time = useDateTimeFormat();
  if (!renews || hasEnded(renews)) return null;
  return <p className={css.note}>{t('enrollment.oldGoesOn', { time: time(renews.valid_to) })}</p>;
}
