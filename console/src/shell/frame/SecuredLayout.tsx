/** The frame of every signed-in page: navigation, header, crumbs, notices. */
import '../../ui/theme/mantine-secured.ts';
import { ACCESS } from '@signet/contract/access';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { AccountExpiryNotice } from '../account/AccountExpiryNotice.tsx';
import { Crumbs } from '../navigation/Crumbs.tsx';
import { Header } from './Header.tsx';
import { FormerPersonNotice } from '../person/FormerPersonNotice.tsx';
import { NoticeArea } from '../notices/NoticeArea.tsx';
import { useFocusKept } from './keep-focus.ts';
import { ReauthenticationDialog } from '../second-factor/ReauthenticationDialog.tsx';
import { SecretDialog } from '../secret/SecretDialog.tsx';
import { later } from '../routing/later.tsx';
import { useMoved } from '../routing/moved.ts';
import { Allowed } from '../permission/Allowed.tsx';
import { SideNavigation } from '../navigation/SideNavigation.tsx';
import { SkipLink } from './SkipLink.tsx';
import { Standstills } from './Standstills.tsx';
import { standingFrame } from './standing-frame.ts';
import css from './frame.module.css';

const NavigationDrawer = later(() => import('./NavigationDrawer.tsx'), null);

export default function SecuredLayout() {
  return (
    <SecuredFrame>
      <Outlet />
    </SecuredFrame>
  );
}

export function SecuredFrame({ children }: { children: ReactNode }) {
  const [menu, { open, close }] = useDisclosure(false);
  /** It slides out as it closes. */
  const [asked, setAsked] = useState(false);
  const openMenu = () => {
    setAsked(true);
    open();
  };
  const movedTo = useMoved();
  useFocusKept();
  useEffect(() => standingFrame.set({ Frame: SecuredFrame }), []);
  return (
    <div className={css.app}>
      <SecretDialog />
      {/* Over it: what is asked of a secret may want a proof. */}
      <ReauthenticationDialog />
      <SkipLink />
      <div className={css.side}>
        <SideNavigation />
      </div>
      {asked && <NavigationDrawer opened={menu} onClose={close} />}
      <div>
        <Header onMenu={openMenu} onMenuNear={NavigationDrawer.preload} />
        <main id="main" className={css.main} tabIndex={-1}>
          <FormerPersonNotice />
          <Allowed access={ACCESS.platformHealth.view}>
            <Standstills />
          </Allowed>
          <AccountExpiryNotice />
          <Crumbs />
          {children}
        </main>
      </div>
      <p role="status" className="vh">
        {movedTo}
      </p>
      <NoticeArea />
    </div>
  );
}
