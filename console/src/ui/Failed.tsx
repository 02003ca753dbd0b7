/** What failed, in words, with Try again and the number for support. */
import { Button } from '@mantine/core';
import { IconRefresh, IconUnlink } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { CopyValue } from './CopyValue.tsx';
import { Rosette } from './Rosette.tsx';
import css from './page-state.module.css';

/** `level` 1 where this is the whole page. */
export function Failed({
  title,
  message,
  level = 2,
  correlationId,
  onRetry,
}: {
  title: string;
  message: string;
  level?: 1 | 2;
  correlationId?: string | null;
  onRetry?: () => void;
}) {
  const Title = level === 1 ? 'h1' : 'h2';
  const t = useText();
  return (
    <div className={css.state} role="alert">
      <Rosette icon={IconUnlink} />
      <Title>{title}</Title>
      <p>{message}</p>
      {onRetry && (
        <div className={css.acts}>
          <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
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
