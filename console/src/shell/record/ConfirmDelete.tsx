/** Asks before a record is deleted. */
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { useStillHere } from '../routing/go.ts';
import { useAct } from './use-act.ts';

type Props<R> = {
  /** The record to delete; null while nothing is asked. */
  record: R | null;
  title: (record: R) => string;
  /** The verb: "Delete organization". */
  act: string;
  /** What has to be typed first, where deleting can't be undone and takes much along. */
  word?: (record: R) => string;
  remove: (record: R) => Promise<unknown>;
  /** Said once it is deleted. */
  deleted: TextKey;
  onClose: () => void;
  /** Leads away from the record's own page. */
  onDeleted?: () => void;
  /** What goes with it. */
  children: ReactNode;
};

export function ConfirmDelete<R>(props: Props<R>) {
  const { record, title, act, word, remove, deleted, onClose, onDeleted, children } = props;
  const here = useStillHere();
  const { busy, run } = useAct(record !== null, onClose);
  const confirm = () =>
    record !== null &&
    void run(async () => {
      const isHere = here();
      await remove(record);
      if (isHere()) onDeleted?.();
    }, deleted);
  return (
    <ConfirmDialog
      opened={record !== null}
      title={record === null ? '' : title(record)}
      act={act}
      {...(word && { word: record === null ? '' : word(record) })}
      danger
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
