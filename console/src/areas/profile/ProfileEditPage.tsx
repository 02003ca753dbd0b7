/**
 * The own profile, to change: names and email unless they are kept elsewhere, phone, language, date format, aliases
 * (S-042).
 */
import { NativeSelect, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { DATE_FORMATS, DEFAULT_DATE_FORMAT, displayDate, type DateFormat } from '@signet/contract/dates';
import { languageTag, localeName, LOCALES } from '@signet/contract/locales';
import {
  normalisePhone,
  whyNotAliases,
  whyNotEditOwnNames,
  whyNotEmail,
  whyNotName,
  whyNotPhone,
  whyNotUserName,
} from '@signet/contract/rules';
import { call } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { queryClient } from '../../api/query.ts';
import { showProblem } from '../../api/show-problem.ts';
import { activateLanguage } from '../../i18n/language.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { profileQuery, useProfile, type OwnProfile } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { useEdit } from '../../shell/record/use-edit.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { FormGroup, TwoFields } from '../../ui/FormGroup.tsx';
import { AliasFields, aliasesFine, type Alias } from './AliasFields.tsx';
import { useTaken } from '../../shell/form/use-taken.ts';

export default function ProfileEditPage() {
  const t = useText();
  const tag = languageTag(useLocale());
  const today = useToday();
  const profile = useProfile();
  const locked = whyNotEditOwnNames(profile) !== null;
  const mayAlias = whyNotAliases(profile) === null;
  const takenName = useRef<string | null>(null);

  const form = useEdit({
    record: profile,
    valuesOf,
    save: async ({ aliases, ...values }, { version }) => {
      const saved = await change('PUT /account/ui-api/v1/user/{id}', {
        params: { id: profile.id },
        query: { version },
        body: {
          ...values,
          phone: normalisePhone(values.phone),
          date_format: values.date_format as DateFormat,
          ...(mayAlias ? { aliases: Object.fromEntries(aliases.map(pair)) } : {}),
        },
      });
      // What is saved is saved, whether or not its texts can be loaded.
      await activateLanguage(saved.locale).catch(showProblem);
    },
    saved: 'profile.saved',
    act: 'profile.save',
    back: paths.profile(),
    read: () => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }),
  });
  const shell = useFormShell({
    fields: {
      first_name: { label: 'person.firstName' },
      last_name: { label: 'person.lastName' },
      user_name: { label: 'person.userName' },
      email: { label: 'person.email' },
      phone: { label: 'person.phone', optional: true },
      locale: { label: 'person.language' },
      date_format: { label: 'person.dateFormat' },
      aliases: { label: 'profile.aliases' },
    },
    check: (values) => ({
      first_name: whyNotName(values.first_name),
      last_name: whyNotName(values.last_name),
      user_name:
        whyNotUserName(values.user_name) ??
        (values.user_name === takenName.current ? { status: 'USERNAME_EXISTS' } : null),
      email: whyNotEmail(values.email),
      phone: whyNotPhone(normalisePhone(values.phone)),
    }),
    ...form,
  });
  const typed = shell.values.user_name;
  useTaken(
    typed === profile.user_name || whyNotUserName(typed) ? null : typed,
    (name, signal) =>
      call('GET /account/ui-api/v1/user/{name}/find', { params: { name }, query: { userId: profile.id }, signal }),
    (name) => {
      takenName.current = name;
      shell.recheck('user_name');
    },
  );

  const foot = useFormFoot(form, shell);
  const aliases = shell.field('aliases');
  const fixed = locked ? { readOnly: true } : {};
  const help = locked ? t('profile.locked') : undefined;
  return (
    <FormPage
      title={t('profile.edit')}
      shell={shell}
      {...foot}
      whyNot={foot.whyNot ?? (aliasesFine(shell.values.aliases) ? null : t('profile.aliasesWrong'))}
      displayValue={displayValue}
      banner={locked ? <Banner tone="info">{t('profile.lockedBanner')}</Banner> : undefined}
    >
      <FormGroup title={t('profile.person')}>
        <TwoFields>
          <TextInput {...shell.field('first_name', help)} {...fixed} autoComplete="given-name" />
          <TextInput {...shell.field('last_name', help)} {...fixed} autoComplete="family-name" />
        </TwoFields>
        <TextInput
          {...shell.field('user_name', help)}
          {...fixed}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...shell.field('email', help)} {...fixed} type="email" autoComplete="email" spellCheck={false} />
        <TextInput {...shell.field('phone')} type="tel" autoComplete="tel" />
      </FormGroup>
      <FormGroup title={t('profile.display')}>
        <TwoFields>
          <NativeSelect
            {...shell.field('locale')}
            data={LOCALES.map((value) => ({ value, label: localeName(value) }))}
          />
          <NativeSelect
            {...shell.field('date_format')}
            data={DATE_FORMATS.map((value) => ({ value, label: `${value} (${displayDate(today, value, tag)})` }))}
          />
        </TwoFields>
      </FormGroup>
      {mayAlias && (
        <FormGroup title={t('profile.aliases')}>
          <div id={aliases.id} tabIndex={-1}>
            {aliases.error}
            <AliasFields rows={shell.values.aliases} onChange={aliases.onChange} />
          </div>
        </FormGroup>
      )}
    </FormPage>
  );
}

const aliasesOf = ({ aliases }: OwnProfile): Alias[] =>
  Object.entries(aliases).map(([identifier, value], key) => ({ key, identifier, value }));
const pair = ({ identifier, value }: Alias): [string, string] => [identifier, value];

const valuesOf = (profile: OwnProfile) => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  user_name: profile.user_name,
  email: profile.email,
  phone: profile.phone,
  locale: profile.locale,
  date_format: profile.date_format || DEFAULT_DATE_FORMAT,
  aliases: aliasesOf(profile),
});

/** What the notice of somebody else's save says of a value: aliases as identifier and value. */
const displayValue = (_field: string, value: unknown): string =>
  Array.isArray(value) ? value.map((one: Alias) => pair(one).join(': ')).join(', ') : String(value);
