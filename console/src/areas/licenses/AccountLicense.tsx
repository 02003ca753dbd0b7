/** The edit form of a license on the page of its account, for those who may edit it. */
import { ACCESS, NO_LACK } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import type { AppCode } from '@signet/contract/viewer';
import { useQuery } from '@tanstack/react-query';
import { queryClient, queryOf, readAnew, useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { AccountBadge } from '../../shell/account/AccountState.tsx';
import { LockedSections } from '../../shell/detail/LockedSections.tsx';
import type { OutlineProps } from '../../shell/detail/record-section.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { UnreadPage } from '../../shell/routing/UnreadPage.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { LicenseForm } from './LicenseForm.tsx';

type Props = { id: string; app: AppCode } & OutlineProps<Account>;

const reasonKey = (status: string) =>
  status === 'MIGRATION_UNCONFIRMED' ? 'notifications.exceptions.MIGRATION_UNCONFIRMED' : 'licenses.notYours';

export function AccountLicense({ id, app, sections }: Props) {
  const t = useText();
  const owner = useApi('GET /account/ui-api/v1/account/{id}', { params: { id } });
  const reading = queryOf('GET /account/ui-api/v1/account/{id}/license/usage/{app}', { params: { id, app } });
  const usage = useQuery(readAnew(reading));
  const account = owner.data;
  useParentCrumbName(account?.display_name);
  if (!account) return <UnreadPage query={owner} />;
  return (
    <LoadedPage query={usage}>
      {(license) =>
        license.why_not.edit ? (
          <NoPermission
            access={ACCESS.licenses.edit}
            lack={NO_LACK}
            reason={t(reasonKey(license.why_not.edit.status))}
          />
        ) : (
          <>
            <PageTitle
              title={account.display_name}
              beside={
                <>
                  <AccountBadge active={account.active} />
                  <span className="mono t3 xs">{account.friendly_identifier}</span>
                </>
              }
            />
            <LockedSections record={account} sections={sections} current="licenses">
              <LicenseForm
                account={account}
                license={license}
                reread={() => queryClient.fetchQuery({ ...reading, staleTime: 0 })}
                isMissing={async () => (await usage.refetch()).error?.httpStatus === 404}
              />
            </LockedSections>
          </>
        )
      }
    </LoadedPage>
  );
}
