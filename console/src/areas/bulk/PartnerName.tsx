/** The partner of a plan, by the id of its account. */
import { useApi } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';

export function PartnerName({ id }: { id: string }) {
  const { data } = useApi('GET /account/ui-api/v1/account/{id}', { params: { id } });
  return data ? <Rich text="bulk.value.partner" params={{ value: data.name }} /> : null;
}
