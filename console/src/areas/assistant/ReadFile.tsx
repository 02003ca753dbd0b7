/** Says which certificates are in a file; the assistant reads it, and asks for its passphrase where it has one. */
import { toBase64 } from '@signet/contract/assistant/octets';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAssistant, type CommandResult } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { FileField } from '../../shell/form/FileField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { InAssistant } from '../../shell/assistant/InAssistant.tsx';
import { CertificateLine } from './KeyLine.tsx';
import css from './keys.module.css';
import { useCommand } from '../../shell/assistant/use-command.ts';

type Props = { opened: boolean; onClose: () => void };

const ENDINGS = '.pem,.crt,.cer,.der,.p12,.pfx';
/** What `parseFile` takes. */
const MOST = 4 * 1_024 * 1_024;
const OF_FILE: readonly string[] = ['INVALID_FILE', 'FILE_NOT_SUPPORTED'];

export function ReadFile({ opened, onClose }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy, problem: any, run, forget } = useCommand(() => undefined);
  const [file, setFile] = useState<File | null>(null);
  /** What was read last. Another file can be chosen before the assistant answers, as it may ask for a passphrase. */
  const [asked, setAsked] = useState<File | null>(null);
  const [found, setFound] = useState<CommandResult<'parseFile'> | null>(null);
  const isOfThis = file === asked;
  const isTooLarge = (file?.size ?? 0) > MOST;
  const problem = isOfThis ? any : null;
  const isOfFile = OF_FILE.includes(problem?.status ?? '');
  const read = async (from: File) => {
    setAsked(from);
    setFound(null);
    const content = toBase64(globalThis, new Uint8Array(await from.arrayBuffer()));
    const answer = await assistant.ask('parseFile', { file: content });
    setFound(answer);
    return { count: answer.certificates.length };
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('keys.act.parseFile')}
      act={t('keys.parseFile.read')}
      cancel={t('common.close')}
      whyNotYet={file && !isTooLarge ? null : t('keys.restore.choose')}
      busy={busy}
      onConfirm={() => file && void run(() => read(file), 'keys.parseFile.done')}
      onClose={onClose}
    >
      <div className={css.fields}>
        <p>{t('keys.parseFile.body')}</p>
        <FileField
          accept={ENDINGS}
          label={t('keys.parseFile.file')}
          value={file}
          error={isTooLarge ? t('assistant.problem.FILE_NOT_SUPPORTED') : isOfFile ? problem?.text : null}
          onChange={(chosen) => {
            forget();
            setFound(null);
            setFile(chosen);
          }}
        />
        {problem && !isOfFile && <Banner tone="bad">{problem.text}</Banner>}
        <InAssistant isAsking={busy} />
        {isOfThis && found && <Found {...found} />}
      </div>
    </ConfirmDialog>
  );
}

function Found({ certificates, private_keys: keys }: CommandResult<'parseFile'>) {
  const t = useText();
  return (
    <>
      {certificates.length > 0 && (
        <ul className={css.found} aria-label={t('keys.parseFile.found')}>
          {certificates.map((one) => (
            <li key={one.fingerprint}>
              <CertificateLine certificate={one} from />
            </li>
          ))}
        </ul>
      )}
      {keys > 0 && <p className="sm t2">{t('keys.parseFile.keys', { count: keys })}</p>}
    </>
  );
}
