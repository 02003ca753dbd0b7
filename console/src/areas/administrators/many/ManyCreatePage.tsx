/**
 * Many administrators at once (S-052); at the address for it with roles (S-051). The list is checked first, errors are
 * mended in place, then it runs as any bulk act does.
 */
import { NativeSelect } from '@mantine/core';
import { isLocale, localeName, LOCALES, type Locale } from '@signet/contract/locales';
import type { Scope } from '@signet/contract/viewer';
import { useLocation } from '@tanstack/react-router';
import { callToAsk } from '../../../api/call.ts';
import { change } from '../../../api/change.ts';
import { useLocale, useText } from '../../../i18n/text.ts';
import { paths } from '../../../paths.ts';
import { useSelf } from '../../../session/permissions.ts';
import { useCurrentAccount } from '../../../shell/account/account-name.ts';
import { tellOtherTabs } from '../../../shell/bulk/run-state.ts';
import { useFormShell } from '../../../shell/form/use-form-shell.tsx';
import type { Columns } from '../../../shell/people-list/people-rows.ts';
import { PeopleListPage } from '../../../shell/people-list/PeopleListPage.tsx';
import { usePeopleList } from '../../../shell/people-list/use-people-list.ts';
import { useAssignableRoles } from '../../../shell/person/assignable-roles.ts';
import { useMustChooseAccounts } from '../../../shell/person/must-choose-accounts.ts';
import { PositionFields, type PositionValues } from '../../../shell/person/PositionFields.tsx';
import { useGo, useGoOn } from '../../../shell/routing/go.ts';
import { FormGroup } from '../../../ui/FormGroup.tsx';
import { emptyAdministrator, offeredScopes, placeBody } from '../administrator-form.ts';

type Values = PositionValues<Scope> & { locale: Locale };
/** Without these a list can't name anybody. */
const REQUIRED = ['first_name', 'last_name', 'user_name', 'email'];

export default function ManyCreatePage() {
  const t = useText();
  const self = useSelf();
  const go = useGo();
  const leadOn = useGoOn();
  const locale = useLocale();
  const current = useCurrentAccount();
  const mustChoose = useMustChooseAccounts();
  const givesRoles = useLocation().pathname.startsWith(paths.administratorsWithRolesCreate());
  const list = usePeopleList({ heads: useHeads(), required: REQUIRED });

  const shell = useFormShell<Values>({
    fields: {
      locale: { label: 'person.language' },
      access_scope: { label: 'person.scope' },
      account_ids: { label: 'people.accounts' },
      role_ids: { label: 'people.roles' },
    },
    initial: startOf(
      emptyAdministrator(offeredScopes(self), self.scope === 'account' && current ? [current.id] : [], locale),
    ),
    check: ({ access_scope, account_ids }) => {
      const isOpen = mustChoose && access_scope !== 'system' && account_ids.length === 0;
      return { account_ids: isOpen ? { status: 'REQUIRED_CHOICE' } : null };
    },
    serverFields: { primary_account_id: 'account_ids' },
    async submit(values) {
      if (!list.verdict(values))
        return list.check(values, (people) =>
          callToAsk('POST /account/ui-api/v1/user/bulk/validate', { body: bodyOf(values, people) }),
        );
      const goOn = leadOn();
      const run = await change('POST /account/ui-api/v1/user/bulk', { body: bodyOf(values, list.people()) });
      tellOtherTabs();
      goOn(paths.administratorsPlan(run.id));
    },
  });
  const { values } = shell;
  const assignable = useAssignableRoles(values.access_scope, values.account_ids);
  const bodyOf = (now: Values, people: Record<string, string>[]) => ({
    defaults: {
      locale: now.locale,
      ...placeBody(now),
      role_ids: givesRoles ? now.role_ids : [],
    },
    users: people.map(({ locale: own = '', ...person }) => ({
      ...person,
      ...(own === '' ? {} : { locale: own }),
    })),
  });
  return (
    <PeopleListPage
      list={list}
      shell={shell}
      title={t('administrators.many.title')}
      lead={t('administrators.many.lead')}
      words={{
        isThere: t('administrators.many.isThere'),
        nobodyLeft: t('administrators.many.nobodyLeft'),
        verdict: (counts) => t('administrators.many.verdict', { ...counts }),
        act: (count) => t('bulk.act.administrators.create', { count }),
      }}
      onCancel={() => go(paths.administrators())}
    >
      <FormGroup title={t('peopleList.forAll')}>
        <NativeSelect {...shell.field('locale')} data={LOCALES.map((value) => ({ value, label: localeName(value) }))} />
      </FormGroup>
      <PositionFields
        values={values}
        field={shell.field}
        scopes={offeredScopes(self)}
        assignable={givesRoles ? assignable : null}
      />
    </PeopleListPage>
  );
}

const startOf = ({ locale, access_scope, account_ids, role_ids }: ReturnType<typeof emptyAdministrator>): Values => ({
  locale: isLocale(locale) ? locale : LOCALES[0],
  access_scope,
  account_ids,
  role_ids,
});

/** The columns as they are called in the language of the moment. */
function useHeads(): Columns['heads'] {
  const t = useText();
  return {
    first_name: t('person.firstName'),
    last_name: t('person.lastName'),
    user_name: t('person.userName'),
    email: t('person.email'),
    phone: t('person.phone'),
    locale: t('person.language'),
  };
}
