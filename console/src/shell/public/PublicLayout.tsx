/** Public pages: logo and language on top, the engraved band, one question, footer links. */
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useFocusKept } from '../frame/keep-focus.ts';
import { useMoved } from '../routing/moved.ts';
import { NoticeArea } from '../notices/NoticeArea.tsx';
import { Copyright, FooterLinks, LanguageSelect, Logo, MadeBy, ServiceNotice } from './PublicParts.tsx';
import css from './public.module.css';
import shell from '../frame/frame.module.css';

export default function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}

export function PublicFrame({ children }: { children: ReactNode }) {
  const t = useText();
  useMoved();
  useFocusKept();
  return (
    <div className={css.page}>
      <a className={shell.skip} href="#main">
        {t('shell.skip')}
      </a>
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
