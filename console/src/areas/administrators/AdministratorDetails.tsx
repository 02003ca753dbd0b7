/** One administrator: who it is, what it may do, and the sections that areas bring. */
import { ACCESS } from '@signet/contract/access';
import { ADMINISTRATOR, type PersonStatus } from '@signet/contract/areas/administrator-record';
import type { Administrator } from '@signet/contract/areas/administrators';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { useColumnFacts } from '../../shell/record/column-facts.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { Banner } from '../../ui/Banner.tsx';
import { DateText } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { StatusBadge, type Tone } from '../../ui/State.tsx';
import { AdministratorMenu } from './AdministratorMenu.tsx';

const TONES: Readonly<Record<PersonStatus, Tone>> = { active: 'ok', disabled: 'off', invited: 'info' };

export function AdministratorDetails({ sections }: Pick<SectionsProps<Administrator>, 'sections'>) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const go = useGo();
  const dateTime = useDateTimeFormat();
  const isOwn = useProfile().id === id;
  const manages = useAllows(ACCESS.administrators.manage);
  const query = useApi('GET /account/ui-api/v1/user/{id}', { params: { id } });
  const facts = useFacts();
  const actions = (one: Administrator) => (
    <>
      {isOwn && <ButtonLink to={paths.profile()}>{t('administrators.toProfile')}</ButtonLink>}
      {manages && !one.why_not.edit && (
        <ButtonLink
          to={paths.administratorEdit(id)}
          pageKey="E"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        >
          {t('administrators.edit')}
        </ButtonLink>
      )}
      {manages && <AdministratorMenu administrator={one} onDeleted={() => go(paths.administrators())} />}
    </>
  );
  const banners = ({ locked_until: until, locked_where_known: known }: Administrator) => {
    const text = known ? 'administrators.lockedWhereKnown' : 'administrators.lockedUntil';
    return until && <Banner tone="warn">{t(text, { time: dateTime(until) })}</Banner>;
  };
  return (
    <DetailPage
      query={query}
      name={(one) => one.name}
      actions={actions}
      {...(query.data?.locked_until ? { banners } : {})}
      facts={facts}
      sections={sections}
    />
  );
}

function useFacts(): (one: Administrator) => Fact[] {
  const t = useText();
  const facts = useColumnFacts();
  const dateTime = useDateTimeFormat();
  const none = <span className="t3">{t('common.none')}</span>;
  const time = (value: string | null, otherwise = none) =>
    value === null ? otherwise : <DateText value={value} text={dateTime(value)} />;
  // By what a provider knows the person, where one does: what to compare with where it does not any more.
  const named = (label: 'administrators.samlName' | 'administrators.oidcName', name: string | null): Fact[] =>
    name === null ? [] : [{ label: t(label), value: <span className="mono">{name}</span> }];
  return (one) => [
    {
      label: t('administrators.status'),
      value: <StatusBadge tone={TONES[one.status]}>{t(`administrators.status.${one.status}`)}</StatusBadge>,
    },
    { label: t('administrators.account'), value: one.primary_account_name ?? none },
    { label: t('person.scope'), value: t(`scope.${one.access_scope}`) },
    ...(one.accounts.length > 1 ? [{ label: t('administrators.alsoIn'), value: othersOf(one).join(', ') }] : []),
    ...facts(ADMINISTRATOR, one, {
      first: ['user_name', 'email', 'phone', 'locale'],
      without: ['first_name', 'last_name'],
    }),
    ...(one.status === 'invited'
      ? [{ label: t('administrators.invitedAt'), value: time(one.invited_at) }]
      : [
          { label: t('administrators.lastSignIn'), value: time(one.last_sign_in_at, <>{t('administrators.never')}</>) },
        ]),
    ...named('administrators.samlName', one.saml_username),
    ...named('administrators.oidcName', one.oidc_username),
    { label: t('administrators.createdAt'), value: time(one.created_at) },
    {
      label: t('administrators.startPage'),
      value: one.default_app_url ? <span className="mono">{one.default_app_url}</span> : t('administrators.ordinary'),
    },
  ];
}

const othersOf = ({ accounts, primary_account_id: primary }: Administrator): string[] =>
  accounts.filter(({ id }) => id !== primary).map(({ name }) => name);
