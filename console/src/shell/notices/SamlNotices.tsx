/** What is to be done about SAML providers: behind the bell, and where such a provider is shown. */
import type { SamlNotice } from '@signet/contract/areas/account-saml';
import { daysBetween, lastDayOf } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { Banner } from '../../ui/Banner.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { useSamlNotices } from './saml-notices.ts';
import css from './notices.module.css';

/** What ends within so many days needs a person today. */
const SOON = 30;

const keyOf = ({ account_id, kind, name, ends }: SamlNotice): string => [account_id, kind, name, ends].join(' ');

/** Behind the bell. */
export function SamlNoticeList({ notices, onFollow }: { notices: readonly SamlNotice[]; onFollow: () => void }) {
  const t = useText();
  const text = useNoticeText();
  return (
    <ul className={css.runs} aria-label={t('saml.notices')}>
      {notices.map((one) => (
        <li key={keyOf(one)}>
          <PageLink to={paths.samlSignIn(one.system_account ? undefined : one.account_id)} onClick={onFollow}>
            {text(one)}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** One banner for each, of an account whose sign-in the person may edit. `but`: what stands there in another way. */
export function SamlNoticeBanners({ accountId, but }: { accountId: string; but?: SamlNotice['kind'] }) {
  const text = useNoticeText();
  const daysTo = useDaysTo();
  return useSamlNotices(true, accountId)
    .filter(({ kind }) => kind !== but)
    .map((one) => (
      <Banner key={keyOf(one)} ends tone={one.ends !== null && daysTo(one.ends) <= SOON ? 'bad' : 'warn'}>
        {text(one)}
      </Banner>
    ));
}

function useDaysTo(): (ends: string) => number {
  const today = useToday();
  return (ends) => daysBetween(today, lastDayOf(ends));
}

/** The notice in a sentence; of what ends, with its last day and how far that is. */
function useNoticeText(): (notice: SamlNotice) => string {
  const t = useText();
  const date = useDateFormat();
  const daysTo = useDaysTo();
  return ({ kind, account_name: account, name, ends }) => {
    const days = ends === null ? 0 : daysTo(ends);
    const when = days < 0 ? 'past' : days === 0 ? 'today' : 'later';
    return t(`saml.notice.${kind}`, { account, name, when, days, date: ends === null ? '' : date(lastDayOf(ends)) });
  };
}
