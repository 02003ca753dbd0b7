/** The form of a new account, with its first organization and, if wanted, its first administrator. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { proposedIdentifier, whyNotServicePeriod } from '@signet/contract/areas/account-rules';
import { LIMITS } from '@signet/contract/limits';
import { localeName, LOCALES, regionOf } from '@signet/contract/locales';
import {
  whyNotAccountName,
  whyNotCountry,
  whyNotEmail,
  whyNotIdentifier,
  whyNotLegalName,
  whyNotName,
} from '@signet/contract/rules';
import { isPayloadDate } from '@signet/contract/dates';
import { useRef, type ChangeEvent } from 'react';
import { call } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { useFeatures } from '../../session/profile.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { useCountries } from '../../session/countries.ts';
import { useDayHelp } from '../../shell/form/day-help.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { useTaken } from '../../shell/form/use-taken.ts';
import { useToday } from '../../session/today.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup, TwoFields } from '../../ui/FormGroup.tsx';
import { checkFederation, FEDERATION_LABELS, FederationFields } from './FederationFields.tsx';

/** A year from a day, both YYYY-MM-DD; the last day of the period. */
function yearFrom(day: string): string {
  const end = new Date(`${day}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}

/** As much of an account's name as other names may hold. */
const legal = (name: string): string => name.slice(0, LIMITS.nameMax);

export function AccountCreate({ type }: { type: 'standard' | 'partner' }) {
  const t = useText();
  const go = useGo();
  const today = useToday();
  const dayHelp = useDayHelp();
  const locale = useLocale();
  const countries = useCountries();
  const system = useScope() === 'system';
  const choosesPartner = useFeatures()['AM_enable_partner_scope'] === true && system && type === 'standard';
  const taken = useRef<string | null>(null);
  const shell = useFormShell({
    fields: {
      name: { label: 'accounts.name' },
      friendly_identifier: { label: 'accounts.identifier' },
      from: { label: 'accounts.startDate' },
      to: { label: 'accounts.endDate' },
      locale: { label: 'accounts.language' },
      partner_account_id: { label: 'accounts.partner', optional: true },
      organization: { label: 'accounts.organizationName' },
      country: { label: 'organizations.country' },
      invite: { label: 'accounts.invite' },
      first_name: { label: 'person.firstName' },
      last_name: { label: 'person.lastName' },
      email: { label: 'person.email' },
      link: { label: 'accounts.linkNow' },
      ...FEDERATION_LABELS,
    },
    initial: {
      name: '',
      friendly_identifier: '',
      from: today,
      to: yearFrom(today),
      locale,
      organization: '',
      country: regionOf(locale),
      invite: false,
      first_name: '',
      last_name: '',
      email: '',
      partner_account_id: '',
      link: false,
      federated_account_id: '',
      federated_account_name: '',
      federated_account_details_url: '',
    },
    check: (values) => ({
      name: whyNotAccountName(values.name),
      friendly_identifier:
        whyNotIdentifier(values.friendly_identifier) ??
        (values.friendly_identifier.toLowerCase() === taken.current ? { status: 'IDENTIFIER_EXISTS' } : null),
      from: isPayloadDate(values.from) ? null : { status: 'REQUIRED' },
      to:
        values.to === ''
          ? { status: 'REQUIRED' }
          : (whyNotServicePeriod({ from: values.from, to: values.to }, today)?.reason ?? null),
      organization: whyNotLegalName(values.organization),
      country: whyNotCountry(values.country),
      ...(values.invite
        ? {
            first_name: whyNotName(values.first_name),
            last_name: whyNotName(values.last_name),
            email: whyNotEmail(values.email),
          }
        : {}),
      ...(values.link ? checkFederation(values) : {}),
    }),
    submit: async ({
      name,
      friendly_identifier,
      from,
      to,
      locale: language,
      organization,
      country,
      invite,
      first_name,
      last_name,
      email,
      partner_account_id,
      link,
      federated_account_id,
      federated_account_name,
      federated_account_details_url,
    }) => {
      const created = await change('POST /account/ui-api/v1/account', {
        body: {
          name,
          friendly_identifier,
          service_period: { from, to },
          locale: language,
          type,
          organization: { name: organization, country },
          ...(invite ? { administrator: { first_name, last_name, email } } : {}),
          ...(partner_account_id === '' ? {} : { partner_account_id }),
          ...(link
            ? { federation: { federated_account_id, federated_account_name, federated_account_details_url } }
            : {}),
        },
      });
      notify({
        type: 'success',
        message: invite ? 'accounts.createdInvited' : 'accounts.created',
        translateMessage: true,
      });
      go(paths.account(created.id));
    },
    serverFields: {
      'service_period.from': 'from',
      'service_period.to': 'to',
      'organization.name': 'organization',
      'organization.country': 'country',
      'administrator.first_name': 'first_name',
      'administrator.last_name': 'last_name',
      'administrator.email': 'email',
      'federation.federated_account_id': 'federated_account_id',
      'federation.federated_account_name': 'federated_account_name',
      'federation.federated_account_details_url': 'federated_account_details_url',
    },
  });
  const typed = shell.values.friendly_identifier;
  useTaken(
    whyNotIdentifier(typed) ? null : typed,
    (identifier, signal) =>
      call('GET /account/ui-api/v1/account/find', { query: { friendly_identifier: identifier }, signal }),
    (identifier) => {
      taken.current = identifier.toLowerCase();
      shell.recheck('friendly_identifier');
    },
  );
  /** Identifier and organization follow the name until somebody writes their own. */
  function rename(event: ChangeEvent<HTMLInputElement>) {
    const before = shell.values.name;
    const next = event.currentTarget.value;
    if (shell.values.friendly_identifier === proposedIdentifier(before))
      shell.form.setFieldValue('friendly_identifier', proposedIdentifier(next));
    if (shell.values.organization === legal(before)) shell.form.setFieldValue('organization', legal(next));
    if (shell.values.federated_account_name === legal(before))
      shell.form.setFieldValue('federated_account_name', legal(next));
    shell.form.setFieldValue('name', next);
  }
  return (
    <FormPage
      title={t(type === 'partner' ? 'accounts.createPartner' : 'accounts.create')}
      lead={t(type === 'partner' ? 'accounts.partnerBody' : 'accounts.standardBody')}
      shell={shell}
      submit={t(type === 'partner' ? 'accounts.createPartner' : 'accounts.create')}
      whyNot={null}
      onCancel={() => go(paths.accounts())}
    >
      <FormGroup title={t('accounts.one')}>
        <TextInput
          {...shell.field(
            'name',
            shell.values.name.length > LIMITS.accountNameWarning
              ? t('accounts.nameLong', { max: LIMITS.accountNameMax })
              : undefined,
          )}
          onChange={rename}
        />
        <TextInput
          {...shell.field(
            'friendly_identifier',
            t(
              shell.values.name.trim() !== '' && proposedIdentifier(shell.values.name) === ''
                ? 'accounts.identifierChoose'
                : 'accounts.identifierStays',
            ),
          )}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TwoFields>
          <TextInput {...shell.field('from', dayHelp(shell.values.from))} type="date" />
          <TextInput {...shell.field('to', dayHelp(shell.values.to))} type="date" />
        </TwoFields>
        <NativeSelect {...shell.field('locale')} data={LOCALES.map((value) => ({ value, label: localeName(value) }))} />
        {choosesPartner && (
          <AccountPicker {...shell.field('partner_account_id', t('accounts.partnerHelp'))} type="partner" clearable />
        )}
      </FormGroup>
      <FormGroup title={t('accounts.firstOrganization')} lead={t('accounts.firstOrganizationBody')}>
        <TextInput {...shell.field('organization')} />
        <NativeSelect
          {...shell.field('country')}
          data={[
            { value: '', label: t('form.choose') },
            ...countries.map(({ code, name: label }) => ({ value: code, label })),
          ]}
        />
      </FormGroup>
      <FormGroup title={t('accounts.firstAdministrator')}>
        <Checkbox {...shell.checkbox('invite', t('accounts.inviteBody'))} />
        {shell.values.invite && (
          <>
            <TwoFields>
              <TextInput {...shell.field('first_name')} autoComplete="off" />
              <TextInput {...shell.field('last_name')} autoComplete="off" />
            </TwoFields>
            <TextInput {...shell.field('email')} type="email" autoComplete="off" spellCheck={false} />
          </>
        )}
      </FormGroup>
      {system && (
        <FormGroup title={t('accounts.linked')}>
          <Checkbox {...shell.checkbox('link', t('accounts.linkBody'))} />
          {shell.values.link && <FederationFields field={shell.field} />}
        </FormGroup>
      )}
    </FormPage>
  );
}
