/** Registers the driver of a token: a PKCS #11 module that the person has installed, and agrees to in the assistant. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { InAssistant } from '../../shell/assistant/InAssistant.tsx';
import css from './keys.module.css';
import { useCommand } from '../../shell/assistant/use-command.ts';

type Props = { opened: boolean; onClose: () => void; onDone: () => void };

/** What a file of this computer begins with, whichever system it has; the assistant knows which is its own. */
const ABSOLUTE = /^(?:\/|[a-z]:[\\/]|\\\\)/i;
const NAME_MAX = 64;
const FILE_MAX = 1_024;
/** What is about the file, and stands under its field. */
const OF_FILE: readonly string[] = ['PROVIDER_NOT_FOUND', 'PROVIDER_UNSAFE', 'MODULE_NOT_LOADED'];

export function AddProvider({ opened, onClose, onDone }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy, problem, run, forget } = useCommand(onDone);
  const [typed, setTyped] = useState({ name: '', file: '' });
  const name = typed.name.trim();
  const file = typed.file.trim();
  const isRelative = file !== '' && !ABSOLUTE.test(file);
  // What it takes for no path on its system, and any other thing that is no file of a driver.
  const isNoPath = isRelative || problem?.fields.includes('file') === true;
  const isOfFile = isNoPath || OF_FILE.includes(problem?.status ?? '');
  const isOfName = problem?.fields.includes('name') === true;
  const isReady = name !== '' && file !== '' && !isRelative;
  const change = (part: Partial<typeof typed>): void => {
    forget();
    setTyped({ ...typed, ...part });
  };
  const add = async () => {
    await assistant.ask('registerProvider', { name, file });
    return { name };
  };
  const field = { autoComplete: 'off', spellCheck: false, required: true, withAsterisk: false } as const;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('keys.act.registerProvider')}
      act={t('keys.registerProvider.add')}
      whyNotYet={isReady ? null : t('keys.pinsNeeded')}
      busy={busy}
      onConfirm={() => void run(add, 'keys.registerProvider.done')}
      onClose={onClose}
    >
      <div className={css.fields}>
        <p>{t('keys.registerProvider.body')}</p>
        {problem && !isOfFile && !isOfName && <Banner tone="bad">{problem.text}</Banner>}
        <TextInput
          {...field}
          label={t('keys.registerProvider.name')}
          maxLength={NAME_MAX}
          value={typed.name}
          error={isOfName ? <AtOnce>{problem.text}</AtOnce> : null}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          {...field}
          label={t('keys.registerProvider.file')}
          description={t('keys.registerProvider.fileHelp')}
          maxLength={FILE_MAX}
          value={typed.file}
          error={
            isRelative ? (
              t('keys.registerProvider.absolute')
            ) : isOfFile ? (
              <AtOnce>{isNoPath ? t('keys.registerProvider.absolute') : problem?.text}</AtOnce>
            ) : null
          }
          onChange={(event) => change({ file: event.currentTarget.value })}
        />
        <InAssistant isAsking={busy} />
      </div>
    </ConfirmDialog>
  );
}
