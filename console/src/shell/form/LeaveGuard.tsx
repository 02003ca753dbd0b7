/** Asks before something is lost that is nowhere else, on the way to another page or out of the browser. */
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { session } from '../../session/state.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { useUnsaved } from './unsaved-forms.ts';

export type LeaveWords = Readonly<Record<'title' | 'body' | 'act' | 'stay', TextKey>>;

export function LeaveGuard({ holds, words }: { holds: boolean; words: LeaveWords }) {
  const t = useText();
  useUnsaved(holds);
  // Once a session has ended the page is nobody's any more; strangers have none, and are asked all the same.
  const [began] = useState(() => session.get().isAuth);
  const asks = (): boolean => holds && session.get().isAuth === began;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => asks() && current.pathname !== next.pathname,
    enableBeforeUnload: asks,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t(words.title)}
      act={t(words.act)}
      cancel={t(words.stay)}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t(words.body)}
    </ConfirmDialog>
  );
}
