/** The page behind a footer link until the operator of the platform gives an own address for it (S-020 to S-022). */
import { LIMITS } from '@signet/contract/limits';
import { useParams } from '@tanstack/react-router';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { storedTokens } from '../../session/state.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useCrumbName } from '../../shell/navigation/crumbs.ts';
import { NotFoundBody } from '../../shell/routing/NotFound.tsx';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { legalText } from './documents.ts';
import css from './legal.module.css';

const VALUES = { days: LIMITS.sessionKeptDays, minutes: LIMITS.lockMinutes, mailDays: LIMITS.mailKeptDays };

export default function LegalPage() {
  const t = useText();
  const { document = '' }: { document?: string } = useParams({ strict: false });
  const text = legalText(document);
  useCrumbName(text ? t(text.title) : t('notFound.title'));
  if (!text) return <NotFoundBody />;
  const signedIn = storedTokens() !== null;
  return (
    <PublicPage title={t(text.title)} intro={t(text.intro)}>
      <ul className={css.points}>
        {text.points.map((point) => (
          <li key={point}>{t(point, VALUES)}</li>
        ))}
      </ul>
      <p className={css.note}>{t('legal.note')}</p>
      <PublicActions>
        <ButtonLink to={signedIn ? paths.home() : paths.login()} size="md">
          {signedIn ? t('notFound.home') : t('errors.toSignIn')}
        </ButtonLink>
      </PublicActions>
    </PublicPage>
  );
}
