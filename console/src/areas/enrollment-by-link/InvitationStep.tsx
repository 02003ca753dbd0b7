/** The first page of an enrollment: who is invited to what, and what only they know of the certificate. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { AskableField } from '@signet/contract/areas/enrollment-rules';
import { useEffect } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import { useText } from '../../i18n/text.ts';
import { useCountries } from '../../session/countries.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { nameOf } from './calls.ts';
import { hasEnded } from './OldGoesOn.tsx';
import { CertificateFacts } from './CertificateFacts.tsx';
import type { Opened } from './opened.ts';
import { keep, keptOf } from './kept.ts';
import { askedOf, whyNotValues, type FormValues } from './form-values.ts';
import css from './enrollment.module.css';
import { useSteps } from './steps.ts';

/** What browsers fill in by themselves. */
const AUTOCOMPLETE: Record<AskableField, string> = {
  organization_units: 'off',
  street_address: 'street-address',
  postal_code: 'postal-code',
  locality: 'address-level2',
  state: 'address-level1',
  country: 'country',
  email: 'email',
};

type Props = Pick<Opened, 'enrollment' | 'isChanged'> & { initial: FormValues; onDone: (values: FormValues) => void };

export function InvitationStep({ enrollment, isChanged, initial, onDone }: Props) {
  const t = useText();
  const time = useDateTimeFormat();
  const asked = askedOf(enrollment);
  const shell = useFormShell<Record<string, string>>({
    fields: Object.fromEntries(asked.map((field) => [field, { label: `enrollment.field.${field}` satisfies TextKey }])),
    initial: Object.fromEntries(asked.map((field) => [field, initial[field] ?? ''])),
    check: (values) => whyNotValues(enrollment, values),
    submit: async (values) => onDone(values),
  });
  const { dirty, values } = shell;
  // At once: a phone may drop the tab while its person looks something up.
  useEffect(() => {
    if (dirty) keep(enrollment.id, { ...keptOf(enrollment.id), values });
  }, [dirty, values, enrollment.id]);
  const { account_name: account, keystore_location: location, expires_at, renews } = enrollment;
  const name = nameOf(enrollment);
  const said = renews
    ? {
        title: t('enrollment.renewTitle', { account }),
        intro: t(`enrollment.renewIntro.${location}`, {
          name,
          time: time(renews.valid_to),
          ended: String(hasEnded(renews)),
        }),
      }
    : { title: t('enrollment.title', { account }), intro: t(`enrollment.intro.${location}`, { name, account }) };
  return (
    <PublicPage {...useSteps(enrollment)('invitation')} {...said}>
      {isChanged && (
        <PublicFields>
          <Banner tone="warn">{t('enrollment.changed')}</Banner>
        </PublicFields>
      )}
      <CertificateFacts enrollment={enrollment} values={{}} />
      <PublicForm shell={shell} submit={t('enrollment.continue')}>
        {asked.length > 0 && (
          <>
            <h2 className={css.group}>{t('enrollment.asked')}</h2>
            <PublicFields>
              {asked.map((field) => (
                <AskedField key={field} field={field} props={shell.field(field)} />
              ))}
            </PublicFields>
          </>
        )}
      </PublicForm>
      <p className={css.note}>{t('enrollment.until', { time: time(expires_at) })}</p>
    </PublicPage>
  );
}

function AskedField({ field, props }: { field: AskableField; props: FieldProps }) {
  const t = useText();
  const countries = useCountries();
  if (field !== 'country')
    return (
      <TextInput {...props} size="md" type={field === 'email' ? 'email' : 'text'} autoComplete={AUTOCOMPLETE[field]} />
    );
  const choices = countries.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <NativeSelect
      {...props}
      size="md"
      autoComplete="country"
      data={[{ value: '', label: t('enrollment.choose') }, ...choices]}
    />
  );
}
