/** After a sign-in through the trust assistant (S-025), in a window that it opened: nothing is read or asked here. */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

export default function SignedInPage() {
  const t = useText();
  return (
    <PublicPage title={t('assistant.signedIn.title')} intro={t('assistant.signedIn.intro')}>
      <PublicActions>
        <ButtonLink to={paths.home()} size="md">
          {t('assistant.signedIn.toConsole')}
        </ButtonLink>
      </PublicActions>
    </PublicPage>
  );
}
