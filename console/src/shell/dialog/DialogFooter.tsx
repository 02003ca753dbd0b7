/** The end of a dialog's form: the act, the way back, why the act can't be done yet. */
import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import css from './dialog-footer.module.css';

type Props = {
  /** The verb of the act: "Unlink account". */
  submit: string;
  busy: boolean;
  /** Why the act can't be done; it stays in reach of the keyboard, and this stands beside it. */
  reason?: ReactNode | null;
  danger?: boolean;
  /** The way back, where it is more than "Cancel". */
  cancel?: string | undefined;
  /** Whether the keyboard begins on the way back: where nothing is to be filled in. */
  beginsHere?: boolean;
  onCancel: () => void;
};

export function DialogFooter({ submit, busy, reason = null, danger = false, cancel, beginsHere, onCancel }: Props) {
  const t = useText();
  const reasonId = useId();
  return (
    <DialogFoot>
      <div className={css.acts}>
        <SubmitButton
          size="sm"
          submit={submit}
          busy={busy}
          blocked={reason !== null}
          describedBy={reasonId}
          {...(danger ? { color: 'danger' } : {})}
        />
        <Button size="sm" data-autofocus={beginsHere || undefined} onClick={onCancel}>
          {cancel ?? t('common.cancel')}
        </Button>
      </div>
      <span id={reasonId} className={css.reason}>
        {reason}
      </span>
    </DialogFoot>
  );
}
