/** Public pages: logo and language on top, the engraved band, one question, footer links. */
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFocusKept } from '../frame/keep-focus.ts';
import { SkipLink } from '../frame/SkipLink.tsx';
import { useMoved } from '../routing/moved.ts';
import { NoticeArea } from '../notices/NoticeArea.tsx';
import { Copyright, FooterLinks, LanguageSelect, Logo, MadeBy, ServiceNotice } from './PublicParts.tsx';
import css from './public.module.css';

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

export function PublicFrame({ children }: { children: ReactNode }) {
  useMoved();
  useFocusKept();
  return (
    <div className={css.page}>
      <SkipLink />
      <header>
        <Logo />
        <LanguageSelect />
      </header>
      <div className={css.band} aria-hidden />
      <main id="main" className={css.body} tabIndex={-1}>
        {children}
        <ServiceNotice />
      </main>
      <footer>
        <FooterLinks />
        <div className={css.under}>
          <Copyright />
          <MadeBy />
        </div>
      </footer>
      <NoticeArea />
    </div>
  );
}
