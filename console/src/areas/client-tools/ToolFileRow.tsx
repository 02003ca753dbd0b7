/** A file of a client tool: its download, and the sums by which somebody checks what came. */
import { Button } from '@mantine/core';
import { addressOfFile, type ToolFile } from '@signet/contract/client-tools';
import { IconDownload } from '@tabler/icons-react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import css from './client-tools.module.css';

/** Why a file can't be had; nothing is said of one that nobody has put there. */
const WHY: Record<Exclude<ToolFile['state'], 'offered'>, TextKey> = {
  missing: 'clientTools.state.missing',
  differs: 'clientTools.state.differs',
  unchecked: 'clientTools.state.unchecked',
};

const MEGABYTE = 1_000_000;

export function ToolFileRow({ file, tool }: { file: ToolFile; tool: string }) {
  const t = useText();
  const { label, name, size, sha1, sha256, state } = file;
  if (state !== 'offered')
    return (
      <li className={css.file}>
        <span className="strong">{label}</span>
        {sha256 === null ? (
          <span className="sm t2">{t('clientTools.none')}</span>
        ) : (
          <StatusBadge tone={state === 'unchecked' ? 'busy' : 'bad'}>{t(WHY[state])}</StatusBadge>
        )}
      </li>
    );
  return (
    <li className={css.file}>
      <div className={css.what}>
        <span className="strong">{label}</span>
        <span className={`mono ${css.name}`} translate="no">
          {name}
        </span>
        {size !== null && (
          <span className="sm t2">
            {t('clientTools.size', { size: Math.max(0.01, Math.round((size / MEGABYTE) * 100) / 100) })}
          </span>
        )}
      </div>
      <Button
        size="xs"
        component="a"
        href={addressOfFile(file)}
        download
        aria-label={t('clientTools.downloadOf', { tool, label })}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      >
        {t('clientTools.download')}
      </Button>
      <details className={css.sums}>
        <summary className="sm">{t('clientTools.sums')}</summary>
        <dl>
          {sha256 !== null && (
            <div>
              <dt>SHA-256</dt>
              <dd>
                <CopyValue value={sha256} name={`SHA-256, ${label}`} />
              </dd>
            </div>
          )}
          {sha1 !== null && (
            <div>
              <dt>SHA-1</dt>
              <dd>
                <CopyValue value={sha1} name={`SHA-1, ${label}`} />
                <p className="sm t2">{t('clientTools.sha1')}</p>
              </dd>
            </div>
          )}
        </dl>
      </details>
    </li>
  );
}
