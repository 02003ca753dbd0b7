/** The certificates that were issued for a seat, the newest first. */
import type { Seat } from '@signet/contract/areas/seats';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { GrowingTable, useGrowing } from '../../shell/detail/GrowingTable.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { useCertificateColumns } from './columns.tsx';

const LIST = 'GET /account/ui-api/v1/certificate';

export default function SeatCertificatesSection({ record }: { record: Seat }) {
  const { limit, onMore } = useGrowing();
  const query = useApiList(LIST, { query: { seat_id: record.id, limit } });
  return <Section count={query.data?.total}>{() => <Certificates query={query} onMore={onMore} />}</Section>;
}

const LEFT_OUT = new Set(['person', 'created_at']);

type Props = { query: ReturnType<typeof useApiList<typeof LIST>>; onMore: () => void };

function Certificates({ query, onMore }: Props) {
  const t = useText();
  // All are of the seat's holder; when each was issued is on its own page.
  const columns = useCertificateColumns({ accounts: false }).filter(({ key }) => !LEFT_OUT.has(key));
  return (
    <GrowingTable
      caption={t('nav.certificates')}
      columns={columns}
      query={query}
      onMore={onMore}
      none={t('certificateList.none')}
    />
  );
}
