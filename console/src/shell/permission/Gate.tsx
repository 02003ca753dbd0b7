/** Lets a page through when the person may open it, else says what is missing and who can give it. */
import type { ReactNode } from 'react';
import { useFeatures, useProfile } from '../../session/profile.ts';
import { usePermissions, whatLacks, type Need } from '../../session/permissions.ts';
import { Busy } from '../../ui/Busy.tsx';
import { NoAccountAccess } from './NoAccountAccess.tsx';
import { NoPermission } from './NoPermission.tsx';

export default function Gate({ need, children }: { need: Need; children: ReactNode }) {
  const { flags, isFetching } = usePermissions();
  const scope = useProfile().access_scope;
  const features = useFeatures();
  // No refusal before the permissions are known (S-120).
  if (isFetching) return <Busy />;
  const lack = whatLacks(need, { flags, scope, features });
  if (!lack) return children;
  const wantsAccount = [...(need.needs ?? []), ...(need.any ?? [])].includes('view_account') && !flags.view_account;
  return wantsAccount ? <NoAccountAccess need={need} lack={lack} /> : <NoPermission need={need} lack={lack} />;
}
