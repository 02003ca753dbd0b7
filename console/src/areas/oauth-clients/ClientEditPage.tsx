/** Edits an OAuth client, and gives it a new secret (A-184, A-194, S-079). */
import type { Account } from '@signet/contract/areas/accounts';
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import { change } from '../../api/change.ts';
import { queryOf, useApiAnew } from '../../api/query.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { Refused } from '../../shell/record/Refused.tsx';
import { NotFoundBody } from '../../shell/routing/NotFound.tsx';
import { bodyOf, valuesOf } from './client-form.ts';
import { useClientPlace } from './client-place.ts';
import { ClientForm } from './ClientForm.tsx';
import { RegenerateSecret } from './RegenerateSecret.tsx';

export default function ClientEditPage() {
  const { accountId, ofPlatform } = useClientPlace();
  const query = useApiAnew('GET /account/ui-api/v1/account/{id}', { params: { id: accountId } });
  useParentCrumbName(ofPlatform ? undefined : query.data?.display_name);
  return <LoadedPage query={query}>{(account) => <Edit account={account} />}</LoadedPage>;
}

/** Under another account's address there is no such client. */
const refusalOf = ({ name, accountId, why_not }: OauthClient, account: Account) =>
  accountId === account.id ? why_not.edit && <Refused name={name} reason={why_not.edit} /> : <NotFoundBody record />;

function Edit({ account }: { account: Account }) {
  const { configId: id, back } = useClientPlace();
  const params = { id };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/oauth/client/{id}', { params })}
      name={({ name }) => name}
      crumb="own"
      refusal={(client) => refusalOf(client, account)}
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/oauth/client/{id}', { params, query: { version }, body: bodyOf(values) })
      }
      saved="oauthClients.saved"
      back={back}
    >
      {(form, client) => (
        <ClientForm title="oauthClients.edit" account={account} form={form} had={client.scopes}>
          {(dirty) => <RegenerateSecret client={client} dirty={dirty} back={back} />}
        </ClientForm>
      )}
    </EditPage>
  );
}
