/** The fields of an organization, for creating and editing it. */
import { NativeSelect, TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { ORGANIZATION } from '@signet/contract/areas/organization-record';
import type { Reason } from '@signet/contract/problem';
import { createBody, emptyForm, formFields, formValues, type FormValues } from '@signet/contract/record-form';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { useOwnAccountName } from '../../shell/account/account-name.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useCountries, useCountryName } from '../../session/countries.ts';
import css from './organizations.module.css';

const organizationCreate = laterSchema(
  async () => (await import('@signet/contract/areas/organizations')).organizationCreate,
);

export type OrganizationValues = FormValues<typeof ORGANIZATION> & { account_id: string };

export const NO_ORGANIZATION = emptyForm(ORGANIZATION);

/** What of a record stands in the form. */
export const valuesOf = (record: OrganizationValues): OrganizationValues => ({
  ...formValues(ORGANIZATION, record),
  account_id: record.account_id,
});

/** The account goes along only when the organization is created. */
export const toBody = (values: OrganizationValues) => createBody(ORGANIZATION, values);

/** Whoever sees many accounts begins without one: what is chosen can't be changed later. */
const check = ({ account_id, ...values }: OrganizationValues): Record<string, Reason | null> => ({
  ...reasonsOf(organizationCreate, values),
  account_id: account_id === '' ? { status: 'REQUIRED_CHOICE' } : null,
});

type Props = {
  title: string;
  form: FormSource<OrganizationValues>;
  /** Whether the account stands in the form: to be chosen, or for who may not look at accounts, the own one. */
  choosesAccount?: boolean;
};

export function OrganizationForm({ title, form, choosesAccount = false }: Props) {
  const t = useText();
  const countries = useCountries();
  const countryName = useCountryName();
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const shell = useFormShell<OrganizationValues>({
    fields: { account_id: { label: 'organizations.account_name' }, ...formFields(ORGANIZATION) },
    check,
    ...form,
  });
  const ownAccount = useOwnAccountName(shell.values.account_id);
  return (
    <FormPage
      title={title}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={(field, value) => (field === 'country' ? countryName(String(value)) : String(value))}
    >
      <FormGroup title={t('organizations.one')}>
        {choosesAccount && (
          <Allowed access={ACCESS.accounts.view}>
            <AccountPicker {...shell.field('account_id', t('organizations.accountHelp'))} />
          </Allowed>
        )}
        {choosesAccount && !seesAccounts && <TextInput {...shell.field('account_id')} value={ownAccount} readOnly />}
        <TextInput {...shell.field('name')} autoComplete="organization" />
        <TextInput {...shell.field('phone')} type="tel" autoComplete="tel" />
      </FormGroup>
      <FormGroup title={t('organizations.place')}>
        <NativeSelect
          {...shell.field('country')}
          autoComplete="country"
          data={[
            { value: '', label: t('form.choose') },
            ...countries.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
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
