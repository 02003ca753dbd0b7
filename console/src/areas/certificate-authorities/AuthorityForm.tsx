/** The fields of a new authority of an account. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { Reason } from '@signet/contract/problem';
import { useText } from '../../i18n/text.ts';
import { useCountries, useCountryName } from '../../session/countries.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { NameFields, NAMES, type AuthorityNames } from './NameFields.tsx';

export type AuthorityValues = AuthorityNames & { account_id: string; organization: string; country: string };

type Props = {
  title: string;
  form: FormSource<AuthorityValues>;
  check: (values: AuthorityValues) => Record<string, Reason | null>;
};

export function AuthorityForm({ title, form, check }: Props) {
  const t = useText();
  const countries = useCountries();
  const countryName = useCountryName();
  const shell = useFormShell<AuthorityValues>({
    fields: {
      account_id: { label: 'authorities.account' },
      ...NAMES,
      organization: { label: 'authorities.organization', optional: true },
      country: { label: 'authorities.country', optional: true },
    },
    check,
    ...form,
  });
  return (
    <FormPage
      title={title}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={(name, value) => (name === 'country' ? countryName(String(value)) : String(value))}
    >
      <FormGroup>
        <AccountPicker {...shell.field('account_id', t('authorities.accountHelp'))} />
      </FormGroup>
      <NameFields field={shell.field} />
      <FormGroup title={t('authorities.subject')}>
        <TextInput {...shell.field('organization', t('authorities.organizationHelp'))} autoComplete="organization" />
        <NativeSelect
          {...shell.field('country')}
          data={[
            { value: '', label: t('common.none') },
            ...countries.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </FormGroup>
    </FormPage>
  );
}
