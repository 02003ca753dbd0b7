/** Edits an account: name, service end date, language; the identifier is only shown. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { Account } from '@signet/contract/areas/accounts';
import { whyNotServicePeriod } from '@signet/contract/areas/account-rules';
import { LIMITS } from '@signet/contract/limits';
import { isLocale, localeName, LOCALES, type Locale } from '@signet/contract/locales';
import { whyNotAccountName } from '@signet/contract/rules';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { changed, useApiAnew } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Need } from '../../session/permissions.ts';
import { useDateFormat, useProfile } from '../../session/profile.ts';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { useDayHelp } from '../../shell/form/day-help.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { NoPermission } from '../../shell/permission/NoPermission.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { useToday } from '../../session/today.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';

/** Who may edit: system scope, and partners their customers. */
const NEED: Need = { needs: ['manage_account'], scopes: ['system', 'partner'] };
const READ = 'GET /account/ui-api/v1/account/{id}';

export default function AccountEditPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew(READ, { params: { id } });
  useParentCrumbName(query.data?.display_name);
  const own = useProfile().accounts.some((one) => one.id === id);
  const t = useText();
  return (
    <LoadedPage query={query}>
      {(account) =>
        account.why_not.edit ? (
          <NoPermission
            need={NEED}
            lack={{ permissions: [], anyOf: [], scopes: own ? [] : ['system'], feature: null }}
            reason={own ? t('accounts.editOwn') : null}
          />
        ) : (
          <Edit account={account} />
        )
      }
    </LoadedPage>
  );
}

const valuesOf = ({ name, friendly_identifier, locale, service_period }: Account) => ({
  name,
  friendly_identifier,
  locale,
  end: service_period.to ?? '',
});

function Edit({ account }: { account: Account }) {
  const t = useText();
  const go = useGo();
  const today = useToday();
  const dayHelp = useDayHelp();
  const { id } = account;
  // What a later save compares with: the version, and the end that was stored.
  const read = useRef(account);
  const date = useDateFormat();
  const endLocked = account.why_not.end_date !== null;
  const shell = useFormShell({
    fields: {
      name: { label: 'accounts.name' },
      friendly_identifier: { label: 'accounts.identifier' },
      end: { label: 'accounts.endDate' },
      locale: { label: 'accounts.language' },
    },
    initial: valuesOf(account),
    check: ({ name, end }) => ({
      name: whyNotAccountName(name),
      end: endLocked
        ? null
        : end === ''
          ? read.current.service_period.to === null
            ? null
            : { status: 'REQUIRED' }
          : (whyNotServicePeriod({ from: account.service_period.from, to: end }, today, read.current.service_period.to)
              ?.reason ?? null),
    }),
    submit: async ({ name, locale, end }) => {
      const service_period = {
        from: read.current.service_period.from,
        to: endLocked ? read.current.service_period.to : end || null,
      };
      await call('PUT /account/ui-api/v1/account/{id}', {
        params: { id },
        query: { version: read.current.version },
        body: { name, locale: locale as Locale, service_period },
      });
      await changed(READ, 'GET /account/ui-api/v1/account');
      notify({ type: 'success', message: 'accounts.saved', translateMessage: true });
      go(paths.account(id));
    },
    serverFields: { 'service_period.to': 'end', 'service_period.from': 'end' },
    gone: () => changed(READ),
    reread: async () => {
      read.current = await call(READ, { params: { id } });
      return valuesOf(read.current);
    },
  });
  const shown = (field: string, value: unknown): string => {
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
      submit={t('form.saveChanges')}
      whyNot={shell.dirty ? null : t('form.nothingChanged')}
      onCancel={() => go(paths.account(id))}
      banner={banner}
      shown={shown}
    >
      <FormGroup title={t('accounts.one')}>
        <TextInput
          {...shell.field(
            'name',
            shell.values.name.length > LIMITS.accountNameWarning
              ? t('accounts.nameLong', { max: LIMITS.accountNameMax })
              : undefined,
          )}
        />
        <TextInput {...shell.field('friendly_identifier', t('accounts.identifierFixed'))} readOnly />
        <TextInput
          {...shell.field(
            'end',
            dayHelp(
              shell.values.end,
              endLocked
                ? t('accounts.endLocked')
                : account.service_period.to === null
                  ? t('accounts.endNone')
                  : undefined,
            ),
          )}
          type="date"
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
