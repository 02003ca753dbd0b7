/** A link of a mail that no longer opens anything, and the way on. */
import { useText } from '../../i18n/text.ts';
import { usePageName } from '../../shell/navigation/crumbs.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';

export function LinkUsedUp({ to, act }: { to: string; act: string }) {
  const t = useText();
  usePageName(t('link.usedUpTitle'));
  return (
    <PublicPage title={t('link.usedUpTitle')} intro={t('notifications.exceptions.CODE_INVALID')}>
      <PublicActions>
        <ButtonLink to={to} size="md">
          {act}
        </ButtonLink>
      </PublicActions>
    </PublicPage>
  );
}
