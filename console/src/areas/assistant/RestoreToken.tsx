/** Brings keys of a backup back; passphrase and PIN are asked for in the assistant. */
import type { Token } from '@signet/contract/assistant/key-stores';
import { toBase64 } from '@signet/contract/assistant/octets';
import { REQUEST_BYTES } from '@signet/contract/assistant/wire';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { FileField } from '../../shell/form/FileField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { BACKUP_ENDING } from './file-name.ts';
import { InAssistant } from '../../shell/assistant/InAssistant.tsx';
import { placeOf } from './inventory.ts';
import css from './keys.module.css';
import { useCommand } from '../../shell/assistant/use-command.ts';

type Props = { token: Token; opened: boolean; onClose: () => void; onDone: () => void };

/** In base64 within a message in base64. */
const MOST = (REQUEST_BYTES / 2) * 0.75;

export function RestoreToken({ token, opened, onClose, onDone }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy, problem, run, forget } = useCommand(onDone);
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = (file?.size ?? 0) > MOST;
  const restore = async (from: File) => {
    const backup = toBase64(globalThis, new Uint8Array(await from.arrayBuffer()));
    const { restored } = await assistant.ask('restoreToken', { ...placeOf(token), backup });
    return { count: restored };
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('keys.restore.title', { name: token.label })}
      act={t('keys.act.restoreToken')}
      whyNotYet={file && !isTooLarge ? null : t('keys.restore.choose')}
      busy={busy}
      onConfirm={() => file && void run(() => restore(file), 'keys.restore.done')}
      onClose={onClose}
    >
      <div className={css.fields}>
        <p>{t('keys.restore.body')}</p>
        <FileField
          accept={BACKUP_ENDING}
          label={t('keys.restore.file')}
          value={file}
          error={isTooLarge ? t('assistant.problem.INVALID_BACKUP') : null}
          onChange={(chosen) => {
            forget();
            setFile(chosen);
          }}
        />
        {problem && <Banner tone="bad">{problem.text}</Banner>}
        <InAssistant isAsking={busy} />
      </div>
    </ConfirmDialog>
  );
}
