/** One role: what it is, where it comes from, what can be done to it (S-068). */
import type { Role } from '@signet/contract/areas/roles';
import { IconArrowsDiff, IconCopy, IconPencil } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import type { Fact } from '../../ui/Facts.tsx';
import { StatusBadge, Tag } from '../../ui/State.tsx';
import { useRoleActs } from './role-acts.tsx';
import { useRoleWords } from './role-words.ts';

export default function RolePage({ sections }: SectionsProps<Role>) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const go = useGo();
  const query = useApi('GET /account/ui-api/v1/role/{id}', { params: { id } });
  const { actionsOf, dialogs } = useRoleActs(() => go(paths.userRoles()));
  const facts = useFacts();
  const actions = (role: Role) => (
    <>
      <ButtonLink
        to={paths.roleCompare({ left: id })}
        leftSection={<IconArrowsDiff size={16} stroke={1.75} aria-hidden />}
      >
        {t('roles.compareWith')}
      </ButtonLink>
      {role.abilities.edit ? (
        <ButtonLink
          to={paths.roleEdit(id)}
          pageKey="E"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        >
          {t('roles.edit')}
        </ButtonLink>
      ) : (
        role.abilities.clone && (
          <ButtonLink to={paths.roleClone(id)} leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}>
            {t('roles.clone')}
          </ButtonLink>
        )
      )}
      {role.abilities.edit && (
        <RowActions
          label={t('list.actionsFor', { name: role.name })}
          actions={actionsOf(role).filter(({ label }) => label !== t('roles.edit'))}
        />
      )}
    </>
  );
  const beside = (role: Role) => (
    <>
      <Tag>{t(role.predefined ? 'roles.predefined' : 'roles.custom')}</Tag>
      {role.archived_at !== null && <StatusBadge tone="off">{t('roles.archived')}</StatusBadge>}
    </>
  );
  return (
    <>
      <DetailPage
        query={query}
        name={({ name }) => name}
        beside={beside}
        actions={actions}
        facts={facts}
        sections={sections}
      />
      {dialogs}
    </>
  );
}

function useFacts(): (role: Role) => Fact[] {
  const t = useText();
  const words = useRoleWords();
  const time = useDateTimeFormat();
  return (role) => [
    { label: t('roles.application'), value: t(`product.${role.app_code}`) },
    { label: t('roles.account_name'), value: words.account(role) },
    { label: t('roles.users'), value: words.users(role) },
    ...(role.cloned_from
      ? [
          {
            label: t('roles.clonedFrom'),
            value: <PageLink to={paths.role(role.cloned_from.id)}>{role.cloned_from.name}</PageLink>,
          },
        ]
      : []),
    ...(role.archived_at === null ? [] : [{ label: t('roles.archivedAt'), value: time(role.archived_at) }]),
    {
      label: t('roles.description'),
      value: role.description || <span className="t3">{t('common.none')}</span>,
      wide: true,
    },
  ];
}
