/** The OAuth clients of the platform itself, on the page of its settings (A-279, S-078). */
import { LIMITS } from '@signet/contract/limits';
import { useApi } from '../../api/query.ts';
import { AddClient } from './AddClient.tsx';
import { Clients } from './Clients.tsx';
import css from './oauth-clients.module.css';

export default function SettingsIntegrationsSection() {
  const query = useApi('GET /account/ui-api/v1/oauth/clients', { query: { limit: LIMITS.oauthClientsMax } });
  return (
    <div className={css.block}>
      <Clients query={query} />
      <div>
        <AddClient />
      </div>
    </div>
  );
}
