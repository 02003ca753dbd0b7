/** A link that chooses a password, for somebody whose account signs in otherwise: what to do instead. */
import { useText } from '../../i18n/text.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { PublicPage } from '../../shell/public/PublicPage.tsx';
import { ToSignIn } from '../../shell/public/ToSignIn.tsx';

export function NoPasswordHere() {
  const t = useText();
  usePageName(t('link.noPasswordTitle'));
  return (
    <PublicPage title={t('link.noPasswordTitle')} intro={t('link.noPassword')}>
      <ToSignIn />
    </PublicPage>
  );
}
