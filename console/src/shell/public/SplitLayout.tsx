/** The sign-in layout: the form at the left, the engraving with the service notice at the right. */
import { Outlet } from '@tanstack/react-router';
import { IconInfoCircle } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import rosette from '../../ui/theme/art/rosette.svg';
import { Banner } from '../../ui/Banner.tsx';
import { useCustomization } from './customization.ts';
import { useFocusKept } from '../frame/keep-focus.ts';
import { useMoved } from '../routing/moved.ts';
import { NoticeArea } from '../notices/NoticeArea.tsx';
import { Copyright, FooterLinks, LanguageSelect, Logo, MadeBy } from './PublicParts.tsx';
import css from './public.module.css';

export default function SplitLayout() {
  const t = useText();
  const customization = useCustomization();
  const notice = customization?.notice ?? null;
  useMoved();
  useFocusKept();
  return (
    <div className={css.split}>
      <div className={css.left}>
        <header className={css.top}>
          <Logo />
          <LanguageSelect />
        </header>
        <main id="main" className={css.form} tabIndex={-1}>
          <Outlet />
          {notice && (
            <div className={css.serviceBelow}>
              <Banner tone="info">
                <b>{notice.title}</b> {notice.text}
              </Banner>
            </div>
          )}
        </main>
        <footer>
          <FooterLinks />
          <div className={css.under}>
            <Copyright />
            <MadeBy />
          </div>
        </footer>
      </div>
      <aside className={css.right} aria-label={t('login.serviceNotice')}>
        <img src={rosette} alt="" />
        {notice && (
          <div className={css.service}>
            <h2>
              <IconInfoCircle size={16} stroke={1.75} aria-hidden />
              {notice.title}
            </h2>
            <p>{notice.text}</p>
          </div>
        )}
      </aside>
      <NoticeArea />
    </div>
  );
}
