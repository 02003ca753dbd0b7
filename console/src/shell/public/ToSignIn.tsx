/** The one way on from a public page that leads nowhere else. */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import { PublicActions } from './PublicPage.tsx';

export function ToSignIn() {
  const t = useText();
  return (
    <PublicActions>
      <ButtonLink to={paths.login()} size="md">
        {t('notFound.signIn')}
      </ButtonLink>
    </PublicActions>
  );
}
