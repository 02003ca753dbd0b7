/** A link of a mail that no longer opens anything, and the way on. */
import { useText } from '../../i18n/text.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ToSignIn } from '../../shell/public/ToSignIn.tsx';

type Props = {
  /** Where it leads on, where that is not the sign-in. */
  on?: { to: string; act: string };
};

export function LinkUsedUp({ on }: Props) {
  const t = useText();
  usePageName(t('link.usedUpTitle'));
  return (
    <PublicPage title={t('link.usedUpTitle')} intro={t('notifications.exceptions.CODE_INVALID')}>
      {on ? (
        <PublicActions>
          <ButtonLink to={on.to} size="md">
            {on.act}
          </ButtonLink>
        </PublicActions>
      ) : (
        <ToSignIn />
      )}
    </PublicPage>
  );
}
