/** The fields of a certificate profile, for making and editing it. */
import { Checkbox, TextInput } from '@mantine/core';
import {
  CERTIFICATE_PROFILE,
  PROFILE_KEY_USAGES,
  PROFILE_PURPOSES,
} from '@signet/contract/areas/certificate-profile-record';
import { longestDays } from '@signet/contract/areas/certificate-profile-rules';
import { KEY_TYPES } from '@signet/contract/key-types';
import { formFields } from '@signet/contract/record-form';
import { useText } from '../../i18n/text.ts';
import { OwnerField, useMayBeForAll } from '../../shell/account/OwnerField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { toBody, whyNotValues, type CertificateProfileValues } from './certificate-profile-form.ts';
import { useCertificateProfileWords } from './certificate-profile-words.ts';
import css from './certificate-profiles.module.css';

type Props = {
  title: string;
  form: FormSource<CertificateProfileValues>;
  /** Whether the account stands in the form: only a new profile is given to one. */
  isNew?: boolean;
};

export function CertificateProfileForm({ title, form, isNew = false }: Props) {
  const t = useText();
  const words = useCertificateProfileWords();
  const { name, description, purposes, ...others } = formFields(CERTIFICATE_PROFILE);
  const mayBeForAll = useMayBeForAll();
  const shell = useFormShell<CertificateProfileValues>({
    // What is wrong is named in the order in which it stands in the form.
    fields: {
      account_id: { label: 'certificateProfiles.account', optional: mayBeForAll },
      name,
      description,
      purposes,
      ...others,
    },
    check: whyNotValues,
    ...form,
  });
  const wordOf: Record<string, (value: string) => string> = {
    key_usage: words.keyUsage,
    purposes: words.purpose,
    key_types: words.keyType,
  };
  const displayValue = (field: string, value: unknown): string =>
    Array.isArray(value) ? value.map((one) => wordOf[field]?.(String(one)) ?? one).join(', ') : String(value);
  const max = longestDays(toBody(shell.values).purposes);
  return (
    <FormPage title={title} shell={shell} {...useFormFoot(form, shell)} displayValue={displayValue}>
      <FormGroup title={t('certificateProfiles.one')}>
        {isNew && (
          <OwnerField
            field={shell.field('account_id', t('certificateProfiles.accountHelp'))}
            forAll={t('certificateProfiles.allAccounts')}
          />
        )}
        <TextInput {...shell.field('name')} autoComplete="off" />
        <TextInput {...shell.field('description')} autoComplete="off" />
      </FormGroup>
      <FormGroup title={t('certificateProfiles.use')}>
        <Choices field={shell.field('purposes')} values={PROFILE_PURPOSES} word={words.purpose} />
        <Choices field={shell.field('key_usage')} values={PROFILE_KEY_USAGES} word={words.keyUsage} />
      </FormGroup>
      <FormGroup title={t('certificateProfiles.keysAndTime')}>
        <Choices
          field={shell.field('key_types', t('certificateProfiles.keyTypesHelp'))}
          values={KEY_TYPES}
          word={words.keyType}
        />
        <TextInput
          {...shell.field('days', t('certificateProfiles.daysHelp', { max }))}
          inputMode="numeric"
          autoComplete="off"
        />
      </FormGroup>
    </FormPage>
  );
}

type ChoicesProps = { field: FieldProps; values: readonly string[]; word: (value: string) => string };

function Choices({ field, values, word }: ChoicesProps) {
  return (
    <Checkbox.Group {...field}>
      <div className={css.choices}>
        {values.map((value) => (
          <Checkbox key={value} value={value} label={word(value)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
