/** What is said of an end in somebody's language: in files, calendars and messages. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import type { EndingEffect } from '@signet/contract/areas/ends-soon-record';
import type { Locale } from '@signet/contract/locales';
import { text } from '../texts.ts';

/** What kind of thing it is; of a trial, of which application. */
export const kindText = (locale: Locale, { kind, app_code }: Pick<Ending, 'kind' | 'app_code'>): string =>
  app_code === null
    ? text(locale, `endsSoon.kind.${kind}`)
    : text(locale, 'endsSoon.trialOf', { product: text(locale, `product.${app_code}`) });

/** What will break, and what is to be said beside it, in sentences. */
export function effectText(locale: Locale, { effect, hint, numbers }: EndingEffect): string {
  return text(locale, 'overview.effect', {
    effect: text(locale, `endsSoon.effect.${effect}`, numbers),
    hint: hint ? text(locale, `endsSoon.hint.${hint}`, numbers) : '',
    hinted: hint ? 'yes' : 'no',
  });
}
