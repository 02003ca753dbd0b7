/** The role of a plan, by its id. */
import { useApi } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';

export function RoleName({ id }: { id: string }) {
  const { data } = useApi('GET /account/ui-api/v1/role/{id}', { params: { id } });
  return data ? <Rich text="bulk.value.role" params={{ value: data.name }} /> : null;
}
