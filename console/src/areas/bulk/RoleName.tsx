/** The name of a role by its id. */
import { useApi } from '../../api/query.ts';

export function RoleName({ id }: { id: string }) {
  const { data } = useApi('GET /account/ui-api/v1/role/{id}', { params: { id } });
  return <b>{data?.name ?? ''}</b>;
}
