import { useRef } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import type { FormSource } from '../form/form-source.ts';
import { notify } from '../notices/notifications.ts';
import { useGoOn } from '../routing/go.ts';

export type EditSpec<R, V> = {
  /** The record as it was read first. */
  record: R;
  valuesOf: (record: R) => V;
  /** Sends the values over `record`, the one that was read last: its version goes along. */
  save: (values: V, record: R) => Promise<unknown>;
  /** Said once it is saved. */
  saved: TextKey;
  act?: TextKey;
  /** Where saving and cancelling lead. */
  back: string;
  /** Reads the record anew, for those that others edit too. */
  read?: () => Promise<R>;
  /** Asked after a 404: whether the record can't be found any more. */
  isMissing?: () => Promise<boolean>;
};

export type EditSource<R, V extends Record<string, unknown>> = FormSource<V> & {
  /** The record as it was read last. */
  current: () => R;
};

/** A record to edit: of two people who do, the second is told what the first saved, and goes on from there. */
export function useEdit<R, V extends Record<string, unknown>>(spec: EditSpec<R, V>): EditSource<R, V> {
  const { record, valuesOf, save, saved, act = 'form.saveChanges', back, read, isMissing } = spec;
  const leadOn = useGoOn();
  const newest = useRef(record);
  return {
    initial: valuesOf(record),
    act,
    back,
    edits: true,
    current: () => newest.current,
    submit: async (values) => {
      const goOn = leadOn();
      await save(values, newest.current);
      notify({ type: 'success', message: saved, translateMessage: true });
      goOn(back);
    },
    ...(read && {
      reread: async () => {
        newest.current = await read();
        return valuesOf(newest.current);
      },
    }),
    ...(isMissing && { isMissing }),
  };
}
