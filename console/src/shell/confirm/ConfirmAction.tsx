/** A button whose act asks first, runs, and shows what went wrong. */
import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { useAct } from '../record/use-act.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Words of the button on the page. */
  label: string;
  /** Where each row has such a button: the name of what it acts on, said after the label. */
  of?: string;
  title: string;
  children: ReactNode;
  act: string;
  word?: string;
  danger?: boolean;
  run: () => Promise<unknown>;
  /** Said once it is done. */
  done?: TextKey;
  button?: ButtonProps;
};

export function ConfirmAction({ label, of, title, children, act, word, danger = true, run, done, button }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const acting = useAct(opened, () => setOpened(false));
  return (
    <>
      <Button
        {...(danger ? { c: 'var(--sg-danger-ink)' } : {})}
        {...button}
        aria-label={of === undefined ? undefined : t('list.actOn', { act: label, name: of })}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={title}
        act={act}
        busy={acting.busy}
        danger={danger}
        {...(word === undefined ? {} : { word })}
        onConfirm={() => void acting.run(run, done)}
        onClose={() => setOpened(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
