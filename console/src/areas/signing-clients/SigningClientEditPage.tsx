/** Edits the service id of a signing client. */
import type { SigningClient } from '@signet/contract/areas/signing-clients';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf, useApiAnew } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { Refused } from '../../shell/record/Refused.tsx';
import NotFound from '../../shell/routing/NotFound.tsx';
import { bodyOf, placeOf, valuesOf } from './signing-client-form.ts';
import { SigningClientForm } from './SigningClientForm.tsx';

/** The address of the page names the signing client alone; the list says what its provider is. */
export default function SigningClientEditPage() {
  const { id = '', configId = '' }: { id?: string; configId?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/account/{id}/oauth/config', { params: { id } });
  useParentCrumbName(query.data?.account_name);
  return (
    <LoadedPage query={query}>
      {({ items }) => {
        const one = items.find((item) => item.id === configId);
        return one ? <Edit accountId={id} one={one} /> : <NotFound />;
      }}
    </LoadedPage>
  );
}

const refusalOf = ({ name, why_not_manage }: SigningClient) =>
  why_not_manage && <Refused name={name} reason={why_not_manage} />;

function Edit({ accountId, one }: { accountId: string; one: SigningClient }) {
  const params = placeOf(accountId, one);
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}', { params })}
      name={({ name }) => name}
      crumb="own"
      refusal={refusalOf}
      valuesOf={valuesOf}
      save={(values, { version, status }) =>
        change('PUT /account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}', {
          params,
          query: { version },
          body: bodyOf(values, status === 'ENABLED'),
        })
      }
      saved="signingClients.saved"
      back={paths.account(accountId, 'signing-clients')}
    >
      {(form, { name, account_name }) => (
        <SigningClientForm title="signingClients.edit" accountName={account_name} form={form} provider={name} />
      )}
    </EditPage>
  );
}
