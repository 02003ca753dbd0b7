/** An invitation to a certificate: for whom, where the key will be, and what stands in the certificate. */
import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import {
  ASKABLE_FIELDS,
  ENROLLMENT_METHODS,
  KEYSTORE_LOCATIONS,
  SUBJECT_FIELDS,
} from '@signet/contract/areas/enrollment-rules';
import { LIMITS } from '@signet/contract/limits';
import { localeName, LOCALES } from '@signet/contract/locales';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useCountries } from '../../session/countries.ts';
import { useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import css from './enrollments.module.css';
import { whyNotInvite, WAYS, type InviteValues } from './invite-form.ts';
import { PersonPicker } from './PersonPicker.tsx';
import { SeatPicker } from './SeatPicker.tsx';

const INDENTED = { description: { paddingInlineStart: 12 } };
/** How many a select lays out in a moment; no account has so many. */
const LAID_OUT = 1_000;

export function InviteForm({ form }: { form: FormSource<InviteValues> }) {
  const t = useText();
  const countries = useCountries();
  const severalAccounts = useProfile().accounts.length > 1;
  const seesMany = useScope() !== 'account' || severalAccounts;
  const shell = useFormShell<InviteValues>({
    fields: (values) => ({
      way: { label: 'enrollments.way' },
      seat_id: { label: 'enrollments.seat' },
      user_id: { label: 'enrollments.person' },
      account_id: { label: 'enrollments.account', optional: true },
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
  const templates = useTemplates(shell.values);
  return (
    <FormPage
      title={t('enrollments.invite')}
      lead={t('enrollments.inviteLead')}
      shell={shell}
      {...useFormFoot(form, shell)}
    >
      <FormGroup title={t('enrollments.whom')}>
        <Radio.Group {...shell.field('way')}>
          <Stack gap={12} pt={6}>
            {WAYS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`enrollments.way.${one}`)}
                description={t(`enrollments.wayHelp.${one}`)}
                styles={INDENTED}
              />
            ))}
          </Stack>
        </Radio.Group>
        {way === 'seat' && <SeatPicker {...shell.field('seat_id')} />}
        {way === 'person' && <PersonPicker {...shell.field('user_id')} />}
        {way === 'address' && (
          <>
            {seesMany && (
              <Allowed access={ACCESS.accounts.view}>
                <AccountPicker {...shell.field('account_id')} clearable />
              </Allowed>
            )}
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
      <FormGroup title={t('enrollments.keyGroup')}>
        <Radio.Group {...shell.field('keystore_location')}>
          <Stack gap={12} pt={6}>
            {KEYSTORE_LOCATIONS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`enrollments.keystore.${one}`)}
                description={t(`enrollments.keystoreHelp.${one}`)}
                styles={INDENTED}
              />
            ))}
          </Stack>
        </Radio.Group>
        {location !== 'browser' && (
          <Radio.Group {...shell.field('enrollment_method')}>
            <Stack gap={12} pt={6}>
              {ENROLLMENT_METHODS.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`enrollments.method.${one}`)}
                  description={t(`enrollments.methodHelp.${one}`)}
                  styles={INDENTED}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </FormGroup>
      {way !== 'person' && (
        <FormGroup title={t('enrollments.certificateGroup')} lead={t('enrollments.certificateLead')}>
          <NativeSelect
            {...shell.field('template_id', t('enrollments.templateHelp'))}
            data={[
              { value: '', label: t('form.choose') },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextInput
            {...shell.field('validity', t('enrollments.validityHelp'))}
            inputMode="numeric"
            autoComplete="off"
          />
          {SUBJECT_FIELDS.map((field) =>
            field === 'country' ? (
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
            ),
          )}
          <Checkbox.Group {...shell.field('asked', t('enrollments.askedHelp'))}>
            <div className={css.choices}>
              {ASKABLE_FIELDS.map((field) => (
                <Checkbox key={field} value={field} label={t(`enrollments.${field}`)} />
              ))}
            </div>
          </Checkbox.Group>
        </FormGroup>
      )}
      <FormGroup title={t('enrollments.mailGroup')}>
        <TextInput
          {...shell.field('open_days', t('enrollments.openDaysHelp', { max: LIMITS.enrollmentDaysMax }))}
          inputMode="numeric"
          autoComplete="off"
        />
        <NativeSelect
          {...shell.field('locale')}
          data={[
            { value: '', label: t('enrollments.ownLanguage') },
            ...LOCALES.map((value) => ({ value, label: localeName(value) })),
          ]}
        />
      </FormGroup>
    </FormPage>
  );
}

/** The templates of the account that is invited for, which take its kind of seat. */
function useTemplates({ way, seat_id, account_id }: InviteValues) {
  const own = useCurrentAccount()?.id ?? '';
  const seat = useQuery({
    ...queryOf('GET /account/ui-api/v2/seat/{id}', { params: { id: seat_id } }),
    enabled: way === 'seat' && seat_id !== '',
  }).data;
  const account = way === 'seat' ? (seat?.account_id ?? '') : account_id || own;
  const { data } = useQuery({
    ...queryOf('GET /account/ui-api/v1/account/{id}/template', { params: { id: account }, query: { limit: LAID_OUT } }),
    enabled: account !== '',
  });
  const type = way === 'seat' ? seat?.type : 'user';
  return (data?.items ?? []).filter(({ seat_types }) => type !== undefined && seat_types.includes(type));
}
