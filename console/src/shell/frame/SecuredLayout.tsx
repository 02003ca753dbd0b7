/** The frame of every signed-in page: navigation, header, crumbs, notices. */
import '../../ui/theme/mantine-secured.ts';
import { ACCESS } from '@signet/contract/access';
import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { AccountExpiryNotice } from '../account/AccountExpiryNotice.tsx';
import { Crumbs } from '../navigation/Crumbs.tsx';
import { Header } from './Header.tsx';
import { FormerPersonNotice } from '../person/FormerPersonNotice.tsx';
import { NoticeArea } from '../notices/NoticeArea.tsx';
import { useFocusKept } from './keep-focus.ts';
import { ReauthenticationDialog } from '../second-factor/ReauthenticationDialog.tsx';
import { useMoved } from '../routing/moved.ts';
import { Allowed } from '../permission/Allowed.tsx';
import { SideNavigation } from '../navigation/SideNavigation.tsx';
import { Standstills } from './Standstills.tsx';
import { standingFrame } from './standing-frame.ts';
import css from './frame.module.css';

export default function SecuredLayout() {
  return (
    <SecuredFrame>
      <Outlet />
    </SecuredFrame>
  );
}

export function SecuredFrame({ children }: { children: ReactNode }) {
  const t = useText();
  const [menu, { open, close }] = useDisclosure(false);
  useMoved();
  useFocusKept();
  useEffect(() => standingFrame.set({ Frame: SecuredFrame }), []);
  return (
    <div className={css.app}>
      <ReauthenticationDialog />
      <a
        className={css.skip}
        href="#main"
        onClick={(event) => {
          // A real jump would change the hash, which is the page number of lists.
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      <div className={css.side}>
        <SideNavigation />
      </div>
      <Drawer.Root opened={menu} onClose={close} size={280} padding={0} classNames={{ body: css.drawer ?? '' }}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('nav.main')}>
          <Drawer.Body>
            <SideNavigation onFollow={close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <div>
        <Header onMenu={open} />
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
      <NoticeArea />
    </div>
  );
}
