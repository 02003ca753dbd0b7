/** What failed, in words, with Try again and the number for support. */
import { Button } from '@mantine/core';
import { IconRefresh, IconUnlink } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { CopyValue } from './CopyValue.tsx';
import { Rosette } from './Rosette.tsx';
import css from './page-state.module.css';

export function Failed({ title, message, correlationId, onRetry }: { title: string; message: string; correlationId?: string | null; onRetry?: () => void }) {
  const t = useText();
  return (
    <div className={css.state} role="alert">
      <Rosette icon={IconUnlink} />
      <h2>{title}</h2>
      <p>{message}</p>
      {onRetry && (
        <div className={css.acts}>
          <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onRetry}>{t('common.tryAgain')}</Button>
        </div>
      )}
      {correlationId && (
        <div className={css.code}>
          {t('common.correlationId')} <CopyValue value={correlationId} name={t('common.correlationId')} />
        </div>
      )}
    </div>
  );
}
