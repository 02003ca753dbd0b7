/** The OAuth clients of an account, by which programs come to it. */
import type { Account } from '@signet/contract/areas/accounts';
import { LIMITS } from '@signet/contract/limits';
import { useApi } from '../../api/query.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { AddClient } from './AddClient.tsx';
import { Clients } from './Clients.tsx';

export default function AccountIntegrationsSection({ record: { id } }: { record: Account }) {
  const query = useApi('GET /account/ui-api/v1/oauth/clients/account/{id}', {
    params: { id },
    query: { limit: LIMITS.oauthClientsMax },
  });
  return (
    <Section count={query.data?.total} actions={<AddClient accountId={id} />}>
      {() => <Clients query={query} accountId={id} />}
    </Section>
  );
}
