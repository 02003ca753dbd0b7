/** A question with two verbs. What can't be undone asks for a typed word. */
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { DialogFooter } from '../dialog/DialogFooter.tsx';
import { isTyped } from './confirm-word.ts';
import { WordField } from './WordField.tsx';
import css from './confirm.module.css';

export type ConfirmDialogProps = {
  opened: boolean;
  /** The question: "Unlink Nordmark Landesbank?" */
  title: string;
  /** What is lost and what stays. */
  children: ReactNode;
  /** The verb: "Unlink account". */
  act: string;
  cancel?: string;
  danger?: boolean;
  /** The word to type before the act can be used. */
  word?: string;
  /** Where `children` have fields: why what stands in them is not enough yet, or null. */
  whyNotYet?: string | null;
  /** Where nothing is to be filled in: what the act waits for, or null. */
  waits?: string | null;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({
  opened,
  title,
  children,
  act,
  cancel,
  danger = false,
  word,
  whyNotYet,
  waits = null,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Question {...{ title, act, cancel, danger, word, whyNotYet, waits, busy, onConfirm, onClose }}>
        {children}
      </Question>
    </Dialog>
  );
}

type QuestionProps = Pick<ConfirmDialogProps, 'title' | 'children' | 'act' | 'onConfirm' | 'onClose'> & {
  cancel: string | undefined;
  danger: boolean;
  word: string | undefined;
  whyNotYet: string | null | undefined;
  waits: string | null;
  busy: boolean;
};

function Question(props: QuestionProps) {
  const { title, children, act, cancel, danger, word, whyNotYet, waits, busy, onConfirm, onClose } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const bodyId = useId();
  const wanted = word ?? '';
  // A name, which may be long, stands in the title and over the field already.
  const untyped = title.includes(wanted) ? (
    t('confirm.typeNameToGoOn')
  ) : (
    <Rich text="confirm.typeToGoOn" params={{ word: wanted }} tags={{ b: <span /> }} />
  );
  // What stands above the word is asked for first.
  const reason = whyNotYet ?? (isTyped(typed, wanted) ? waits : untyped);
  useEffect(() => setTyped(''), [word]);
  return (
    <form
      className={css.form}
      aria-describedby={bodyId}
      onSubmit={(event) => {
        event.preventDefault();
        // The form around the question, of which React knows though it stands elsewhere, is not sent along.
        event.stopPropagation();
        if (reason === null && !busy) onConfirm();
      }}
    >
      <div id={bodyId} className={css.body}>
        {children}
      </div>
      {word !== undefined && <WordField word={word} value={typed} onChange={setTyped} />}
      <DialogFooter
        submit={act}
        beginsHere={word === undefined && whyNotYet === undefined}
        onCancel={onClose}
        {...{ busy, reason, danger, cancel }}
      />
    </form>
  );
}
