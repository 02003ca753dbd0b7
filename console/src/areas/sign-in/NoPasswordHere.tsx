/** A link that chooses a password, for somebody whose account signs in otherwise: what to do instead. */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

export function NoPasswordHere() {
  const t = useText();
  usePageName(t('link.noPasswordTitle'));
  return (
    <PublicPage title={t('link.noPasswordTitle')} intro={t('link.noPassword')}>
      <PublicActions>
        <ButtonLink to={paths.login()} size="md">
          {t('notFound.signIn')}
        </ButtonLink>
      </PublicActions>
    </PublicPage>
  );
}
