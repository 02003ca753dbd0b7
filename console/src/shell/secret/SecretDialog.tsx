/** Where the frame shows a secret this once. Only who says that it is stored puts it away. */
import { useEffect } from 'react';
import { useCell } from '../../cell.ts';
import { personOfTab } from '../../session/state.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useUnsaved } from '../form/unsaved-forms.ts';
import { shownSecret } from './shown-secret.ts';

const stored = (): void => shownSecret.set(null);

/** The browser asks before the page is left. */
const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

export function SecretDialog() {
  const last = useCell(shownSecret);
  // One that comes late is not the next person's to see.
  const shown = last?.person === personOfTab() ? last : null;
  const holds = shown !== null;
  useUnsaved(holds);
  useEffect(() => {
    if (!holds) return;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [holds]);
  return (
    <Dialog opened={holds} onClose={stored} title={shown?.title} size="lg" stays>
      {shown && <shown.Content onStored={stored} />}
    </Dialog>
  );
}
