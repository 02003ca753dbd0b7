/** The links by which people make a user of an account for themselves, as a section of its page. */
import type { Account } from '@signet/contract/areas/accounts';
import type { SelfServiceLink } from '@signet/contract/areas/self-service';
import { IconCheck, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { Section } from '../../shell/detail/Section.tsx';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { Table } from '../../shell/list/Table.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { ByHand } from '../../ui/ByHand.tsx';
import { Copying } from '../../ui/Copying.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusDot } from '../../ui/State.tsx';
import css from './self-service.module.css';

export default function AccountSelfServiceSection({ record: { id } }: { record: Account }) {
  const t = useText();
  const query = useApi('GET /account/ui-api/v1/account/{id}/self-service-link', { params: { id } });
  const create = (
    <ButtonLink to={paths.selfServiceLinkCreate(id)} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
      {t('selfServiceLinks.create')}
    </ButtonLink>
  );
  return (
    <Section count={query.data?.total} actions={create}>
      {() => <Links query={query} />}
    </Section>
  );
}

type Props = { query: ReturnType<typeof useApi<'GET /account/ui-api/v1/account/{id}/self-service-link'>> };

const named = ({ domains }: SelfServiceLink): string => domains.join(', ');

function Links({ query: { data, error, refetch } }: Props) {
  const t = useText();
  const [ending, setEnding] = useState<SelfServiceLink | null>(null);
  const columns = useColumns();
  const [byHand, setByHand] = useState<string | null>(null);
  const copy = async ({ url }: SelfServiceLink) => {
    try {
      // There is no clipboard on a page that came by plain http.
      await navigator.clipboard.writeText(url);
      notify({ type: 'success', message: 'selfServiceLinks.copied', translateMessage: true });
    } catch {
      setByHand(url);
    }
  };
  if (error && !data) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('selfServiceLinks.none')}</p>;
  const rowMenu = (row: SelfServiceLink) => (
    <RowActions
      label={t('list.actionsFor', { name: named(row) })}
      actions={[
        ...(row.state === 'open'
          ? [{ label: t('selfServiceLinks.copy'), icon: IconCopy, act: () => void copy(row) }]
          : []),
        { label: t('selfServiceLinks.end'), icon: IconTrash, danger: true, act: () => setEnding(row) },
      ]}
    />
  );
  return (
    <>
      <div className={`card ${css.table}`}>
        <Table
          caption={t('selfServiceLinks.title')}
          columns={columns}
          rows={data.items}
          rowId={(row) => row.id}
          rowMenu={rowMenu}
          busy={false}
          limit={data.total}
        />
      </div>
      {byHand !== null && <ByHand value={byHand} onClose={() => setByHand(null)} />}
      <ConfirmDelete
        record={ending}
        title={(link) => t('selfServiceLinks.endTitle', { domains: named(link) })}
        act={t('selfServiceLinks.end')}
        remove={({ account_id, id: linkId }) =>
          change('DELETE /account/ui-api/v1/account/{id}/self-service-link/{linkId}', {
            params: { id: account_id, linkId },
          })
        }
        deleted="selfServiceLinks.ended"
        onClose={() => setEnding(null)}
      >
        {t('selfServiceLinks.endBody')}
      </ConfirmDelete>
    </>
  );
}

function useColumns(): Column<SelfServiceLink>[] {
  const t = useText();
  const date = useDateFormat();
  return [
    {
      key: 'domains',
      head: t('selfServiceLinks.domains'),
      small: 'name',
      narrow: 112,
      cell: (row) => <span title={named(row)}>{named(row)}</span>,
    },
    {
      key: 'state',
      head: t('selfServiceLinks.state'),
      small: 'status',
      width: 120,
      narrow: 104,
      cell: ({ state }) => (
        <StatusDot
          on={state === 'open'}
          hint={state === 'maker' || state === 'account' ? t(`selfServiceLinks.why.${state}`) : ''}
        >
          {t(`selfServiceLinks.state.${state}`)}
        </StatusDot>
      ),
    },
    {
      key: 'scope',
      head: t('selfServiceLinks.scope'),
      small: 'id',
      width: 130,
      narrow: 104,
      cell: ({ access_scope }) => <LongCell>{t(`scope.${access_scope}`)}</LongCell>,
    },
    {
      key: 'ends',
      head: t('selfServiceLinks.endsOn'),
      small: 'end',
      width: 120,
      narrow: 104,
      cell: ({ ends_on }) => <span className="t2">{date(ends_on)}</span>,
    },
    {
      key: 'maker',
      head: t('selfServiceLinks.madeBy'),
      width: 150,
      narrow: 90,
      cell: ({ made_by_name }) => <LongCell>{made_by_name ?? ''}</LongCell>,
    },
    {
      key: 'link',
      head: t('selfServiceLinks.link'),
      width: 60,
      narrow: 52,
      cell: (row) => row.state === 'open' && <CopyLink link={row} />,
    },
  ];
}

/** The address itself says nothing to anybody: it is copied, not read. Where rows are two lines the menu has it. */
function CopyLink({ link }: { link: SelfServiceLink }) {
  const t = useText();
  return (
    <Copying value={link.url}>
      {({ copied, copy }) => (
        <IconButton
          size={32}
          iconSize={16}
          icon={copied ? IconCheck : IconCopy}
          label={copied ? t('common.copied') : t('selfServiceLinks.copy')}
          onClick={copy}
        />
      )}
    </Copying>
  );
}
