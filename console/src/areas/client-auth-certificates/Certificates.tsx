/** The certificates of somebody: busy, failed, or the table. */
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import type { Owner } from './calls.ts';
import { CertificateTable } from './CertificateTable.tsx';
import type { useCertificates } from './use-certificates.ts';

export function Certificates({ query, onMore, owner }: ReturnType<typeof useCertificates> & { owner: Owner }) {
  const { data, error } = query;
  if (data) return <CertificateTable owner={owner} list={data} busy={query.isPlaceholderData} onMore={onMore} />;
  if (!error) return <Busy />;
  return <Unread error={error} retry={query.refetch} />;
}
