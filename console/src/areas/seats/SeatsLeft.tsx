/** How many more seats the license of an account allows (S-350); nothing where none are counted. */
import { UNLIMITED } from '@signet/contract/licensed-features';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';

export function SeatsLeft({ accountId }: { accountId: string }) {
  const t = useText();
  const { data } = useApi('GET /account/ui-api/v1/seat/available', { query: { account_id: accountId } });
  if (!data || data.available === null) return null;
  return data.available === UNLIMITED ? t('seats.leftUnlimited') : t('seats.left', { available: data.available });
}
