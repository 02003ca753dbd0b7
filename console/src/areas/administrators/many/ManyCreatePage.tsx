/**
 * Many administrators at once (S-052); with roles where user roles are on (S-051). The list is checked first, errors
 * are mended in place, then it runs as any bulk act does.
 */
import { NativeSelect } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { LIMITS } from '@signet/contract/limits';
import { isLocale, localeName, LOCALES, type Locale } from '@signet/contract/locales';
import type { Scope } from '@signet/contract/viewer';
import { useEffect, useRef, useState } from 'react';
import { callToAsk } from '../../../api/call.ts';
import { change } from '../../../api/change.ts';
import { Failure } from '../../../api/failure.ts';
import { useLocale, useText } from '../../../i18n/text.ts';
import { paths } from '../../../paths.ts';
import { useAllows, useScope, useSelf } from '../../../session/permissions.ts';
import { useCurrentAccount } from '../../../shell/account/account-name.ts';
import { tellOtherTabs } from '../../../shell/bulk/run-state.ts';
import { DraftNotice } from '../../../shell/form/DraftNotice.tsx';
import { FormSummary } from '../../../shell/form/FormSummary.tsx';
import { useDraft } from '../../../shell/form/use-draft.ts';
import { UnsavedGuard } from '../../../shell/form/UnsavedGuard.tsx';
import { useFormShell } from '../../../shell/form/use-form-shell.tsx';
import { useAssignableRoles } from '../../../shell/person/assignable-roles.ts';
import { PositionFields, type PositionValues } from '../../../shell/person/PositionFields.tsx';
import { useGo } from '../../../shell/routing/go.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { FormFooter } from '../../../ui/FormFooter.tsx';
import { FormGroup } from '../../../ui/FormGroup.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { emptyAdministrator, offeredScopes, placeBody } from '../administrator-form.ts';
import type { Heads } from './people-file.ts';
import {
  emptyRows,
  foundForAll,
  freshRow,
  isEmpty,
  withFound,
  writtenRows,
  type PersonRow,
  type PersonValues,
} from './people-rows.ts';
import { PeopleFile } from './PeopleFile.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import css from './many.module.css';

type Values = PositionValues<Scope> & { locale: Locale };
/** What is kept when the session ends. */
type Drafted = Values & { people: PersonValues[] };
type Checked = { create: number; same: number; refused: number };
const ROWS_AT_FIRST = 3;

