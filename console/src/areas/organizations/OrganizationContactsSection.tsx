/** The contacts of an organization, as a section of its page. */
import type { Contact, Organization } from '@signet/contract/areas/organizations';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { GrowingTable, useGrowing } from '../../shell/detail/GrowingTable.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import type { Column } from '../../shell/list/column.ts';
import { useSmallScreen } from '../../shell/list/small-screen.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { mailTo } from './mail-address.ts';

const CONTACTS = 'GET /account/ui-api/v1/organization/{id}/contact';

export default function OrganizationContactsSection({ record }: { record: Organization }) {
  const t = useText();
  const { id: organizationId, abilities } = record;
  const manages = abilities.edit;
  const { limit, onMore } = useGrowing();
  const query = useApiList(CONTACTS, { params: { id: organizationId }, query: { limit } });
  const create = (
    <ButtonLink to={paths.contactCreate(organizationId)} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
      {t('contacts.create')}
    </ButtonLink>
  );
  return (
    <Section count={query.data?.total} actions={manages && create}>
      {() => <Contacts organizationId={organizationId} manages={manages} query={query} onMore={onMore} />}
    </Section>
  );
}

type Props = {
  organizationId: string;
  manages: boolean;
  query: ReturnType<typeof useApiList<typeof CONTACTS>>;
  onMore: () => void;
};

function Contacts({ organizationId, manages, query, onMore }: Props) {
  const t = useText();
  const [deleting, setDeleting] = useState<Contact | null>(null);
  const columns = useColumns(organizationId, manages);
  const rowMenu = (row: Contact) => (
    <RowActions
      label={t('list.actionsFor', { name: nameOf(row) })}
      actions={[
        { label: t('contacts.edit'), icon: IconPencil, to: paths.contact(organizationId, row.id) },
        { label: t('contacts.delete'), icon: IconTrash, danger: true, act: () => setDeleting(row) },
      ]}
    />
  );
  return (
    <>
      <GrowingTable
        caption={t('contacts.title')}
        columns={columns}
        query={query}
        onMore={onMore}
        none={manages ? t('contacts.noneBody') : t('contacts.none')}
        rowMenu={manages ? rowMenu : undefined}
      />
      <ConfirmDelete
        record={deleting}
        title={(contact) => t('contacts.deleteTitle', { name: nameOf(contact) })}
        act={t('contacts.delete')}
        remove={({ organization_id: id, id: cid }) =>
          change('DELETE /account/ui-api/v1/organization/{id}/contact/{cid}', { params: { id, cid } })
        }
        deleted="contacts.deleted"
        onClose={() => setDeleting(null)}
      >
        {t('contacts.deleteBody')}
      </ConfirmDelete>
    </>
  );
}

function useColumns(organizationId: string, manages: boolean): Column<Contact>[] {
  const t = useText();
  const small = useSmallScreen();
  return [
    {
      key: 'name',
      head: t('contacts.name'),
      small: 'name',
      cell: (row) =>
        manages ? (
          <PageLink to={paths.contact(organizationId, row.id)} title={nameOf(row)}>
            {nameOf(row)}
          </PageLink>
        ) : (
          <span title={nameOf(row)}>{nameOf(row)}</span>
        ),
    },
    {
      key: 'email',
      head: t('person.email'),
      small: 'id',
      width: 280,
      cell: (row) => (
        <a className="t2" href={mailTo(row.email)} title={row.email}>
          {row.email}
        </a>
      ),
    },
    {
      key: 'phone',
      head: t('person.phone'),
      small: 'end',
      width: 170,
      cell: (row) =>
        row.phone !== '' ? (
          <span className="t2">{row.phone}</span>
        ) : // Without a head over it nobody knew of what there is none.
        small ? null : (
          <span className="t3">{t('common.none')}</span>
        ),
    },
  ];
}
