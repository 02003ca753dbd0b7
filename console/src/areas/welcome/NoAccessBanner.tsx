/** Says which application sent the person here, when and only when a message came along (S-029). */
import { useSearch } from '@tanstack/react-router';
import { isTextKey, useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';

export function NoAccessBanner() {
  const t = useText();
  const { app, message }: { app?: string; message?: string } = useSearch({ strict: false });
  // One without a word is there all the same.
  if (message === undefined) return null;
  const appKey = `product.${app ?? ''}`;
  return (
    <Banner tone="warn">
      <b>{isTextKey(appKey) ? t('welcome.noAppAccess', { app: t(appKey) }) : t('welcome.noAccess')}</b> {message}
    </Banner>
  );
}
