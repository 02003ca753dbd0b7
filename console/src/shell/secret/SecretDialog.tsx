/**
 * Where the frame shows a secret this once. Only who says that it is stored puts it away, unless it can be had
 * elsewhere as well.
 */
import { Dialog } from '../dialog/Dialog.tsx';
import { useStayWhile } from '../routing/stay-while.ts';
import { putAway, useShownSecret } from './shown-secret.ts';

export function SecretDialog() {
  const shown = useShownSecret();
  const stored = () => shown && putAway(shown);
  const stays = shown !== null && !shown.isKept;
  useStayWhile(stays);
  return (
    // It is gone at once: empty, it would fade.
    <Dialog
      transitionProps={{ exitDuration: 0 }}
      opened={shown !== null}
      onClose={stored}
      title={shown?.title}
      size="lg"
      stays={stays}
    >
      {shown && <shown.Content onStored={stored} />}
    </Dialog>
  );
}
