/** An account that is not there, or not for this person: the page goes on waiting, and says so. */
import { Loader } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './accounts.module.css';

export function MissingAccount() {
  const t = useText();
  return (
    <>
      <PageTitle
        title={t('accounts.one')}
        actions={<ButtonLink to={paths.accounts()}>{t('accounts.title')}</ButtonLink>}
      />
      <div className={css.missing}>
        <Banner tone="bad">{t('accounts.missing')}</Banner>
      </div>
      <Loader size="sm" mt="md" aria-hidden />
    </>
  );
}
