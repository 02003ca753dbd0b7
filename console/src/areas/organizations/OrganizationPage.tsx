/** One organization. */
import { ORGANIZATION } from '@signet/contract/areas/organization-record';
import type { Organization } from '@signet/contract/areas/organizations';
import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { useOtherAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { useCrumbOwner } from '../../shell/navigation/crumbs.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { useGo } from '../../shell/routing/go.ts';
import type { Fact } from '../../ui/Facts.tsx';
import { useColumnFacts } from '../../shell/record/column-facts.tsx';
import { DeleteOrganization } from './DeleteOrganization.tsx';

export default function OrganizationPage({ sections }: SectionsProps<Organization>) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const go = useGo();
  const [deleting, setDeleting] = useState<Organization | null>(null);
  const query = useApi('GET /account/ui-api/v1/organization/{id}', { params: { id } });
  useCrumbOwner(useOtherAccount(query.data));
  const facts = useFacts();
  const actions = (one: Organization) => (
    <>
      <EventsLink of={{ resource: one.id }} />
      {one.abilities.delete && (
        <Button
          c="var(--sg-danger-ink)"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={() => setDeleting(one)}
        >
          {t('organizations.delete')}
        </Button>
      )}
      {one.abilities.edit && (
        <ButtonLink
          to={paths.organizationEdit(id)}
          pageKey="E"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        >
          {t('organizations.edit')}
        </ButtonLink>
      )}
    </>
  );
  return (
    <>
      <DetailPage query={query} name={(one) => one.name} actions={actions} facts={facts} sections={sections} />
      <DeleteOrganization
        organization={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => go(paths.organizations())}
      />
    </>
  );
}

function useFacts(): (one: Organization) => Fact[] {
  const t = useText();
  const facts = useColumnFacts();
  const scope = useScope();
  const switches = useSwitchesAccounts();
  return (one) => [
    ...(scope === 'system' || scope === 'partner' || switches
      ? [{ label: t('organizations.account_name'), value: one.account_name }]
      : []),
    ...facts(ORGANIZATION, one, {
      first: ['country', 'city', 'zip_code', 'state', 'phone'],
      without: ['name', 'address', 'address2'],
    }),
    {
      label: t('organizations.address'),
      value: [one.address, one.address2].filter(Boolean).join(', ') || <span className="t3">{t('common.none')}</span>,
      wide: true,
    },
  ];
}
