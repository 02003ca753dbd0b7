/** A secret with what it may do and how it is used, and the one way to put it away. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Copying } from '../../ui/Copying.tsx';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { DialogFoot } from '../dialog/DialogFoot.tsx';
import { useAct } from '../record/use-act.ts';
import css from './secret.module.css';

/** `copied`: a program needs it as well. */
type Fact =
  | { label: string; value: ReactNode; mono?: boolean; copied?: never }
  | { label: string; value: string; mono?: never; copied: true };

/** All texts in the language of the moment. */
export type NewSecret = {
  title: string;
  /** That it is shown this once, and where it belongs. */
  lead: string;
  secret: string;
  /** The verb: "Copy token". */
  copy: string;
  /** What it may do, and until when. */
  facts?: readonly Fact[];
  /** How it is used: a command, and what it is. */
  use?: { lead: string; command: string };
  /** For who could not store it: takes it back. */
  again?: { act: string; run: () => Promise<void> };
  /** Where it can be had elsewhere as well: the verb that puts it away. */
  done?: string;
};

const Sign = ({ of: Icon }: { of: typeof IconCopy }) => <Icon size={16} stroke={1.75} aria-hidden />;

export function SecretText({ secret: shown, onStored }: { secret: NewSecret; onStored: () => void }) {
  const t = useText();
  const { lead, secret, copy: copyText, facts = [], use, again, done } = shown;
  const { busy, run } = useAct();
  const takeBack = async () => {
    await again?.run();
    onStored();
  };
  return (
    <div className={css.shown}>
      <p className="t2">{lead}</p>
      <div className={css.box}>
        <span className={`mono ${css.value}`}>{secret}</span>
        <Copying value={secret}>
          {({ copied, copy }) => (
            <Button data-autofocus leftSection={<Sign of={copied ? IconCheck : IconCopy} />} onClick={copy}>
              {copied ? t('common.copied') : copyText}
            </Button>
          )}
        </Copying>
      </div>
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(({ label, value, mono, copied }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={mono ? 'mono' : undefined}>{copied ? <CopyValue value={value} name={label} /> : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {use && (
        <div>
          <p className="sm t2">{use.lead}</p>
          <div className={css.use}>
            <pre>{use.command}</pre>
            <CopyIcon value={use.command} name={t('secret.command')} />
          </div>
        </div>
      )}
      <DialogFoot>
        <Button size="sm" variant="filled" disabled={busy} onClick={onStored}>
          {done ?? t('secret.stored')}
        </Button>
        {again && (
          <Button
            size="sm"
            variant="subtle"
            className={css.again ?? ''}
            aria-busy={busy}
            onClick={() => void run(takeBack)}
          >
            {again.act}
          </Button>
        )}
      </DialogFoot>
    </div>
  );
}
