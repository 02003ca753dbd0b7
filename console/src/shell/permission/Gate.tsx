/** Lets a page through when the person may open it, else says what is missing and who can give it. */
import { isRefusedToThoseWithoutAccounts, whatLacks, type Access } from '@signet/contract/access';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { usePermissions, useSelf } from '../../session/permissions.ts';
import { Busy } from '../../ui/Busy.tsx';

// Few people ever see them.
const NoAccountAccess = lazyRouteComponent(() => import('./NoAccountAccess.tsx'), 'NoAccountAccess');
const NoPermission = lazyRouteComponent(() => import('./NoPermission.tsx'), 'NoPermission');

export default function Gate({ access, children }: { access: Access; children: ReactNode }) {
  const { isFetching } = usePermissions();
  const self = useSelf();
  // No refusal before the permissions are known (S-120).
  if (isFetching) return <Busy />;
  const lack = whatLacks(access, self);
  if (!lack) return children;
  const Refusal = isRefusedToThoseWithoutAccounts(access, lack) ? NoAccountAccess : NoPermission;
  return (
    <Suspense fallback={<Busy />}>
      <Refusal access={access} lack={lack} />
    </Suspense>
  );
}
