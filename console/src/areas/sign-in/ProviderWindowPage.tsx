/**
 * What an identity provider leads back to in a window of its own: tells the page that opened it, and closes. Who came
 * here otherwise learns that there is nothing more to do.
 */
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTextKey, useText } from '../../i18n/text.ts';
import { tellOpener } from '../../session/provider-window.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { Banner } from '../../ui/Banner.tsx';

export default function ProviderWindowPage() {
  const t = useText();
  const { code, error, tab }: { code?: string; error?: string; tab?: string } = useSearch({ strict: false });
  useEffect(() => {
    if (tab !== undefined) tellOpener(tab, { code: code ?? null, error: error ?? null });
    // A browser closes only what a script has opened.
    if (error === undefined) window.close();
  }, [code, error, tab]);
  const reason = `notifications.exceptions.${error}`;
  const intro = t(error === undefined ? 'providerWindow.done' : 'providerWindow.failed');
  return (
    <PublicPage title={t('providerWindow.title')} intro={intro}>
      {error !== undefined && (
        <PublicActions>
          <Banner tone="bad">{isTextKey(reason) ? t(reason) : error}</Banner>
        </PublicActions>
      )}
      <PublicActions>
        <Button size="md" variant="filled" onClick={() => window.close()}>
          {t('providerWindow.close')}
        </Button>
      </PublicActions>
    </PublicPage>
  );
}
