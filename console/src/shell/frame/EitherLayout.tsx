/** Pages for everybody: in the frame of the console for those who are signed in, in the public one for the others. */
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session/state.ts';
import { onDemand } from '../routing/on-demand.ts';

const SecuredFrame = onDemand(() => import('./SecuredLayout.tsx'), 'SecuredFrame');
const PublicFrame = onDemand(() => import('../public/PublicLayout.tsx'), 'PublicFrame');

export default function EitherLayout() {
  return (
    <EitherFrame>
      <Outlet />
    </EitherFrame>
  );
}

export function EitherFrame({ children }: { children: ReactNode }) {
  const Frame = useSession().isAuth ? SecuredFrame : PublicFrame;
  return <Frame>{children}</Frame>;
}
