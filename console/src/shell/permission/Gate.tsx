/** Lets a page through when the person may open it, else says what is missing and who can give it. */
import { isRefusedToThoseWithoutAccounts, whatLacks, type Access } from '@signet/contract/access';
import type { ReactNode } from 'react';
import { usePermissions, useSelf } from '../../session/permissions.ts';
import { Busy } from '../../ui/Busy.tsx';
import { NoAccountAccess, NoPermission } from './refusals.ts';

export default function Gate({ access, children }: { access: Access; children: ReactNode }) {
  const { isFetching } = usePermissions();
  const self = useSelf();
  // No refusal before the permissions are known (S-120).
  if (isFetching) return <Busy />;
  const lack = whatLacks(access, self);
  if (!lack) return children;
  const Refusal = isRefusedToThoseWithoutAccounts(access, lack) ? NoAccountAccess : NoPermission;
  return <Refusal access={access} lack={lack} />;
}
