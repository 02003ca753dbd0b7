/** Asks before unsaved changes are lost, on the way to another page or out of the console. */
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../../i18n/text.ts';
import { session } from '../../session/state.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { useUnsaved } from './unsaved-forms.ts';

export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const t = useText();
  useUnsaved(dirty);
  const blocker = useBlocker({
    // Once the session has ended nothing can be saved; what was typed is kept for its person (use-draft.ts).
    shouldBlockFn: ({ current, next }) => dirty && session.get().isAuth && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && session.get().isAuth,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={t('form.leaveTitle')}
      act={t('form.leave')}
      cancel={t('form.stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('form.leaveBody')}
    </ConfirmDialog>
  );
}
