/** What of an account ends within a year, soonest first. */
import type { Account } from '@signet/contract/areas/accounts';
import { useApi } from '../../api/query.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DaysLeft, Tag } from '../../ui/State.tsx';
import css from './accounts.module.css';

export default function AccountEndingsSection({ record }: { record: Account }) {
  return <Section>{() => <Endings accountId={record.id} />}</Section>;
}

function Endings({ accountId }: { accountId: string }) {
  const t = useText();
  const date = useDateFormat();
  const words = useLicenseWords();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/account/{id}/endings', { params: { id: accountId } });
  if (error && !data) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  if (data.items.length === 0) return <p className="t2">{t('accounts.noEndings')}</p>;
  return (
    <ul className={`card ${css.lines}`}>
      {data.items.map((one) => (
        <li key={`${one.kind} ${one.app_code}`}>
          <span>
            {one.app_code === null
              ? t('accounts.ending.service_period')
              : t('accounts.ending.trial', { application: words.product(one.app_code) })}
          </span>
          <span className={css.end}>
            <DateText value={one.ends} text={date(one.ends)} />
            {one.days < 0 ? (
              <Tag>{t('accounts.expired')}</Tag>
            ) : (
              <DaysLeft days={one.days} label={t('accounts.daysLeft', { days: one.days })} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
