/** Copies a value by the button that is drawn in it, and says that it did; what can't be copied is shown. */
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { ByHand } from './ByHand.tsx';

type Props = { value: string; children: (button: { copied: boolean; copy: () => void }) => ReactNode };

export function Copying({ value, children }: Props) {
  const t = useText();
  const { copy, copied, error, reset } = useClipboard({ timeout: 2000 });
  return (
    <>
      {children({ copied, copy: () => copy(value) })}
      <span role="status" className="vh">
        {copied ? t('common.copied') : ''}
      </span>
      {error && <ByHand value={value} onClose={reset} />}
    </>
  );
}
