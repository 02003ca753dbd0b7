/** A new organization. Whoever sees several accounts chooses the one it belongs to. */
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { changed } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { useGo } from '../../shell/routing/go.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { NO_ORGANIZATION, OrganizationForm, sent, useOrganizationForm } from './OrganizationForm.tsx';

export default function OrganizationCreatePage() {
  const t = useText();
  const go = useGo();
  const scope = useScope();
  const own = useCurrentAccount()?.id ?? '';
  const { account }: { account?: string } = useSearch({ strict: false });
  const severalAccounts = useProfile().accounts.length > 1;
  const chooses = scope === 'system' || scope === 'partner' || severalAccounts;
  const shell = useOrganizationForm({
    initial: { ...NO_ORGANIZATION, account_id: account ?? (scope === 'system' ? '' : own) },
    submit: async (values) => {
      const made = await call('POST /account/ui-api/v1/organization', {
        body: { ...sent(values), ...(chooses ? { account_id: values.account_id } : {}) },
      });
      await changed('GET /account/ui-api/v1/organization');
      notify({ type: 'success', message: 'organizations.created', translateMessage: true });
      go(paths.organization(made.id));
    },
  });
  return (
    <OrganizationForm
      title={t('organizations.create')}
      shell={shell}
      submit={t('organizations.create')}
      whyNot={null}
      choosesAccount={chooses}
      onCancel={() => go(paths.organizations())}
    />
  );
}
