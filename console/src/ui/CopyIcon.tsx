/** A value that stands beside it, copied with one click. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { Copying } from './Copying.tsx';
import { IconButton } from './IconButton.tsx';

/** `name` says what is copied. */
export function CopyIcon({ value, name }: { value: string; name: string }) {
  const t = useText();
  return (
    <Copying value={value}>
      {({ copied, copy }) => (
        <IconButton
          size={24}
          iconSize={15}
          icon={copied ? IconCheck : IconCopy}
          label={copied ? t('common.copied') : t('common.copyName', { name })}
          onClick={copy}
        />
      )}
    </Copying>
  );
}
