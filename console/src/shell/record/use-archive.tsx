/** Archives a record after a question, and restores it without one. */
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import type { RowAction } from './RowActions.tsx';
import { useAct } from './use-act.ts';

type Archivable = { id: string; name: string; archived_at: string | null };
type Spec<R> = {
  put: (id: string, archived: boolean) => Promise<unknown>;
  /** What stops and what stays. */
  body: (record: R) => ReactNode;
  /** Words of the acts, and what is said once they are done. */
  texts: { archive: TextKey; restore: TextKey; title: TextKey; archived: TextKey; restored: TextKey };
};

type Archiving<R> = {
  /** The act that its state leaves; `whyNot` says why it can't be used. */
  actionOf: (record: R, whyNot?: string | null) => RowAction & { act: () => void };
  busy: boolean;
  dialog: ReactNode;
};

export function useArchive<R extends Archivable>({ put, body, texts }: Spec<R>): Archiving<R> {
  const t = useText();
  const [archiving, setArchiving] = useState<R | null>(null);
  const { busy, run } = useAct(archiving !== null, () => setArchiving(null));
  const set = ({ id }: R, archived: boolean) =>
    run(() => put(id, archived), archived ? texts.archived : texts.restored);
  const dialog = (
    <ConfirmDialog
      opened={archiving !== null}
      title={t(texts.title, { name: archiving?.name ?? '' })}
      act={t(texts.archive)}
      busy={busy}
      onConfirm={() => archiving && void set(archiving, true)}
      onClose={() => setArchiving(null)}
    >
      {archiving && body(archiving)}
    </ConfirmDialog>
  );
  const actionOf: Archiving<R>['actionOf'] = (record, whyNot = null) =>
    record.archived_at === null
      ? { label: t(texts.archive), icon: IconArchive, whyNot, act: () => setArchiving(record) }
      : { label: t(texts.restore), icon: IconArchiveOff, whyNot, act: () => void set(record, false) };
  return { actionOf, busy, dialog };
}
