/** Recovery codes, shown this once: to be kept by copying or as a file. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { Copying } from '../../ui/Copying.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './second-factor.module.css';

const FILE_NAME = 'signet-recovery-codes.txt';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText();
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={css.codes}>
      <ol aria-label={t('secondFactor.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <div className={css.acts}>
        <Copying value={text}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('common.copied') : t('secondFactor.copyCodes')}
            </Button>
          )}
        </Copying>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile({ name: FILE_NAME, content: new Blob([text], { type: 'text/plain' }) })}
        >
          {t('secondFactor.downloadCodes')}
        </Button>
      </div>
    </div>
  );
}
