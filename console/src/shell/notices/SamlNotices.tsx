/** What is to be done about SAML providers: behind the bell, and where such a provider is shown. */
import type { SamlNotice } from '@signet/contract/areas/account-saml';
import { daysBetween, lastDayOf } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useToday } from '../../session/today.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DaysLeft, StatusBadge } from '../../ui/State.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { useSamlNotices } from './saml-notices.ts';
import css from './notices.module.css';

const keyOf = ({ account_id, kind, name, ends }: SamlNotice): string => [account_id, kind, name, ends].join(' ');

/** Behind the bell. */
export function SamlNoticeList({ notices, onFollow }: { notices: readonly SamlNotice[]; onFollow: () => void }) {
  const t = useText();
  return (
    <ul className={css.runs} aria-label={t('saml.notices')}>
      {notices.map((one) => (
        <li key={keyOf(one)}>
          <PageLink to={paths.samlSignIn(one.system_account ? undefined : one.account_id)} onClick={onFollow}>
            {t(`saml.notice.${one.kind}`, { account: one.account_name, name: one.name })}
          </PageLink>
          <div className={css.runState}>
            <Left ends={one.ends} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** One banner for each, of an account whose sign-in the person may edit. `but`: what stands there in another way. */
export function SamlNoticeBanners({ accountId, but }: { accountId: string; but?: SamlNotice['kind'] }) {
  const t = useText();
  return useSamlNotices(true, accountId)
    .filter(({ kind }) => kind !== but)
    .map((one) => (
      <Banner key={keyOf(one)} ends tone="warn">
        {t(`saml.notice.${one.kind}`, { account: one.account_name, name: one.name })} <Left ends={one.ends} />
      </Banner>
    ));
}

function Left({ ends }: Pick<SamlNotice, 'ends'>) {
  const t = useText();
  const today = useToday();
  if (ends === null) return null;
  const days = daysBetween(today, lastDayOf(ends));
  if (days < 0) return <StatusBadge tone="ended">{t('saml.ended')}</StatusBadge>;
  return <DaysLeft days={days} label={t('saml.daysLeft', { days })} />;
}
