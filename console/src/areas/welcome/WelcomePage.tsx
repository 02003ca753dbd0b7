/** The welcome page, for people who are signed in and for those who are not (S-028). */
import { useSession } from '../../session/state.ts';
import { onDemand } from '../../shell/routing/on-demand.ts';

const OwnWelcome = onDemand(() => import('./OwnWelcome.tsx'));
const OpenWelcome = onDemand(() => import('./OpenWelcome.tsx'));

export default function WelcomePage() {
  return useSession().isAuth ? <OwnWelcome /> : <OpenWelcome />;
}
