/** Edits an account: name, service end date, language; the identifier is only shown. */
import { ACCESS, NO_LACK } from '@signet/contract/access';
import { NativeSelect, TextInput } from '@mantine/core';
import { ACCOUNT } from '@signet/contract/areas/account-record';
import type { Account } from '@signet/contract/areas/accounts';
import { whyNotServicePeriod } from '@signet/contract/areas/account-rules';
import { LIMITS } from '@signet/contract/limits';
import { isLocale, localeName, LOCALES } from '@signet/contract/locales';
import type { Reason } from '@signet/contract/problem';
import { editBody, formFields, formValues } from '@signet/contract/record-form';
import { isLongestAccountName, whyNotAccountName } from '@signet/contract/rules';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat, useProfile } from '../../session/profile.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { useToday } from '../../session/today.ts';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import type { EditSource } from '../../shell/record/use-edit.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';

export default function AccountEditPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const own = useProfile().accounts.some((one) => one.id === id);
  const refusal = (account: Account) =>
    account.why_not.edit && (
      <NoPermission
        access={ACCESS.accounts.edit}
        lack={own ? NO_LACK : { ...NO_LACK, scopes: ['system'] }}
        reason={own ? t('accounts.editOwn') : null}
      />
    );
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/account/{id}', { params: { id } })}
      name={(account) => account.display_name}
      crumb="parent"
      refusal={refusal}
      valuesOf={valuesOf}
      save={({ end, ...values }, { service_period: { from, to }, version, why_not }) =>
        change('PUT /account/ui-api/v1/account/{id}', {
          params: { id },
          query: { version },
          body: {
            ...editBody(ACCOUNT, values),
            service_period: { from, to: why_not.end_date ? to : end || null },
          },
        })
      }
      saved="accounts.saved"
      back={paths.account(id)}
    >
      {(form, account) => <AccountForm account={account} form={form} />}
    </EditPage>
  );
}

const valuesOf = (account: Account) => ({
  ...formValues(ACCOUNT, account),
  end: account.service_period.to ?? '',
});

function AccountForm({ account, form }: { account: Account; form: EditSource<Account, ReturnType<typeof valuesOf>> }) {
  const t = useText();
  const today = useToday();
  const dayRule = useDayRule();
  const date = useDateFormat();
  const endLocked = account.why_not.end_date !== null;
  /** The end that is stored may stay, though it is past; a new one has to be an end. */
  const whyNotEnd = (end: string): Reason | null => {
    const { from, to } = form.current().service_period;
    if (endLocked) return null;
    if (end === '' && to === null) return null;
    return dayRule(end) ?? whyNotServicePeriod({ from, to: end }, today, to)?.reason ?? null;
  };
  const shell = useFormShell({
    fields: { ...formFields(ACCOUNT), end: { label: 'accounts.endDate' } },
    check: ({ name, end }) => ({ name: whyNotAccountName(name), end: whyNotEnd(end) }),
    serverFields: { 'service_period.to': 'end', 'service_period.from': 'end' },
    ...form,
  });
  const displayValue = (field: string, value: unknown): string => {
    const text = String(value);
    if (field === 'locale' && isLocale(text)) return localeName(text);
    return field === 'end' && text !== '' ? date(text) : text;
  };
  const external = account.federated_account_details_url;
  const banner = external && (
    <Banner tone="info">
      <Rich text="accounts.linkedEdit" tags={{ link: <ExternalLink href={external} /> }} />
    </Banner>
  );
  return (
    <FormPage
      title={t('accounts.edit')}
      shell={shell}
      {...useFormFoot(form, shell)}
      banner={banner}
      displayValue={displayValue}
    >
      <FormGroup title={t('accounts.one')}>
        <TextInput
          {...shell.field(
            'name',
            account.system_account
              ? t('accounts.nameFixed')
              : isLongestAccountName(shell.values.name)
                ? t('accounts.nameLong', { max: LIMITS.accountNameMax })
                : undefined,
          )}
          readOnly={account.system_account}
        />
        <TextInput {...shell.field('friendly_identifier', t('accounts.identifierFixed'))} readOnly />
        <DayField
          {...shell.field(
            'end',
            endLocked
              ? t('accounts.endLocked')
              : account.service_period.to === null
                ? t('accounts.endNone')
                : undefined,
          )}
          first={today}
          readOnly={endLocked}
        />
        <NativeSelect {...shell.field('locale')} data={LOCALES.map((value) => ({ value, label: localeName(value) }))} />
      </FormGroup>
    </FormPage>
  );
}

/** The words come from the text around it. */
function ExternalLink({ href, children }: { href: string; children?: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
