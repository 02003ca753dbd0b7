/** A form as a page: title, error summary, one column, footer in view, an aside for what happens next. */
import { useMediaQuery } from '@mantine/hooks';
import { useContext, useRef, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { useCancelKey } from '../keyboard/cancel-key.ts';
import { useFirstFocus } from '../keyboard/first-focus.ts';
import { useDraft } from './use-draft.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { useSubmitKey } from '../keyboard/submit-key.ts';
import { FormSummary } from './FormSummary.tsx';
import { RecordMissing } from './LoadedPage.tsx';
import { MissingNotice } from './MissingNotice.tsx';
import type { FormShell } from './form-shell.ts';
import { AccessLost } from './unsaved-forms.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import css from './form-page.module.css';

/** Up to this width the aside stands among the fields; as in form-page.module.css. */
const ONE_COLUMN = '(max-width: 60em)';

export type FormPageProps<V extends Record<string, unknown>> = {
  title: ReactNode;
  lead?: ReactNode;
  shell: FormShell<V>;
  /** The act: "Save changes". */
  submit: string;
  /** Why it can't be used now; null when it can. Required, so that nobody forgets to think of it. */
  whyNot: ReactNode | null;
  onCancel: () => void;
  aside?: ReactNode;
  banner?: ReactNode;
  /** A field's value in words, where the value itself is a code: for what somebody else saved meanwhile. */
  displayValue?: (name: string, value: unknown) => string;
  children: ReactNode;
};

export function FormPage<V extends Record<string, unknown>>({
  title,
  lead,
  shell,
  submit,
  whyNot: whyNotYet,
  onCancel,
  aside,
  banner,
  displayValue = asText,
  children,
}: FormPageProps<V>) {
  const t = useText();
  const missing = useContext(RecordMissing);
  const lost = useContext(AccessLost);
  const whyNot = missing ? t('form.missing') : lost ? t('common.pageMessages.403') : whyNotYet;
  const form = useRef<HTMLFormElement>(null);
  const inOneColumn = useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false });
  const beside = aside && <aside className={css.aside}>{aside}</aside>;
  const { restored, discard } = useDraft(shell);
  useFirstFocus(form);
  useSubmitKey(form);
  useCancelKey(form, onCancel);
  return (
    <>
      <PageTitle title={title} lead={lead} />
      {restored && <DraftNotice restored={restored} labelOf={shell.labelOf} onDiscard={discard} />}
      {banner && <div className={css.banner}>{banner}</div>}
      <div className={css.columns}>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            if (whyNot !== null) return event.preventDefault();
            shell.onSubmit(event);
          }}
        >
          {missing && <MissingNotice />}
          {shell.conflict && (
            <ConflictNotice conflict={shell.conflict} labelOf={shell.labelOf} displayValue={displayValue} />
          )}
          <div className={css.summary}>
            <FormSummary shell={shell} />
          </div>
          {children}
          {/* What follows from saving is read, and reached by the keyboard, before it. */}
          {inOneColumn && beside}
          <FormFooter submit={submit} busy={shell.busy} reason={whyNot} onCancel={onCancel} />
        </form>
        {!inOneColumn && beside}
      </div>
      <UnsavedGuard dirty={shell.dirty && !shell.busy} />
    </>
  );
}

const asText = (_: string, value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
