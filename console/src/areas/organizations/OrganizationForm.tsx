/** The fields of an organization, for creating and editing it. */
import { NativeSelect, TextInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { normalisePhone, whyNotCountry, whyNotLegalName, whyNotLine, whyNotPhone } from '@signet/contract/rules';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../shell/AccountPicker.tsx';
import { FormPage } from '../../shell/FormPage.tsx';
import { useFormShell, type FormShell } from '../../shell/use-form-shell.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useCountries, useCountryName } from './countries.ts';
import css from './organizations.module.css';

export type OrganizationValues = { account_id: string; name: string; address: string; address2: string; city: string; state: string; zip_code: string; country: string; phone: string };

export const NO_ORGANIZATION: Omit<OrganizationValues, 'account_id'> = { name: '', address: '', address2: '', city: '', state: '', zip_code: '', country: '', phone: '' };

/** What of a record stands in the form. */
export const valuesOf = ({ account_id, name, address, address2, city, state, zip_code, country, phone }: OrganizationValues): OrganizationValues => ({ account_id, name, address, address2, city, state, zip_code, country, phone });

/** What is sent of it; the account goes along only when the organization is created. */
export function sent({ account_id: _, ...values }: OrganizationValues): Omit<OrganizationValues, 'account_id'> {
  return { ...values, phone: normalisePhone(values.phone) };
}

type Spec = { initial: OrganizationValues; submit: (values: OrganizationValues) => Promise<void>; reread?: () => Promise<OrganizationValues> };

export function useOrganizationForm(spec: Spec): FormShell<OrganizationValues> {
  return useFormShell<OrganizationValues>({
    fields: {
      account_id: { label: 'organizations.account_name' },
      name: { label: 'organizations.name' },
      address: { label: 'organizations.address', optional: true },
      address2: { label: 'organizations.address2', optional: true },
      zip_code: { label: 'organizations.zip_code', optional: true },
      city: { label: 'organizations.city', optional: true },
      state: { label: 'organizations.state', optional: true },
      country: { label: 'organizations.country' },
      phone: { label: 'organizations.phone', optional: true },
    },
    check: (values) => ({
      name: whyNotLegalName(values.name),
      address: whyNotLine(values.address, LIMITS.addressMax),
      address2: whyNotLine(values.address2, LIMITS.addressMax),
      city: whyNotLine(values.city, LIMITS.cityMax),
      state: whyNotLine(values.state, LIMITS.cityMax),
      zip_code: whyNotLine(values.zip_code, LIMITS.zipCodeMax),
      country: whyNotCountry(values.country),
      phone: whyNotPhone(normalisePhone(values.phone)),
    }),
    ...spec,
  });
}

type Props = { title: string; shell: FormShell<OrganizationValues>; submit: string; whyNot: string | null; onCancel: () => void; /** Whether the account is chosen here. */ choosesAccount?: boolean };

export function OrganizationForm({ title, shell, submit, whyNot, onCancel, choosesAccount = false }: Props) {
  const t = useText();
  const countries = useCountries();
  const countryName = useCountryName();
  return (
    <FormPage title={title} shell={shell} submit={submit} whyNot={whyNot} onCancel={onCancel} shown={(field, value) => (field === 'country' ? countryName(String(value)) : String(value))}>
      <FormGroup title={t('organizations.one')}>
        {choosesAccount && <AccountPicker {...shell.field('account_id', t('organizations.accountHelp'))} />}
        <TextInput {...shell.field('name')} autoComplete="organization" />
        <TextInput {...shell.field('phone')} type="tel" autoComplete="tel" />
      </FormGroup>
      <FormGroup title={t('organizations.place')}>
        <NativeSelect {...shell.field('country')} autoComplete="country" data={[{ value: '', label: t('form.choose') }, ...countries.map(({ code, name }) => ({ value: code, label: name }))]} />
        <TextInput {...shell.field('address')} autoComplete="address-line1" />
        <TextInput {...shell.field('address2')} autoComplete="address-line2" />
        <div className={css.three}>
          <TextInput {...shell.field('zip_code')} autoComplete="postal-code" />
          <TextInput {...shell.field('city')} autoComplete="address-level2" />
          <TextInput {...shell.field('state')} autoComplete="address-level1" />
        </div>
      </FormGroup>
    </FormPage>
  );
}
