/** Asks before a key is lost that is nowhere else, on the way to another page or out of the browser. */
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { session } from '../../session/state.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { useUnsaved } from '../form/unsaved-forms.ts';

export function LeaveGuard({ holds }: { holds: boolean }) {
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
      title={t('certificates.leave.title')}
      act={t('certificates.leave.act')}
      cancel={t('certificates.leave.stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('certificates.leave.body')}
    </ConfirmDialog>
  );
}
