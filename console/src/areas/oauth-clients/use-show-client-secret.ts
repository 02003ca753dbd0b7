/** Shows the secret of an OAuth client that was made just now, beside the ID that goes with it: this once (S-079). */
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import { useText } from '../../i18n/text.ts';
import { showSecret } from '../../shell/secret/show-secret.tsx';
import { useScopeName } from './scope-names.ts';

type Made = Pick<OauthClient, 'name' | 'clientId' | 'grant_types' | 'scopes'>;

export function useShowClientSecret(): (made: Made, secret: string) => void {
  const t = useText();
  const scopeName = useScopeName();
  return ({ name, clientId, grant_types, scopes }, secret) =>
    showSecret({
      title: t('oauthClients.shownTitle', { name }),
      lead: t('oauthClients.shownBody'),
      secret,
      copy: t('oauthClients.copySecret'),
      facts: [
        { label: t('oauthClients.clientId'), value: clientId, copied: true },
        { label: t('oauthClients.scopes'), value: scopes.map(scopeName).join(', ') || t('common.none') },
        {
          label: t('oauthClients.grantTypes'),
          value: grant_types.map((grant) => t(`oauthClients.grant.${grant}`)).join(', '),
        },
      ],
    });
}
