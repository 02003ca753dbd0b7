/** The certificates that were issued for a seat, the newest first. */
import { Button } from '@mantine/core';
import type { Seat } from '@signet/contract/areas/seats';
import { useRef, useState } from 'react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { useReturnToRow } from '../../shell/list/row-focus.ts';
import { Table } from '../../shell/list/Table.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import css from './certificates.module.css';
import { useCertificateColumns } from './columns.tsx';

const LIST = 'GET /account/ui-api/v1/certificate';
/** How many show at first, and how many more with each click. */
const STEP = 20;

export default function SeatCertificatesSection({ record }: { record: Seat }) {
  const [limit, setLimit] = useState(STEP);
  const query = useApiList(LIST, { query: { seat_id: record.id, limit } });
  return (
    <Section count={query.data?.total}>
      {() => <Certificates query={query} onMore={() => setLimit(limit + STEP)} />}
    </Section>
  );
}

const LEFT_OUT = new Set(['person', 'created_at']);

type Props = { query: ReturnType<typeof useApiList<typeof LIST>>; onMore: () => void };

function Certificates({ query, onMore }: Props) {
  const t = useText();
  // All are of the seat's holder; when each was issued is on its own page.
  const columns = useCertificateColumns({ accounts: false }).filter(({ key }) => !LEFT_OUT.has(key));
  const { data, error } = query;
  const box = useRef<HTMLDivElement>(null);
  const onRowClick = useReturnToRow(box, data ? data.items.map(({ id }) => id) : null);
  if (error && !data) return <Unread error={error} retry={query.refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('certificateList.none')}</p>;
  return (
    <>
      <div ref={box} className={`card ${css.table}`}>
        <Table
          caption={t('nav.certificates')}
          columns={columns}
          rows={data.items}
          rowId={(row) => row.id}
          rowMenu={undefined}
          busy={query.isPlaceholderData}
          limit={STEP}
          onRowClick={onRowClick}
        />
      </div>
      {data.total > data.items.length && (
        <Button className={css.more ?? ''} loading={query.isPlaceholderData} onClick={onMore}>
          {t('list.more')}
        </Button>
      )}
    </>
  );
}
