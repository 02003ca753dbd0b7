/** The form of a new account, with its first organization and, if wanted, its first administrator. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { proposedIdentifier, whyNotInviteFirst } from '@signet/contract/areas/account-rules';
import { LIMITS } from '@signet/contract/limits';
import { localeName, LOCALES } from '@signet/contract/locales';
import { isLongestAccountName, whyNotIdentifier } from '@signet/contract/rules';
import { useSearch } from '@tanstack/react-router';
import { useRef, type ChangeEvent } from 'react';
import { call } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import { useFeatures } from '../../session/profile.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { useCountries } from '../../session/countries.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useWayBack } from '../../shell/navigation/crumbs.ts';
import { useGo, useGoOn } from '../../shell/routing/go.ts';
import { useMailed } from '../../shell/notices/mailed.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { useTaken } from '../../shell/form/use-taken.ts';
import { useToday } from '../../session/today.ts';
import { ReasonMessage } from '../../shell/form/ReasonText.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup, TwoFields } from '../../ui/FormGroup.tsx';
import { check, FIELDS, initialValues, SERVER_FIELDS, toBody } from './account-create-form.ts';
import { FederationFields, legal } from './FederationFields.tsx';

export function AccountCreate({ type }: { type: 'standard' | 'partner' }) {
  const t = useText();
  const go = useGo();
  const leadOn = useGoOn();
  const mailed = useMailed();
  const { partner = '' }: { partner?: string } = useSearch({ strict: false });
  const way = useWayBack() ?? paths.accounts();
  // Whoever comes from the page of a partner has chosen neither the type nor the partner here.
  const back = partner === '' ? way : paths.account(partner, 'customers');
  const today = useToday();
  const dayRule = useDayRule();
  const locale = useLocale();
  const countries = useCountries();
  const self = useSelf();
  const system = self.scope === 'system';
  const whyNotInvite = whyNotInviteFirst(self, type);
  const choosesPartner = useFeatures()['AM_enable_partner_scope'] === true && system && type === 'standard';
  const taken = useRef<string | null>(null);
  const shell = useFormShell({
    fields: FIELDS,
    initial: initialValues(today, locale, choosesPartner ? partner : ''),
    check: (values) => check(values, today, dayRule, taken.current),
    submit: async (values) => {
      const goOn = leadOn();
      const created = await change('POST /account/ui-api/v1/account', { body: toBody(type, values) });
      if (values.invite) mailed('accounts.createdInvited', 'accounts.created');
      else notify({ type: 'success', message: 'accounts.created', translateMessage: true });
      goOn(paths.account(created.id));
    },
    serverFields: SERVER_FIELDS,
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
      onCancel={() => go(back)}
    >
      <FormGroup title={t('accounts.one')}>
        <TextInput
          {...shell.field(
            'name',
            isLongestAccountName(shell.values.name)
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
          <DayField {...shell.field('from')} />
          <DayField {...shell.field('to')} first={today} />
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
        <Checkbox
          {...shell.checkbox(
            'invite',
            whyNotInvite ? <ReasonMessage reason={whyNotInvite} /> : t('accounts.inviteBody'),
          )}
          disabled={whyNotInvite !== null}
        />
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
