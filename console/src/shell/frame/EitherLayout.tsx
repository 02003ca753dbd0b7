/** Pages for everybody: in the frame of the console for those who are signed in, in the public one for the others. */
import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session/state.ts';

const SecuredFrame = lazyRouteComponent(() => import('./SecuredLayout.tsx'), 'SecuredFrame');
const PublicFrame = lazyRouteComponent(() => import('../public/PublicLayout.tsx'), 'PublicFrame');

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
