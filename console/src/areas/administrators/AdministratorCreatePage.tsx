/** A new administrator (S-045); with roles where user roles are on (S-050). The invitation goes out by mail. */
import { ACCESS } from '@signet/contract/access';
import { useSearch } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useSelf } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { useMailed } from '../../shell/notices/mailed.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { emptyAdministrator, offeredScopes, personBody, placeBody } from './administrator-form.ts';
import { AdministratorForm } from './AdministratorForm.tsx';

export default function AdministratorCreatePage() {
  const t = useText();
  const self = useSelf();
  const locale = useLocale();
  const mailed = useMailed();
  const current = useCurrentAccount();
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  const { accounts: own } = useProfile();
  const { account }: { account?: string } = useSearch({ strict: false });
  const chosen = account === undefined ? [] : [account];
  // Whoever sees many accounts chooses one: the own is the platform's, or a partner's.
  const first = own.find(({ id }) => id === account) ?? current;
  const accounts = self.scope === 'account' && first ? [first.id] : chosen;
  const form = useCreate({
    initial: emptyAdministrator(offeredScopes(self), accounts, locale),
    create: (values) =>
      change('POST /account/ui-api/v1/user', {
        body: { ...personBody(values), ...placeBody(values), role_ids: givesRoles ? values.role_ids : [] },
      }),
    act: 'administrators.create',
    created: 'administrators.created',
    say: (created) => mailed(created, 'administrators.createdHeld'),
    to: ({ id }) => paths.administrator(id),
    back: paths.administrators(),
  });
  return <AdministratorForm title={t('administrators.create')} lead={t('administrators.createLead')} form={form} />;
}
