/** One token: what it is called, how its PIN stands, what can be done to it, and its keys. */
import type { Entry, Token } from '@signet/contract/assistant/key-stores';
import { reaches, RESET_BY_PUK } from '@signet/contract/assistant/prerequisites';
import { IconDatabaseExport, IconDatabaseImport, IconPassword, IconPlayerPlay, IconRestore } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAssistant, useConnection, useHasCommand } from '../../shell/assistant/assistant.ts';
import { RowActions, type RowAction } from '../../shell/record/RowActions.tsx';
import { StatusBadge, Tag, type Tone } from '../../ui/State.tsx';
import { BackupToken } from './BackupToken.tsx';
import { KeyLine } from './KeyLine.tsx';
import { isInitializable } from '../../shell/assistant/initializable.ts';
import { InitToken } from '../../shell/assistant/InitToken.tsx';
import css from './keys.module.css';
import { PinDialog } from './PinDialog.tsx';
import { RestoreToken } from './RestoreToken.tsx';

type Props = { token: Token; keys: readonly Entry[]; onChange: () => void };
const ACTS = ['initToken', 'changepin', 'resetpin', 'backupToken', 'restoreToken'] as const;
type Act = (typeof ACTS)[number];
/** Which of them there are: the keys of a hardware token never leave it. */
const IS_FOR: Record<Act, (token: Token) => boolean> = {
  initToken: isInitializable,
  changepin: () => true,
  resetpin: () => true,
  backupToken: ({ keystore }) => keystore === 'software',
  restoreToken: ({ keystore }) => keystore === 'software',
};
const ICONS = {
  initToken: IconPlayerPlay,
  changepin: IconPassword,
  resetpin: IconRestore,
  backupToken: IconDatabaseExport,
  restoreToken: IconDatabaseImport,
} as const;

export function TokenCard({ token, keys, onChange }: Props) {
  const t = useText();
  const headingId = useId();
  const { hello } = useConnection(useAssistant());
  const hasCommand = useHasCommand();
  const [asked, setAsked] = useState<{ act: Act } | null>(null);
  // One that nobody has used yet may have no name.
  const name = token.label || token.serial;
  // Its own alone: a command that is answered once its dialog was cancelled closes none that was opened since.
  const close = (): void => setAsked((now) => (now === asked ? null : now));
  const done = (): void => {
    close();
    onChange();
  };
  const capability = hello?.capability_version ?? '';
  const has = (act: Act): boolean =>
    hasCommand(act) && (act !== 'resetpin' || token.keystore !== 'yubikey' || reaches(capability, RESET_BY_PUK));
  const actions = ACTS.filter((act) => IS_FOR[act](token)).map((act): RowAction => ({
    label: t(`keys.act.${act}`),
    icon: ICONS[act],
    whyNot: has(act) ? null : t('keys.needsUpgrade'),
    act: () => setAsked({ act }),
  }));
  const dialog = { token, opened: true, onClose: close, onDone: done };
  return (
    <section className={`card ${css.token}`} aria-labelledby={headingId}>
      <header>
        <div>
          <h2 id={headingId}>{name}</h2>
          <p className="sm t3">
            <Tag>{t(`assistant.keyStore.${token.keystore}`)}</Tag>{' '}
            <span className="mono">{t('keys.serial', { serial: token.serial })}</span>
          </p>
        </div>
        <PinState token={token} />
        <RowActions label={t('list.actionsFor', { name })} actions={actions} />
      </header>
      {keys.length === 0 ? (
        <p className={`t2 ${css.empty}`}>{t('keys.noKeys')}</p>
      ) : (
        <ul aria-label={t('keys.of', { name })}>
          {keys.map((key) => (
            <KeyLine key={key.id} entry={key} onChange={onChange} />
          ))}
        </ul>
      )}
      {(asked?.act === 'changepin' || asked?.act === 'resetpin') && <PinDialog {...dialog} act={asked.act} />}
      {asked?.act === 'initToken' && <InitToken {...dialog} resets />}
      {asked?.act === 'backupToken' && <BackupToken {...dialog} />}
      {asked?.act === 'restoreToken' && <RestoreToken {...dialog} />}
    </section>
  );
}

const TONES: Record<Token['pin_state'], Tone> = {
  ok: 'ok',
  not_needed: 'ok',
  uninitialized: 'warn',
  delayed: 'warn',
  locked: 'bad',
};

function PinState({ token: { pin_state: state, retry_after: seconds = 0 } }: { token: Token }) {
  const t = useText();
  return <StatusBadge tone={TONES[state]}>{t(`keys.pin.${state}`, { seconds })}</StatusBadge>;
}
