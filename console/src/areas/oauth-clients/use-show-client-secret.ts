/** Shows the secret of an OAuth client that was made just now, beside the ID that goes with it: this once (S-079). */
import { useText } from '../../i18n/text.ts';
import { showSecret } from '../../shell/secret/show-secret.tsx';

type Made = { name: string; clientId: string; secret: string };

export function useShowClientSecret(): (made: Made) => void {
  const t = useText();
  return ({ name, clientId, secret }) =>
    showSecret({
      title: t('oauthClients.shownTitle', { name }),
      lead: t('oauthClients.shownBody'),
      secret,
      copy: t('oauthClients.copySecret'),
      facts: [{ label: t('oauthClients.clientId'), value: clientId, copied: true }],
    });
}
