/** A new organization. Whoever sees several accounts chooses the one it belongs to; others have their own. */
import { ACCESS } from '@signet/contract/access';
import { useSearch } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { NO_ORGANIZATION, OrganizationForm, toBody } from './OrganizationForm.tsx';
import { useLackOfOwner } from './owner.ts';

export default function OrganizationCreatePage() {
  const lack = useLackOfOwner();
  // People of the platform have no account of their own as a rule.
  return lack ? <NoPermission access={ACCESS.accounts.view} lack={lack} /> : <NewOrganization />;
}

function NewOrganization() {
  const t = useText();
  const scope = useScope();
  const own = useCurrentAccount()?.id ?? '';
  const { account }: { account?: string } = useSearch({ strict: false });
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const severalAccounts = useProfile().accounts.length > 1;
  const chooses = scope === 'system' || scope === 'partner' || severalAccounts;
  const form = useCreate({
    initial: { ...NO_ORGANIZATION, account_id: seesAccounts ? (account ?? (scope === 'system' ? '' : own)) : own },
    create: (values) =>
      change('POST /account/ui-api/v1/organization', {
        body: { ...toBody(values), ...(chooses ? { account_id: values.account_id } : {}) },
      }),
    act: 'organizations.create',
    created: 'organizations.created',
    to: ({ id }) => paths.organization(id),
    back: paths.organizations(),
  });
  return <OrganizationForm title={t('organizations.create')} form={form} choosesAccount={chooses} />;
}
