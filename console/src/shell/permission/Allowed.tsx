/** A part of a page with an access of its own: for those who lack it the part is not there, and calls nothing. */
import type { Access } from '@signet/contract/access';
import type { ReactNode } from 'react';
import { useAllows } from '../../session/permissions.ts';

export function Allowed({ access, children }: { access: Access; children: ReactNode }) {
  return useAllows(access) && children;
}
