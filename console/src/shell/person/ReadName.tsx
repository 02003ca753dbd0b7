/** Reads how a person is called who was chosen before the page opened. */
import { useEffect } from 'react';
import { useApi } from '../../api/query.ts';

export function ReadName({ id, onName }: { id: string; onName: (name: string) => void }) {
  const { data } = useApi('GET /account/ui-api/v1/user/{id}', { params: { id } });
  useEffect(() => {
    if (data) onName(`${data.first_name} ${data.last_name}`);
  }, [data, onName]);
  return null;
}
