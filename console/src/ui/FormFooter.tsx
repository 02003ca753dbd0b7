/** The footer of a form: the act, Cancel, and why the act can't be used right now. */
import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import css from './form.module.css';

export type FormFooterProps = {
  submit: string;
  busy: boolean;
  /** Why submitting is not possible; the button stays focusable and this stands beside it. */
  reason?: ReactNode | null;
  onCancel?: (() => void) | undefined;
  danger?: boolean;
};

export function FormFooter({ submit, busy, reason, onCancel, danger }: FormFooterProps) {
  const t = useText();
  const reasonId = useId();
  const blocked = reason !== undefined && reason !== null;
  return (
    <div className={css.footer}>
      <SubmitButton
        size="sm"
        submit={submit}
        busy={busy}
        blocked={blocked}
        describedBy={reasonId}
        {...(danger ? { color: 'danger' } : {})}
      />
      {onCancel && (
        <Button size="sm" variant="subtle" color="gray" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
      <span id={reasonId} className={css.reason}>
        {reason}
      </span>
    </div>
  );
}

type SubmitProps = {
  submit: string;
  busy: boolean;
  blocked?: boolean;
  describedBy?: string;
  size: 'sm' | 'md';
  fullWidth?: boolean;
  color?: string;
};

/** A submit button that is never greyed out of reach: blocked ones say so to assistive technology and do nothing. */
export function SubmitButton({ submit, busy, blocked = false, describedBy, size, fullWidth, color }: SubmitProps) {
  return (
    <Button
      type="submit"
      variant="filled"
      size={size}
      className={css.button ?? ''}
      loading={busy}
      aria-disabled={blocked || undefined}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      {...(color ? { color } : {})}
      {...(fullWidth ? { fullWidth } : {})}
      onClick={(event) => {
        if (blocked) event.preventDefault();
      }}
    >
      {submit}
    </Button>
  );
}
