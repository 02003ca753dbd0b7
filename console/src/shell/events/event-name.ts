/** What the audit log calls the thing that an event is about, in the person's words where the product has some. */
import { BULK_ACTS } from '@signet/contract/bulk-names';
import { useText, type TextOf } from '../../i18n/text.ts';
import { actTexts } from '../bulk/act-texts.ts';
import { flagName } from '../permission/flag-name.ts';

/** What is called by a word of the product, a flag or a bulk act, shows its text; everything else has a name. */
function nameText(t: TextOf, kind: string, name: string): string {
  if (kind === 'FEATURE_FLAG') return flagName(t, name);
  const act = BULK_ACTS.find((one) => one === name);
  return kind === 'BULK_RUN' && act ? actTexts(t, { act, input: null, undoes: null }).title : name;
}

/** Its name; null for what has none. */
export function useEventName(): (kind: string, resourceName: string | null) => string | null {
  const t = useText();
  return (kind, resourceName) => (resourceName === null ? null : nameText(t, kind, resourceName));
}
