/** What a page that creates or edits a record hands to the record's form, so that one form serves both. */
import { useText, type TextKey } from '../../i18n/text.ts';
import { useGo } from '../routing/go.ts';
import type { FormSpec } from './form-shell.ts';

export type FormSource<V extends Record<string, unknown>> = Pick<
  FormSpec<V>,
  'initial' | 'submit' | 'reread' | 'isMissing'
> & {
  /** The words of the button: "Save changes". */
  act: TextKey;
  /** True where nothing can be saved before something is different from what was read. */
  edits: boolean;
  /** Where cancelling leads. */
  back: string;
};

/** The foot of the page of such a form. */
export function useFormFoot(
  { act, edits, back }: Pick<FormSource<Record<string, unknown>>, 'act' | 'edits' | 'back'>,
  { dirty }: { dirty: boolean },
): { submit: string; whyNot: string | null; onCancel: () => void } {
  const t = useText();
  const go = useGo();
  return { submit: t(act), whyNot: edits && !dirty ? t('form.nothingChanged') : null, onCancel: () => go(back) };
}
