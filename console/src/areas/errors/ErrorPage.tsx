/** What the public error pages share: what happened, what it means, what to do. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { safeHref, useCustomization } from '../../shell/public/customization.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';

export function ErrorPage({
  title,
  intro,
  to = paths.login(),
  act,
  children,
}: {
  title: string;
  intro: string;
  to?: string;
  act?: string;
  children?: ReactNode;
}) {
  const t = useText();
  const support = safeHref(useCustomization()?.urls.support ?? '');
  return (
    <PublicPage title={title} intro={intro}>
      {children}
      <PublicActions>
        <ButtonLink to={to} size="md" variant="filled">
          {act ?? t('errors.toSignIn')}
        </ButtonLink>
        {support && (
          <ButtonLink to={support} size="md" variant="subtle" color="gray">
            {t('errors.contactSupport')}
          </ButtonLink>
        )}
      </PublicActions>
    </PublicPage>
  );
}
