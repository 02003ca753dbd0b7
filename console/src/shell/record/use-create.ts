import type { TextKey } from '../../i18n/text.ts';
import type { FormSource } from '../form/form-source.ts';
import { notify } from '../notices/notifications.ts';
import { useGoOn } from '../routing/go.ts';

type Spec<R, V> = {
  initial: V;
  /** Sends the values; answers what was made. */
  create: (values: V) => Promise<R>;
  act: TextKey;
  /** Said once it is made. */
  created: TextKey | ((values: V) => TextKey);
  /** Where it is said otherwise than as a success. */
  say?: (created: TextKey) => void;
  /** Where to go with what was made. */
  to: (made: R) => string;
  /** Where cancelling leads. */
  back: string;
};

/** A new record: what its form begins with, sends and leads to. */
export function useCreate<R, V extends Record<string, unknown>>(spec: Spec<R, V>): FormSource<V> {
  const { initial, create, act, created, say, to, back } = spec;
  const leadOn = useGoOn();
  return {
    initial,
    act,
    back,
    edits: false,
    submit: async (values) => {
      const goOn = leadOn();
      const made = await create(values);
      const message = typeof created === 'function' ? created(values) : created;
      if (say) say(message);
      else notify({ type: 'success', message, translateMessage: true });
      goOn(to(made));
    },
  };
}
