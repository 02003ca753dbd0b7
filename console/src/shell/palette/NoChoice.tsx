/** What stands where the palette has nothing to offer: that nothing was found, or why the search failed. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Failure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import css from './palette.module.css';

export function NoChoice({
  text,
  isEmpty,
  failure,
  onRetry,
}: {
  text: string;
  isEmpty: boolean;
  failure: Failure | null;
  onRetry: () => void;
}) {
  const t = useText();
  if (failure) {
    return (
      <div className={css.none} role="alert">
        <p className="strong">{t('palette.failed')}</p>
        <p>{problemText(failure)}</p>
        <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!isEmpty) return null;
  return (
    <div className={css.none}>
      <p className="strong">{t('palette.nothing', { text })}</p>
      <p>{t('palette.nothingBody')}</p>
    </div>
  );
}
