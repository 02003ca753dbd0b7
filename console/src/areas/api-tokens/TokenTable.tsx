/** The API tokens of somebody, and what can be done to each. */
import { Button } from '@mantine/core';
import { endsSoon, tokenState } from '@signet/contract/areas/api-token-rules';
import type { ApiToken, ApiTokenList } from '@signet/contract/areas/api-tokens';
import { IconBan, IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import type { Column } from '../../shell/list/column.ts';
import { useFirstNewRow, useReturnToRow } from '../../shell/list/row-focus.ts';
import { Table } from '../../shell/list/Table.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { DaysLeft, StatusBadge, StatusDot } from '../../ui/State.tsx';
import css from './api-tokens.module.css';
import { STEP } from './use-tokens.ts';

const ENABLE = 'PUT /account/ui-api/v1/api-access-token/{id}/enable';

type Props = { list: ApiTokenList; busy: boolean; onMore: () => void };

export function TokenTable({ list, busy, onMore }: Props) {
  const t = useText();
  const { items, total, owner } = list;
  const manages = owner.why_not_manage === null;
  const columns = useColumns(owner, manages);
  const [deleting, setDeleting] = useState<ApiToken | null>(null);
  const [disabling, setDisabling] = useState<ApiToken | null>(null);
  const enabling = useAct(disabling !== null, () => setDisabling(null));
  const box = useRef<HTMLDivElement>(null);
  const onRowClick = useReturnToRow(
    box,
    items.map(({ id }) => id),
  );
  const onPressed = useFirstNewRow(box, 'tr[data-row]', items.length, busy);
  const enable = ({ id }: ApiToken, enabled: boolean) =>
    void enabling.run(
      () => change(ENABLE, { params: { id }, body: { enabled } }),
      enabled ? 'tokens.enabledNow' : 'tokens.disabledNow',
    );
  const rowMenu = (row: ApiToken) => (
    <RowActions
      label={t('list.actionsFor', { name: row.name })}
      actions={[
        { label: t('tokens.edit'), icon: IconPencil, to: paths.tokenEdit(owner, row.id) },
        row.enabled
          ? { label: t('tokens.disable'), icon: IconBan, act: () => setDisabling(row) }
          : { label: t('tokens.enable'), icon: IconCircleCheck, act: () => enable(row, true) },
        { label: t('tokens.delete'), icon: IconTrash, danger: true, act: () => setDeleting(row) },
      ]}
    />
  );
  if (total === 0)
    return (
      <p className="t2">
        {manages ? t('tokens.noneBody', { owner: owner.service_user ? 'service' : 'person' }) : t('tokens.none')}
      </p>
    );
  return (
    <>
      <div ref={box} className={`card ${css.table}`}>
        <Table
          caption={t('tokens.title')}
          columns={columns}
          rows={items}
          rowId={(row) => row.id}
          rowMenu={manages ? rowMenu : undefined}
          busy={busy}
          limit={STEP}
          onRowClick={onRowClick}
        />
      </div>
      {total > items.length && (
        <Button
          className={css.more ?? ''}
          loading={busy}
          onClick={(event) => {
            onPressed(event);
            onMore();
          }}
        >
          {t('list.more')}
        </Button>
      )}
      <ConfirmDialog
        opened={disabling !== null}
        title={t('tokens.disableTitle', { name: disabling?.name ?? '' })}
        act={t('tokens.disable')}
        busy={enabling.busy}
        danger
        onConfirm={() => disabling !== null && enable(disabling, false)}
        onClose={() => setDisabling(null)}
      >
        {t('tokens.disableBody')}
      </ConfirmDialog>
      <ConfirmDelete
        record={deleting}
        title={({ name }) => t('tokens.deleteTitle', { name })}
        act={t('tokens.delete')}
        remove={({ id }) => change('DELETE /account/ui-api/v1/api-access-token/{id}/', { params: { id } })}
        deleted="tokens.deleted"
        onClose={() => setDeleting(null)}
      >
        {t('tokens.deleteBody')}
      </ConfirmDelete>
    </>
  );
}

function useColumns(owner: ApiTokenList['owner'], manages: boolean): Column<ApiToken>[] {
  const t = useText();
  const date = useDateFormat();
  const time = useDateTimeFormat();
  const today = useToday();
  return [
    {
      key: 'name',
      head: t('tokens.name'),
      small: 'name',
      cell: (row) =>
        manages ? (
          <PageLink to={paths.tokenEdit(owner, row.id)} title={row.name}>
            {row.name}
          </PageLink>
        ) : (
          <span title={row.name}>{row.name}</span>
        ),
    },
    {
      key: 'token',
      head: t('tokens.token'),
      small: 'id',
      width: 140,
      narrow: 130,
      cell: (row) => <span className="mono t2">{`signet_…${row.last_four}`}</span>,
    },
    {
      key: 'end',
      head: t('tokens.end_date'),
      small: 'end',
      width: 210,
      narrow: 195,
      cell: (row) => <End token={row} today={today} date={date} />,
    },
    {
      key: 'used',
      head: t('tokens.last_used_at'),
      width: 250,
      narrow: 205,
      cell: ({ last_used_at, last_used_address }) =>
        last_used_at === null ? (
          <span className="t3">{t('tokens.neverUsed')}</span>
        ) : (
          <Used at={time(last_used_at)} value={last_used_at} from={last_used_address ?? ''} />
        ),
    },
    {
      key: 'state',
      head: t('tokens.state'),
      small: 'status',
      width: 130,
      narrow: 120,
      cell: (row) => {
        const state = tokenState(row, today);
        if (state === 'expired') return <StatusBadge tone="warn">{t('tokens.expired')}</StatusBadge>;
        return <StatusDot on={state === 'enabled'}>{t(`tokens.${state}`)}</StatusDot>;
      },
    },
  ];
}

/** One line, so that every row is as high as the others; an address that is cut shows whole when pointed at. */
function Used({ at, value, from }: { at: string; value: string; from: string }) {
  const t = useText();
  const where = t('tokens.from', { address: from });
  return (
    <span data-long title={`${at} ${where}`}>
      <DateText value={value} text={at} /> <span className="t3">{where}</span>
    </span>
  );
}

function End({ token, today, date }: { token: ApiToken; today: string; date: (day: string) => string }) {
  const t = useText();
  if (token.end_date === null) return <span className="t3">{t('tokens.noEnd')}</span>;
  const days = endsSoon(token, today);
  return (
    <span className={css.end}>
      <DateText value={token.end_date} text={date(token.end_date)} />
      {days !== null && <DaysLeft days={days} label={t('tokens.daysLeft', { days })} />}
    </span>
  );
}