export default function ManyCreatePage() {
  const t = useText();
  const self = useSelf();
  const go = useGo();
  const locale = useLocale();
  const current = useCurrentAccount();
  const seesMany = useScope() !== 'account';
  const givesRoles = useAllows(ACCESS.administrators.giveRoles);
  const heads = useHeads();
  const [rows, setRows] = useState<readonly PersonRow[]>(() => emptyRows(ROWS_AT_FIRST));
  const [page, setPage] = useState(0);
  const [checked, setChecked] = useState<Checked | null>(null);

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
      const isOpen = seesMany && access_scope !== 'system' && account_ids.length === 0;
      return { account_ids: isOpen ? { status: 'REQUIRED_CHOICE' } : null };
    },
    serverFields: { primary_account_id: 'account_ids' },
    submit: (values) => (isReady(values) ? create(values) : check(values)),
  });
  const { restored, discard } = useDraft<Drafted>({
    names: [...shell.names, 'people'],
    secrets: shell.secrets,
    dirty: rows.some((row) => !isEmpty(row)),
    form: {
      getInitialValues: () => ({ ...shell.form.getInitialValues(), people: [] }),
      getValues: () => ({ ...shell.form.getValues(), people: writtenRows(rows).map((row) => row.values) }),
      setValues({ people, ...others }) {
        shell.form.setValues(others);
        takeRows(people.map((person, at) => freshRow(at + 1, person)));
      },
      reset() {
        shell.form.reset();
        takeRows(emptyRows(ROWS_AT_FIRST));
      },
    },
  });
  const { values } = shell;
  const roles = useAssignableRoles(values.access_scope, values.account_ids);
  const [checkedFor, setCheckedFor] = useState('');
  const isReady = (now: Values): boolean => checked !== null && checkedFor === JSON.stringify(now);
  const ready = isReady(values) ? checked : null;

  function takeRows(next: PersonRow[]): void {
    setRows(next);
    setChecked(null);
  }
  const bodyOf = (now: Values, sent: readonly PersonRow[]) => ({
    defaults: {
      locale: now.locale,
      ...placeBody(now),
      role_ids: givesRoles ? now.role_ids : [],
    },
    users: sent.map(({ values: { locale: own, ...person } }) => ({
      ...person,
      ...(own === '' ? {} : { locale: own }),
    })),
  });
  async function check(now: Values): Promise<void> {
    const sent = writtenRows(rows);
    const found = await callToAsk('POST /account/ui-api/v1/user/bulk/validate', { body: bodyOf(now, sent) });
    setRows(withFound(rows, sent, found.items));
    // Those with errors stand first now.
    setPage(0);
    setChecked(found);
    setCheckedFor(JSON.stringify(now));
    const fields = foundForAll(found.items);
    // The form shows it under its field, as what it is refused for.
    if (Object.keys(fields).length > 0) throw new Failure('INVALID_INPUT', '', { fields });
  }
  async function create(now: Values): Promise<void> {
    const run = await change('POST /account/ui-api/v1/user/bulk', { body: bodyOf(now, writtenRows(rows)) });
    tellOtherTabs();
    go(paths.administratorsPlan(run.id));
  }

  // Whoever has something to mend is led to it; the others go on with the button that they are at.
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (checked && checked.refused > 0) verdict.current?.focus();
  }, [checked]);

  const written = rows.filter((row) => !isEmpty(row)).length;
  const whyNot =
    written === 0
      ? t('administrators.many.nobodyListed')
      : written > LIMITS.bulkMax
        ? t('administrators.many.tooMany', { max: LIMITS.bulkMax })
        : ready?.create === 0
          ? t('administrators.many.nobodyLeft')
          : null;
  return (
    <>
      <PageTitle title={t('administrators.many.title')} lead={t('administrators.many.lead')} />
      {restored && <DraftNotice restored={restored} labelOf={shell.labelOf} onDiscard={discard} />}
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => (whyNot === null ? shell.onSubmit(event) : event.preventDefault())}
      >
        <FormSummary shell={shell} />
        <FormGroup title={t('administrators.many.people')}>
          <PeopleFile
            heads={heads}
            rows={rows}
            onRows={(read) => {
              takeRows(read);
              setPage(0);
            }}
          />
          {ready && (
            <div ref={verdict} tabIndex={-1}>
              <Banner tone={ready.refused > 0 ? 'bad' : ready.create === 0 ? 'info' : 'ok'}>
                {t('administrators.many.verdict', { ...ready })} {ready.refused > 0 && t('administrators.many.mend')}
              </Banner>
            </div>
          )}
          <PeopleTable rows={rows} heads={heads} asked={page} onAsk={setPage} onChange={takeRows} />
        </FormGroup>
        <div className={css.forAll}>
          <FormGroup title={t('administrators.many.forAll')}>
            <NativeSelect
              {...shell.field('locale')}
              data={LOCALES.map((value) => ({ value, label: localeName(value) }))}
            />
          </FormGroup>
          <PositionFields
            values={values}
            field={shell.field}
            scopes={offeredScopes(self)}
            roles={givesRoles ? roles : null}
          />
        </div>
        <FormFooter
          submit={ready ? t('bulk.act.administrators.create', { count: ready.create }) : t('administrators.many.check')}
          busy={shell.busy}
          reason={whyNot}
          onCancel={() => go(paths.administrators())}
        />
      </form>
      <UnsavedGuard dirty={written > 0 && !shell.busy} />
    </>
  );
}

const startOf = ({ locale, access_scope, account_ids, role_ids }: ReturnType<typeof emptyAdministrator>): Values => ({
  locale: isLocale(locale) ? locale : LOCALES[0],
  access_scope,
  account_ids,
  role_ids,
});

/** The columns as they are called in the language of the moment. */
function useHeads(): Heads {
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
