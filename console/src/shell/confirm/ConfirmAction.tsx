/** A button whose act asks first, runs, and shows what went wrong. */
import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Words of the button on the page. */
  label: ReactNode;
  title: string;
  children: ReactNode;
  act: string;
  word?: string;
  danger?: boolean;
  run: () => Promise<unknown>;
  button?: ButtonProps;
};

export function ConfirmAction({ label, title, children, act, word, danger = true, run, button }: Props) {
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    try {
      await run();
      setOpened(false);
    } catch (thrown) {
      setOpened(false);
      showProblem(thrown);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button {...(danger ? { c: 'var(--sg-danger-ink)' } : {})} {...button} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={title}
        act={act}
        busy={busy}
        danger={danger}
        {...(word === undefined ? {} : { word })}
        onConfirm={() => void confirm()}
        onClose={() => setOpened(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
