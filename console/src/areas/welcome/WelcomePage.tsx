/** The welcome page, for people who are signed in and for those who are not (S-028). */
import { lazyRouteComponent } from '@tanstack/react-router';
import { useSession } from '../../session/state.ts';

const OwnWelcome = lazyRouteComponent(() => import('./OwnWelcome.tsx'));
const OpenWelcome = lazyRouteComponent(() => import('./OpenWelcome.tsx'));

export default function WelcomePage() {
  return useSession().isAuth ? <OwnWelcome /> : <OpenWelcome />;
}
