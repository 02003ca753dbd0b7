/** One service user: what it is, what it may do, and the sections that areas bring (S-061). */
import { ACCESS } from '@signet/contract/access';
import { SERVICE_USER } from '@signet/contract/areas/service-user-record';
import type { ServiceUser } from '@signet/contract/areas/service-users';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { useColumnFacts } from '../../shell/record/column-facts.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import type { Fact } from '../../ui/Facts.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { ServiceUserMenu } from './ServiceUserMenu.tsx';

export default function ServiceUserPage({ sections }: SectionsProps<ServiceUser>) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const go = useGo();
  const manages = useAllows(ACCESS.serviceUsers.manage);
  const query = useApi('GET /account/ui-api/v1/service-user/{id}', { params: { id } });
  const facts = useFacts();
  const actions = (one: ServiceUser) => (
    <>
      {!one.why_not.edit && (
        <ButtonLink
          to={paths.serviceUserEdit(id)}
          pageKey="E"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        >
          {t('serviceUsers.edit')}
        </ButtonLink>
      )}
      <ServiceUserMenu serviceUser={one} edits={one.why_not.edit !== null} onDeleted={() => go(paths.serviceUsers())} />
    </>
  );
  return (
    <DetailPage
      query={query}
      name={(one) => one.name}
      {...(manages ? { actions } : {})}
      facts={facts}
      {...(sections ? { sections } : {})}
    />
  );
}

function useFacts(): (one: ServiceUser) => Fact[] {
  const t = useText();
  const facts = useColumnFacts();
  const none = <span className="t3">{t('common.none')}</span>;
  return (one) => [
    {
      label: t('serviceUsers.status'),
      value: (
        <StatusBadge tone={one.active ? 'ok' : 'off'}>
          {t(one.active ? 'serviceUsers.on' : 'serviceUsers.off')}
        </StatusBadge>
      ),
    },
    { label: t('serviceUsers.account'), value: one.primary_account_name ?? none },
    { label: t('person.scope'), value: t(`scope.${one.access_scope}`) },
    ...(one.accounts.length > 1 ? [{ label: t('serviceUsers.alsoIn'), value: othersOf(one).join(', ') }] : []),
    ...facts(SERVICE_USER, one, { first: ['email', 'locale'], without: ['name', 'description'] }),
    { label: t('serviceUsers.description'), value: one.description || none, wide: true },
  ];
}

const othersOf = ({ accounts, primary_account_id: primary }: ServiceUser): string[] =>
  accounts.filter(({ id }) => id !== primary).map(({ name }) => name);
