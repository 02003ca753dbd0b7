/** The page to begin a day with: what needs the person, how far the licenses are used up, and what others changed. */
import { ACCESS } from '@signet/contract/access';
import { useText } from '../../i18n/text.ts';
import { useToday } from '../../session/today.ts';
import { isOutOfService } from '../../shell/account/account-expiry.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Changes } from './Changes.tsx';
import { LicensePools } from './LicensePools.tsx';
import { NeedsTable } from './NeedsTable.tsx';
import { useNeeds } from './use-needs.tsx';
import css from './overview.module.css';

export default function OverviewPage() {
  const t = useText();
  const account = useCurrentAccount();
  const today = useToday();
  const needs = useNeeds();
  const now = needs.needs.filter(({ group }) => group === 'now').length;
  return (
    <div className={css.page}>
      <div>
        <PageTitle
          title={t('overview.title')}
          lead={needs.reading ? undefined : t('overview.lead', { count: needs.needs.length, now })}
        />
        <NeedsTable {...needs} />
        {account && !isOutOfService(account, today) && (
          <Allowed access={ACCESS.licenses.view}>
            <LicensePools accountId={account.id} />
          </Allowed>
        )}
      </div>
      <Allowed access={ACCESS.auditLog.view}>
        <Changes />
      </Allowed>
    </div>
  );
}
