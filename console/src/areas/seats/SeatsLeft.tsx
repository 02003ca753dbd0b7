/** How many more seats the license of an account allows (S-350); nothing where none are counted. */
import { UNLIMITED } from '@signet/contract/licensed-features';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';

export function SeatsLeft({ accountId }: { accountId: string }) {
  const t = useText();
  const { data } = useApi('GET /account/ui-api/v1/seat/available', { query: { account_id: accountId } });
  if (!data || data.available === null) return null;
  const { available, draws_on: above } = data;
  if (available === UNLIMITED) return t('seats.leftUnlimited');
  return above
    ? t('seats.leftShared', { available, of: above.of, name: above.name ?? '' })
    : t('seats.left', { available });
}
