/** Behind the bell: client certificates of the person that end within weeks. */
import type { EndingCertificate } from '@signet/contract/areas/client-auth-certificates';
import { daysBetween, lastDayOf } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useToday } from '../../session/today.ts';
import { DaysLeft } from '../../ui/State.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import css from './notices.module.css';

type Props = { certificates: readonly EndingCertificate[]; onFollow: () => void };

export function EndingCertificates({ certificates, onFollow }: Props) {
  const t = useText();
  const today = useToday();
  return (
    <ul className={css.runs} aria-label={t('clientAuth.ending')}>
      {certificates.map(({ id, name, common_name, valid_to }) => {
        const days = daysBetween(today, lastDayOf(valid_to));
        const shown = name === '' ? common_name : name;
        return (
          <li key={id}>
            <PageLink to={paths.profileCertificates()} className="clamp" title={shown} onClick={onFollow}>
              {t('clientAuth.endingOne', { name: shown })}
            </PageLink>
            <div className={css.runState}>
              <DaysLeft days={days} label={t('certificates.daysLeft', { days })} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
