/** The licenses of an account: a card per application that the viewer may see. */
import type { Account } from '@signet/contract/areas/accounts';
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { ownTimeZone } from '../../session/time-zone.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { BalanceDay } from './BalanceDay.tsx';
import { LicenseCard } from './LicenseCard.tsx';
import { UnlicensedApplications } from './UnlicensedApplications.tsx';
import { useBalanceDay } from './use-balance-day.ts';
import css from './licenses.module.css';

const USAGE = 'GET /account/ui-api/v1/account/{id}/license/usage';

export default function AccountLicensesSection({ record }: { record: Account }) {
  const [asOf, setAsOf] = useBalanceDay();
  return (
    <Section actions={<BalanceDay day={asOf} onChange={setAsOf} />}>
      {() => <Licenses accountId={record.id} asOf={asOf} />}
    </Section>
  );
}

function Licenses({ accountId, asOf }: { accountId: string; asOf: string | null }) {
  const t = useText();
  const date = useDateFormat();
  const query = asOf === null ? {} : { as_of: asOf, time_zone: ownTimeZone() };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(USAGE, { params: { id: accountId }, query }),
    // Today's figures stay in view while those of the day are on their way.
    placeholderData: (before) => before,
  });
  if (error && !data) return <Unread error={error} retry={refetch} title="licenses.failed" />;
  if (!data) return <Busy />;
  if (data.applications.length === 0) return <p className="t2">{t('accounts.noLicenses')}</p>;
  const licensed = data.applications.filter((application) => !isUnlicensed(application));
  const unlicensed = data.applications.filter(isUnlicensed);
  // A partner is told nothing of the days before the account was its customer.
  const withheld = asOf !== null && !isPlaceholderData && data.applications.every(isWithheld);
  const day = isPlaceholderData || withheld ? null : asOf;
  return (
    <div className={css.licenses} aria-busy={isPlaceholderData}>
      {data.applications.some(isUnconfirmed) && (
        <Banner tone="info">{t('notifications.exceptions.MIGRATION_UNCONFIRMED')}</Banner>
      )}
      {day !== null && (
        <p className={css.legend}>
          <Rich text="licenses.asOfLegend" params={{ date: date(day) }} tags={{ mark: <u aria-hidden /> }} />
        </p>
      )}
      {withheld && <p className={css.legend}>{t('licenses.asOfWithheld', { date: date(asOf) })}</p>}
      {licensed.map((application) => (
        <LicenseCard
          key={application.app_code}
          application={application}
          asOf={day}
          editAt={paths.licenseEdit(accountId, application.app_code)}
        />
      ))}
      {unlicensed.length > 0 && (
        <UnlicensedApplications
          applications={unlicensed}
          editAt={(app) => paths.licenseEdit(accountId, app)}
          startsOpen={!data.applications.some(hasSomething)}
        />
      )}
    </div>
  );
}

const isWithheld = ({ features }: LicenseApplication): boolean =>
  features.every(({ attributes: { as_of: then } }) => then === null);

/** Nothing is given yet to an account that may still go. */
const isUnconfirmed = ({ why_not: { edit } }: LicenseApplication): boolean => edit?.status === 'MIGRATION_UNCONFIRMED';

const hasSomething = ({ features }: LicenseApplication): boolean =>
  features.some(({ attributes: { limit } }) => limit !== 0);

/** Nothing of it is allocated or used, neither now nor on the other day that is shown. */
const isUnlicensed = ({ features }: LicenseApplication): boolean =>
  features.every(({ attributes: { limit, used, as_of: then } }) =>
    [limit, used, then?.limit ?? 0, then?.used ?? 0].every((quantity) => quantity === 0),
  );
