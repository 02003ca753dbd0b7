/** The contacts of an organization, as a section of its page. */
import type { Contact } from '@signet/contract/areas/organizations';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { changed, useApiList } from '../../api/query.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import type { SectionSpec } from '../../shell/detail/DetailSections.tsx';
import { Table, type Column } from '../../shell/list/Table.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { mailTo } from './mail-address.ts';
import css from './organizations.module.css';

const CONTACTS = 'GET /account/ui-api/v1/organization/{id}/contact';
/** How many show at first, and how many more with each click. */
const STEP = 20;

/** `manages`: whether the viewer may change them. */
export function useContactsSection(organizationId: string, manages: boolean): SectionSpec {
  const t = useText();
  const [limit, setLimit] = useState(STEP);
  const query = useApiList(CONTACTS, { params: { id: organizationId }, query: { limit } });
  return {
    id: 'contacts',
    title: t('contacts.title'),
    count: query.data?.total,
    actions: manages && (
      <ButtonLink
        to={paths.contactCreate(organizationId)}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      >
        {t('contacts.create')}
      </ButtonLink>
    ),
    content: () => (
      <Contacts organizationId={organizationId} manages={manages} query={query} onMore={() => setLimit(limit + STEP)} />
    ),
  };
}

type Props = {
  organizationId: string;
  manages: boolean;
  query: ReturnType<typeof useApiList<typeof CONTACTS>>;
  onMore: () => void;
};

function Contacts({ organizationId, manages, query, onMore }: Props) {
  const t = useText();
  const [leaving, setLeaving] = useState<Contact | null>(null);
  const columns = useColumns(organizationId, manages);
  const { data, error } = query;
  if (error && !data)
    return (
      <Failed
        title={t('list.failed')}
        message={problemText(error)}
        correlationId={error.correlationId}
        onRetry={() => void query.refetch()}
      />
    );
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{manages ? t('contacts.noneBody') : t('contacts.none')}</p>;
  const rowMenu = (row: Contact) => (
    <RowActions
      label={t('list.actionsFor', { name: nameOf(row) })}
      actions={[
        { label: t('contacts.edit'), icon: IconPencil, to: paths.contact(organizationId, row.id) },
        { label: t('contacts.delete'), icon: IconTrash, danger: true, act: () => setLeaving(row) },
      ]}
    />
  );
  return (
    <>
      <div className={`card ${css.table}`}>
        <Table
          caption={t('contacts.title')}
          columns={columns}
          rows={data.items}
          rowId={(row) => row.id}
          rowMenu={manages ? rowMenu : undefined}
          sort={[]}
          onSort={() => undefined}
          busy={query.isPlaceholderData}
          limit={STEP}
        />
      </div>
      {data.total > data.items.length && (
        <Button className={css.more ?? ''} loading={query.isPlaceholderData} onClick={onMore}>
          {t('list.more')}
        </Button>
      )}
      <DeleteContact contact={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

function useColumns(organizationId: string, manages: boolean): Column<Contact>[] {
  const t = useText();
  return [
    {
      key: 'name',
      head: t('contacts.name'),
      small: 'name',
      cell: (row) =>
        manages ? <PageLink to={paths.contact(organizationId, row.id)}>{nameOf(row)}</PageLink> : nameOf(row),
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
      cell: (row) => <span className="t2">{row.phone}</span>,
    },
  ];
}

function DeleteContact({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const name = contact ? nameOf(contact) : '';
  async function remove({ organization_id: id, id: cid }: Contact) {
    setBusy(true);
    try {
      await call('DELETE /account/ui-api/v1/organization/{id}/contact/{cid}', { params: { id, cid } });
      notify({ type: 'success', message: 'contacts.deleted', translateMessage: true });
      await changed(CONTACTS);
    } catch (thrown) {
      showProblem(thrown);
    } finally {
      setBusy(false);
      onClose();
    }
  }
  return (
    <ConfirmDialog
      opened={contact !== null}
      title={t('contacts.deleteTitle', { name })}
      act={t('contacts.delete')}
      danger
      busy={busy}
      onConfirm={() => contact && void remove(contact)}
      onClose={onClose}
    >
      {t('contacts.deleteBody')}
    </ConfirmDialog>
  );
}
