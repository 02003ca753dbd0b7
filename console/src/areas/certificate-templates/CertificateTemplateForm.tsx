/** The fields of a template, for making and editing it. */
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { CERTIFICATE_TEMPLATE } from '@signet/contract/areas/certificate-template-record';
import { SEAT_TYPES } from '@signet/contract/areas/seat-record';
import { formFields } from '@signet/contract/record-form';
import { useText } from '../../i18n/text.ts';
import { useCountries, useCountryName } from '../../session/countries.ts';
import { OwnerField, useMayBeForAll } from '../../shell/account/OwnerField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useAuthorities } from '../../shell/certificate/authorities.ts';
import { AuthorityPicker } from './AuthorityPicker.tsx';
import { whyNotValues, type TemplateValues } from './certificate-template-form.ts';
import css from './certificate-templates.module.css';
import { ProfilePicker, useProfiles } from './ProfilePicker.tsx';
import { useSeatTypes } from './seat-types.ts';

type Props = {
  title: string;
  form: FormSource<TemplateValues>;
  /** Whether the account stands in the form: only a new template is given to one. */
  isNew?: boolean;
  /** Of the authority that it has now. */
  authorityName?: string | null;
};

export function CertificateTemplateForm({ title, form, isNew = false, authorityName = null }: Props) {
  const t = useText();
  const countries = useCountries();
  const countryName = useCountryName();
  const seatTypes = useSeatTypes();
  const profiles = useProfiles().data?.items ?? [];
  const authorities = useAuthorities().data?.items ?? [];
  const { name, description, seat_types, ...others } = formFields(CERTIFICATE_TEMPLATE);
  const mayBeForAll = useMayBeForAll();
  const shell = useFormShell<TemplateValues>({
    fields: {
      // What is wrong is named in the order in which it stands in the form.
      account_id: { label: 'templates.account', optional: mayBeForAll },
      name,
      description,
      profile_id: { label: 'templates.profile' },
      authority_id: { label: 'templates.authority' },
      seat_types,
      ...others,
    },
    check: whyNotValues,
    ...form,
  });
  const { account_id: accountId } = shell.values;
  const owner = shell.field('account_id', t('templates.accountHelp'));
  /** What another account may use is chosen anew. */
  const chooseOwner = (id: string): void => {
    owner.onChange(id);
    shell.form.setValues({ profile_id: '', authority_id: '' });
  };
  const displayValue = (field: string, value: unknown): string => {
    if (field === 'authority_id' && value === '') return t('templates.authorityOfAccount');
    if (Array.isArray(value)) return seatTypes(value);
    if (field === 'country') return countryName(String(value));
    const named = { profile_id: profiles, authority_id: authorities }[field] ?? [];
    return named.find(({ id }) => id === value)?.name ?? String(value);
  };
  return (
    <FormPage title={title} shell={shell} {...useFormFoot(form, shell)} displayValue={displayValue}>
      <FormGroup title={t('templates.one')}>
        {isNew && (
          <OwnerField field={{ ...owner, onChange: chooseOwner }} forAll={t('certificateProfiles.allAccounts')} />
        )}
        <TextInput {...shell.field('name')} autoComplete="off" />
        <TextInput {...shell.field('description')} autoComplete="off" />
      </FormGroup>
      <FormGroup title={t('templates.issuing')}>
        <ProfilePicker
          field={shell.field('profile_id', t('templates.profileHelp'))}
          accountId={accountId}
          stored={form.initial.profile_id}
        />
        <Allowed access={ACCESS.certificateAuthorities.view}>
          <AuthorityPicker
            field={shell.field('authority_id')}
            accountId={accountId}
            stored={{ id: form.initial.authority_id, name: authorityName }}
          />
        </Allowed>
        <Checkbox.Group {...shell.field('seat_types')}>
          <div className={css.choices}>
            {SEAT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={t(`seats.type.${type}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <Switch {...shell.checkbox('requires_attestation', t('templates.requires_attestationHelp'))} />
        <Switch {...shell.checkbox('principal_names', t('templates.principal_namesHelp'))} />
      </FormGroup>
      <FormGroup title={t('templates.subject')}>
        <TextInput {...shell.field('organization')} autoComplete="organization" />
        <TextInput {...shell.field('organizational_unit')} autoComplete="off" />
        <TextInput {...shell.field('locality')} autoComplete="address-level2" />
        <TextInput {...shell.field('state')} autoComplete="address-level1" />
        <NativeSelect
          {...shell.field('country')}
          autoComplete="country"
          data={[
            { value: '', label: t('common.none') },
            ...countries.map((one) => ({ value: one.code, label: one.name })),
          ]}
        />
      </FormGroup>
    </FormPage>
  );
}
