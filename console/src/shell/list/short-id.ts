/** What a filter by an id says of it. */
import { useText } from '../../i18n/text.ts';

/** Of an id without a name its last characters stand for it: the first ones say when it was made. */
const SHORT = 8;

/** The name of what the id stands for; how the id ends where nothing says the name. */
export function useNameOfId(): (id: string, name: string | null | undefined) => string {
  const t = useText();
  return (id, name) => name || t('list.shortId', { end: id.slice(-SHORT) });
}
