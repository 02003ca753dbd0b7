/** The page of an identity provider's settings: the account is read first, and whether one may decide it. */
import type { Account } from '@signet/contract/areas/accounts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf, readAnew } from '../../api/query.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useAccountOfAddress } from './account-of-address.ts';
import { signInRefusal } from './MethodPage.tsx';

export function ProviderPage({ children }: { children: (account: Account) => ReactNode }) {
  const { id } = useAccountOfAddress();
  const query = useQuery(readAnew(queryOf('GET /account/ui-api/v1/account/{id}', { params: { id } })));
  return <LoadedPage query={query}>{(account) => signInRefusal(account) || children(account)}</LoadedPage>;
}
