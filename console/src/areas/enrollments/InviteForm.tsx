/** An invitation to a certificate: for whom, where the key will be, and what stands in the certificate. */
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { saidByTemplate, SUBJECT_FIELDS, whyNotGiven } from '@signet/contract/areas/enrollment-rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useCountries, useCountryName } from '../../session/countries.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { whyNotInvite, WAYS, type InviteValues } from './invite-form.ts';
import { AccountField, AskedField, KeyFields, MailFields, TemplateFields } from './InvitationFields.tsx';
import { PersonPicker } from '../../shell/person/PersonPicker.tsx';
import { SeatPicker } from './SeatPicker.tsx';
import { useTemplates } from './templates.ts';

export function InviteForm({ form }: { form: FormSource<InviteValues> }) {
  const t = useText();
  const countries = useCountries();
  const countryName = useCountryName();
  const shell = useFormShell<InviteValues>({
    fields: (values) => ({
      way: { label: 'enrollments.way' },
      seat_id: { label: 'enrollments.seat' },
      user_id: { label: 'enrollments.person' },
      account_id: { label: 'enrollments.account' },
      first_name: { label: 'enrollments.first_name' },
      last_name: { label: 'enrollments.last_name' },
      email: { label: 'enrollments.email', optional: values.way === 'seat' },
      template_id: { label: 'enrollments.template' },
      keystore_location: { label: 'enrollments.keystore_location' },
      enrollment_method: { label: 'enrollments.enrollment_method' },
      validity: { label: 'enrollments.validity', optional: true },
      organization_units: { label: 'enrollments.organization_units', optional: true },
      street_address: { label: 'enrollments.street_address', optional: true },
      postal_code: { label: 'enrollments.postal_code', optional: true },
      locality: { label: 'enrollments.locality', optional: true },
      state: { label: 'enrollments.state', optional: true },
      country: { label: 'enrollments.country', optional: true },
      asked: { label: 'enrollments.asked', optional: true },
      open_days: { label: 'enrollments.open_days' },
      locale: { label: 'enrollments.locale', optional: true },
    }),
    check: whyNotInvite,
    ...form,
  });
  const { way, keystore_location: location } = shell.values;
  const templates = useTemplatesFor(shell.values);
  const template = templates.items?.find(({ id }) => id === shell.values.template_id);
  useEffect(() => {
    // What was given before another template was chosen.
    for (const field of SUBJECT_FIELDS)
      if (template && whyNotGiven(template, field, shell.values[field])) shell.form.setFieldValue(field, '');
  });
  const choose = (next: string) => {
    shell.field('way').onChange(next);
    // The link for a seat would go to whoever was to be invited before.
    shell.form.setFieldValue('email', '');
  };
  const seat = shell.field('seat_id');
  const chooseSeat = (id: string) => {
    seat.onChange(id);
    // So would one for another seat go to the holder of the first.
    if (id !== seat.value) shell.form.setFieldValue('email', '');
  };
  return (
    <FormPage
      title={t('enrollments.invite')}
      lead={t('enrollments.inviteLead')}
      shell={shell}
      {...useFormFoot(form, shell)}
    >
      <FormGroup title={t('enrollments.whom')}>
        <Radio.Group {...shell.field('way')} onChange={choose}>
          <ExplainedRadios
            choices={WAYS.map((one) => ({
              value: one,
              label: t(`enrollments.way.${one}`),
              explanation: t(`enrollments.wayHelp.${one}`),
            }))}
          />
        </Radio.Group>
        {way === 'seat' && <SeatPicker {...seat} onChange={chooseSeat} />}
        {way === 'person' && <PersonPicker {...shell.field('user_id')} />}
        {way === 'address' && (
          <>
            <AccountField field={shell.field} />
            <TextInput {...shell.field('first_name')} autoComplete="off" />
            <TextInput {...shell.field('last_name')} autoComplete="off" />
          </>
        )}
        {way !== 'person' && (
          <TextInput
            {...shell.field('email', way === 'seat' ? t('enrollments.emailHelp') : undefined)}
            type="email"
            autoComplete="off"
          />
        )}
      </FormGroup>
      <KeyFields location={location} field={shell.field} />
      {way !== 'person' && (
        <FormGroup title={t('enrollments.certificateGroup')} lead={t('enrollments.certificateLead')}>
          <TemplateFields templates={templates} field={shell.field} />
          {SUBJECT_FIELDS.map((field) => {
            const said = saidByTemplate(template, field);
            return said !== '' ? (
              <TextInput
                key={field}
                {...shell.field(field, t('enrollments.saidHelp'))}
                label={t(`enrollments.${field}`)}
                value={field === 'country' ? countryName(said) : said}
                readOnly
              />
            ) : field === 'country' ? (
              <NativeSelect
                key={field}
                {...shell.field(field)}
                data={[
                  { value: '', label: t('common.none') },
                  ...countries.map(({ code, name }) => ({ value: code, label: name })),
                ]}
              />
            ) : (
              <TextInput key={field} {...shell.field(field)} autoComplete="off" />
            );
          })}
          <AskedField field={shell.field} template={template} />
        </FormGroup>
      )}
      <MailFields field={shell.field} />
    </FormPage>
  );
}

/** The templates of the account that is invited for, which take its kind of seat. */
function useTemplatesFor({ way, seat_id, account_id }: InviteValues) {
  const seat = useQuery({
    ...queryOf('GET /account/ui-api/v2/seat/{id}', { params: { id: seat_id } }),
    enabled: way === 'seat' && seat_id !== '',
  }).data;
  const account = way === 'seat' ? (seat?.account_id ?? '') : account_id;
  return useTemplates(account, way === 'seat' ? seat?.type : 'user');
}
