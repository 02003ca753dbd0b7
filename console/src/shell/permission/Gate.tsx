/**
 * Lets a page through when the person may open it, else says what is missing and who can give it. A permission that
 * goes while something is half filled in takes none of it along: it may be back in a moment.
 */
import { isRefusedToThoseWithoutAccounts, whatLacks, type Access } from '@signet/contract/access';
import { useState, type ReactNode } from 'react';
import { useCell } from '../../cell.ts';
import { usePermissions, useSelf } from '../../session/permissions.ts';
import { Busy } from '../../ui/Busy.tsx';
import { AccessLost, unsavedForms } from '../form/unsaved-forms.ts';
import { NoAccountAccess, NoPermission } from './refusals.ts';

export default function Gate({ access, children }: { access: Access; children: ReactNode }) {
  const { isFetching } = usePermissions();
  const self = useSelf();
  const isUnsaved = useCell(unsavedForms) > 0;
  const [wasShown, setWasShown] = useState(false);
  // No refusal before the permissions are known (S-120).
  if (isFetching) return <Busy />;
  const lack = whatLacks(access, self);
  if (!lack && !wasShown) setWasShown(true);
  if (!lack || (wasShown && isUnsaved)) return <AccessLost value={lack !== null}>{children}</AccessLost>;
  const Refusal = isRefusedToThoseWithoutAccounts(access, lack) ? NoAccountAccess : NoPermission;
  return <Refusal access={access} lack={lack} />;
}
