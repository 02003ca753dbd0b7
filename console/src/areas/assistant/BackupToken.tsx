/** Hands the keys of the software key store over as a file; PIN and passphrase are asked for in the assistant. */
import type { Token } from '@signet/contract/assistant/key-stores';
import { fromBase64 } from '@signet/contract/assistant/octets';
import { useText } from '../../i18n/text.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { BACKUP_ENDING, fileNameOf } from './file-name.ts';
import { InAssistant } from '../../shell/assistant/InAssistant.tsx';
import { placeOf } from './inventory.ts';
import { useCommand } from '../../shell/assistant/use-command.ts';

type Props = { token: Token; opened: boolean; onClose: () => void; onDone: () => void };

export function BackupToken({ token, opened, onClose, onDone }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy, problem, run } = useCommand(onDone);
  const keep = async () => {
    const { backup } = await assistant.ask('backupToken', placeOf(token));
    const content = new Blob([fromBase64(globalThis, backup)], { type: 'application/octet-stream' });
    saveFile({ name: `${fileNameOf(token.label)}${BACKUP_ENDING}`, content });
    return undefined;
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('keys.backup.title', { name: token.label })}
      act={t('keys.act.backupToken')}
      busy={busy}
      onConfirm={() => void run(keep, 'keys.backup.done')}
      onClose={onClose}
    >
      <p>{t('keys.backup.body')}</p>
      {problem && <Banner tone="bad">{problem.text}</Banner>}
      <InAssistant isAsking={busy} />
    </ConfirmDialog>
  );
}
