/** What an invitation is asked for, whether one is invited or many. */
import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import {
  ASKABLE_FIELDS,
  ENROLLMENT_METHODS,
  KEYSTORE_LOCATIONS,
  leavesOpen,
  type SaidSubject,
} from '@signet/contract/areas/enrollment-rules';
import { LIMITS } from '@signet/contract/limits';
import { localeName, LOCALES } from '@signet/contract/locales';
import { useEffect, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';
import { NoTemplate } from '../../shell/certificate/NoTemplate.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { YEAR } from './invite-form.ts';
import css from './enrollments.module.css';
import type { Templates } from './templates.ts';

type Field<Name extends string> = { field: (name: Name, help?: ReactNode) => FieldProps };

/** Whose seats are invited, for those who have several accounts; who may not look at accounts reads which one it is. */
export function AccountField({ field }: Field<'account_id'>) {
  const { accounts } = useProfile();
  const seesMany = useScope() !== 'account' || accounts.length > 1;
  const seesAccounts = useAllows(ACCESS.accounts.view);
  if (!seesMany) return null;
  const props = field('account_id');
  const own = accounts.find(({ id }) => id === props.value);
  if (!seesAccounts) return <TextInput {...props} value={own?.display_name || own?.name || ''} readOnly />;
  return (
    <Allowed access={ACCESS.accounts.view}>
      <AccountPicker {...props} />
    </Allowed>
  );
}

/** Where the key will be, and how the certificate comes there. */
export function KeyFields({
  location,
  field,
}: { location: string } & Field<'keystore_location' | 'enrollment_method'>) {
  const t = useText();
  return (
    <FormGroup title={t('enrollments.keyGroup')}>
      <Radio.Group {...field('keystore_location')}>
        <ExplainedRadios
          choices={KEYSTORE_LOCATIONS.map((one) => ({
            value: one,
            label: t(`enrollments.keystore.${one}`),
            explanation: t(`enrollments.keystoreHelp.${one}`),
          }))}
        />
      </Radio.Group>
      {location !== 'browser' && (
        <Radio.Group {...field('enrollment_method')}>
          <ExplainedRadios
            choices={ENROLLMENT_METHODS.map((one) => ({
              value: one,
              label: t(`enrollments.method.${one}`),
              explanation: t(`enrollments.methodHelp.${one}`),
            }))}
          />
        </Radio.Group>
      )}
    </FormGroup>
  );
}

type TemplateProps = { templates: Templates } & Field<'template_id' | 'validity'>;

export function TemplateFields({ templates: { type, items, error, retry }, field }: TemplateProps) {
  const t = useText();
  const help =
    type === undefined ? (
      t('enrollments.chooseSeatFirst')
    ) : items?.length === 0 ? (
      <NoTemplate type={type} />
    ) : (
      t('enrollments.templateHelp')
    );
  const template = field('template_id', help);
  const isGone = items !== undefined && template.value !== '' && !items.some(({ id }) => id === template.value);
  useEffect(() => {
    // One that can't be chosen any more, since another seat or account was: the field shows none.
    if (isGone) template.onChange('');
  });
  const max = Math.min(YEAR, items?.find(({ id }) => id === template.value)?.days ?? YEAR);
  return (
    <>
      {error && <Unread error={error} retry={retry} />}
      <NativeSelect
        {...template}
        data={[
          { value: '', label: t('form.choose') },
          ...(items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextInput
        {...field('validity', t('enrollments.validityHelp', { max }))}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}

/** What the invited person fills in; nothing that the template says already. */
export function AskedField({ field, template }: Field<'asked'> & { template: SaidSubject | undefined }) {
  const t = useText();
  return (
    <Checkbox.Group {...field('asked', t('enrollments.askedHelp'))}>
      <div className={css.choices}>
        {ASKABLE_FIELDS.filter((name) => leavesOpen(template, name)).map((name) => (
          <Checkbox key={name} value={name} label={t(`enrollments.${name}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export function MailFields({ field }: Field<'open_days' | 'locale'>) {
  const t = useText();
  return (
    <FormGroup title={t('enrollments.mailGroup')}>
      <TextInput
        {...field('open_days', t('enrollments.openDaysHelp', { max: LIMITS.enrollmentDaysMax }))}
        inputMode="numeric"
        autoComplete="off"
      />
      <NativeSelect
        {...field('locale')}
        data={[
          { value: '', label: t('enrollments.ownLanguage') },
          ...LOCALES.map((value) => ({ value, label: localeName(value) })),
        ]}
      />
    </FormGroup>
  );
}
