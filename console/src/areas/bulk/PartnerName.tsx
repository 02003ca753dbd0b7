/** The name of an account by its id. */
import { useApi } from '../../api/query.ts';

export function PartnerName({ id }: { id: string }) {
  const { data } = useApi('GET /account/ui-api/v1/account/{id}', { params: { id } });
  return <b>{data?.name ?? ''}</b>;
}
