/** The file with key and certificate, handed over this once: as often as it is tried, until the page is left. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { LEAVE_THE_KEY } from './leave-words.ts';
import css from './generate.module.css';

type Props = { file: Blob; name: string; next?: ReactNode };

export function HandOver({ file, name, next }: Props) {
  const t = useText();
  const [saved, setSaved] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const fileName = `${fileNameOf(name)}.p12`;
  return (
    <div className={`card ${css.handOver}`}>
      <Banner tone="ok">{t('certificates.handOver.ready')}</Banner>
      <p>{t('certificates.handOver.once', { file: fileName })}</p>
      <div className={css.acts}>
        <Button
          ref={button}
          variant={saved ? 'default' : 'filled'}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            saveFile({ name: fileName, content: file });
            setSaved(true);
          }}
        >
          {t(saved ? 'certificates.handOver.again' : 'certificates.handOver.download')}
        </Button>
        {saved && next}
      </div>
      <p role="status" className="t2">
        {saved && t('certificates.handOver.saved')}
      </p>
      <LeaveGuard holds={!saved} words={LEAVE_THE_KEY} />
    </div>
  );
}

/** Letters and digits of any script; what file systems or people stumble over becomes a hyphen. */
const fileNameOf = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'certificate';
