/** Whom it touches when an account is switched off, deleted or given away, in a sentence. */
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { Busy } from '../../ui/Busy.tsx';

export function Effects({ accountId, text }: { accountId: string; text: 'accounts.switchOffEffects' | 'accounts.deleteEffects' | 'accounts.reassignEffects' }) {
  const t = useText();
  const { data } = useApi('GET /account/ui-api/v1/account/{id}/effects', { params: { id: accountId } });
  return data ? <p>{t(text, data)}</p> : <Busy />;
}
