/** Where the frame shows a secret this once. Only who says that it is stored puts it away. */
import { Dialog } from '../../ui/Dialog.tsx';
import { useStayWhile } from '../routing/stay-while.ts';
import { shownSecret, useShownSecret } from './shown-secret.ts';

const stored = (): void => shownSecret.set(null);

export function SecretDialog() {
  const shown = useShownSecret();
  const holds = shown !== null;
  useStayWhile(holds);
  return (
    <Dialog opened={holds} onClose={stored} title={shown?.title} size="lg" stays>
      {shown && <shown.Content onStored={stored} />}
    </Dialog>
  );
}
