/** An account that is not there, or not for this person: the page goes on waiting, and says so. */
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

export function MissingAccount() {
  const t = useText();
  useEffect(() => {
    notify({ type: 'error', message: 'accounts.missing', translateMessage: true });
  }, []);
  return (
    <>
      <PageTitle
        title={t('accounts.one')}
        lead={t('accounts.missing')}
        actions={<ButtonLink to={paths.accounts()}>{t('accounts.title')}</ButtonLink>}
      />
      <Loader size="sm" mt="md" aria-hidden />
    </>
  );
}
