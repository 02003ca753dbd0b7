/** The SAML provider of an account, and whether its people sign in by it (A-126, A-130, A-148 to A-153, S-083). */
import type { SamlConfig } from '@signet/contract/areas/account-saml';
import type { Account } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { useAccountOfAddress } from './account-of-address.ts';
import { bodyOf, valuesOf, type SamlFormValues } from './saml-form.ts';
import { SamlForm } from './SamlForm.tsx';
import { ProviderPage } from './ProviderPage.tsx';

/** Of the account in the address; under the settings of the platform's own. */
export default function SamlSignInPage() {
  return <ProviderPage>{(account) => <Editing account={account} />}</ProviderPage>;
}

function Editing({ account }: { account: Account }) {
  const { crumb, back } = useAccountOfAddress();
  const params = { id: account.id };
  const save = (values: SamlFormValues, config: SamlConfig): Promise<unknown> => {
    const body = bodyOf(config, values);
    return config.id === null
      ? change('POST /account/ui-api/v1/federation/config', { body })
      : change('PUT /account/ui-api/v1/federation/config/{id}', {
          params,
          query: { version: config.version ?? undefined },
          body: { ...body, federation_id: config.id, edit: true },
        });
  };
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/federation/config/{id}', { params })}
      name={() => account.display_name}
      crumb={crumb}
      valuesOf={valuesOf}
      save={save}
      saved="saml.saved"
      back={back}
    >
      {(form, config) => <SamlForm account={account} config={config} form={form} />}
    </EditPage>
  );
}
