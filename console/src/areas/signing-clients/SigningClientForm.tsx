/** The fields of a signing client: the provider is chosen once, the service id can be changed. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { TextKey } from '@signet/contract/texts';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { whyNotSigningClient, type SigningClientValues } from './signing-client-form.ts';

type Props = {
  title: TextKey;
  accountName: string;
  form: FormSource<SigningClientValues>;
} & ({ providers: readonly { id: string; name: string }[] } | { provider: string });

export function SigningClientForm({ title, accountName, form, ...choice }: Props) {
  const t = useText();
  const shell = useFormShell<SigningClientValues>({
    fields: {
      provider: { label: 'signingClients.provider' },
      serviceId: { label: 'signingClients.serviceId' },
    },
    serverFields: { oauth_client_account_id: 'serviceId', clientId: 'provider' },
    check: whyNotSigningClient,
    ...form,
  });
  return (
    <FormPage
      title={t(title)}
      lead={t('signingClients.lead', { account: accountName })}
      shell={shell}
      {...useFormFoot(form, shell)}
    >
      <FormGroup title={t('signingClients.one')}>
        {'provider' in choice ? (
          <TextInput
            label={t('signingClients.provider')}
            value={choice.provider}
            description={t('signingClients.providerStays')}
            readOnly
          />
        ) : (
          <NativeSelect
            {...shell.field('provider', t('signingClients.providerHelp'))}
            data={[
              { value: '', label: t('signingClients.choose') },
              ...choice.providers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <TextInput {...shell.field('serviceId', t('signingClients.serviceIdHelp'))} autoComplete="off" />
      </FormGroup>
    </FormPage>
  );
}
