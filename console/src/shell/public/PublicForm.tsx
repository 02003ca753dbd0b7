/** A form of a public page: summary, fields, one big button. */
import { useRef, type ReactNode } from 'react';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { useFirstFocus } from '../keyboard/first-focus.ts';
import { FormSummary } from '../form/FormSummary.tsx';
import { PublicActions } from './PublicPage.tsx';
import type { FormShell } from '../form/form-shell.ts';
import css from './public.module.css';

export function PublicForm<V extends Record<string, unknown>>({
  shell,
  submit,
  beside,
  children,
}: {
  shell: FormShell<V>;
  submit: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  return (
    <form ref={form} className={css.publicForm} noValidate onSubmit={shell.onSubmit}>
      <FormSummary shell={shell} />
      {children}
      <PublicActions>
        <SubmitButton size="md" submit={submit} busy={shell.busy} />
        {beside}
      </PublicActions>
    </form>
  );
}
