/** OAuth clients as they are read: busy, failed, none yet, or the cards. */
import type { ListOf } from '@signet/contract/paging';
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { ClientCards } from './ClientCards.tsx';

type Props = { query: UseQueryResult<ListOf<OauthClient>, Failure>; accountId?: string };

export function Clients({ query: { data, error, refetch }, accountId }: Props) {
  const t = useText();
  if (error && !data) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('oauthClients.none')}</p>;
  return <ClientCards clients={data.items} {...(accountId === undefined ? {} : { accountId })} />;
}
