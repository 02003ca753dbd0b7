/** The OpenID Connect provider of an account, and whether its people sign in by it (A-129, A-169, A-170, S-085). */
import type { OidcSettings } from '@signet/contract/areas/account-oidc';
import type { Account } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { useAccountOfAddress } from './account-of-address.ts';
import { OidcForm } from './OidcForm.tsx';
import { bodyOf, valuesOf, type OidcValues } from './oidc-form.ts';
import { ProviderPage } from './ProviderPage.tsx';

/** Of the account in the address; under the settings of the platform's own. */
export default function OidcSignInPage() {
  return <ProviderPage>{(account) => <Editing account={account} />}</ProviderPage>;
}

function Editing({ account }: { account: Account }) {
  const { crumb, back } = useAccountOfAddress();
  const params = { id: account.id };
  const save = (values: OidcValues, { config }: OidcSettings): Promise<unknown> => {
    const { client_secret } = values;
    const body = bodyOf(values);
    return config
      ? change('PUT /account/ui-api/v1/account/{id}/oidc-config', {
          params,
          query: { version: config.version },
          body: client_secret === '' ? body : { ...body, client_secret },
        })
      : change('POST /account/ui-api/v1/account/{id}/oidc-config', { params, body: { ...body, client_secret } });
  };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/account/{id}/oidc-config', { params })}
      name={() => account.display_name}
      crumb={crumb}
      valuesOf={valuesOf}
      save={save}
      saved="oidc.saved"
      back={back}
    >
      {(form, settings) => <OidcForm account={account} settings={settings} form={form} />}
    </EditPage>
  );
}
