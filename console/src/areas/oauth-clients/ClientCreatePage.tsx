/** Makes an OAuth client of an account, or of the platform, and shows its secret once (A-183, S-079). */
import type { Account } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { bodyOf, NEW_CLIENT } from './client-form.ts';
import { useClientPlace } from './client-place.ts';
import { ClientForm } from './ClientForm.tsx';
import { useShowClientSecret } from './use-show-client-secret.ts';

export default function ClientCreatePage() {
  const { accountId, ofPlatform } = useClientPlace();
  const query = useApiAnew('GET /account/ui-api/v1/account/{id}', { params: { id: accountId } });
  useParentCrumbName(ofPlatform ? undefined : query.data?.display_name);
  return <LoadedPage query={query}>{(account) => <Create account={account} />}</LoadedPage>;
}

function Create({ account }: { account: Account }) {
  const { back } = useClientPlace();
  const leadOn = useGoOn();
  const showClientSecret = useShowClientSecret();
  return (
    <ClientForm
      title="oauthClients.create"
      account={account}
      form={{
        initial: NEW_CLIENT,
        act: 'oauthClients.create',
        edits: false,
        back,
        async submit(values) {
          const goOn = leadOn();
          const body = { ...bodyOf(values), accountId: account.id };
          const made = await change('POST /account/ui-api/v1/oauth/client', { body });
          // The dialog with its secret says that it is made.
          if (made.client_secret === null)
            notify({ type: 'success', message: 'oauthClients.created', translateMessage: true });
          else showClientSecret(made, made.client_secret);
          goOn(back);
        },
      }}
    />
  );
}
