/** A value that a machine made, copied with one click. */
import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { IconButton } from './IconButton.tsx';
import css from './copy-value.module.css';

export function CopyValue({ value, name }: { value: string; name: string }) {
  const t = useText();
  return (
    <span className={css.copy}>
      <span className={`mono ${css.value}`}>{value}</span>
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <>
            <IconButton
              size={24}
              iconSize={15}
              icon={copied ? IconCheck : IconCopy}
              label={copied ? t('common.copied') : t('common.copyName', { name })}
              onClick={copy}
            />
            <span role="status" className="vh">
              {copied ? t('common.copied') : ''}
            </span>
          </>
        )}
      </CopyButton>
    </span>
  );
}
