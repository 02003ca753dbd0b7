/** How products, what they count, and quantities of it are called. */
import { UNLIMITED } from '@signet/contract/licensed-features';
import { languageTag } from '@signet/contract/locales';
import { isTextKey, useLocale, useText } from './text.ts';

export type LicenseWords = {
  /** By its code; a code without a name is shown as it is. */
  product: (code: string) => string;
  /** By its name in the license; a license may name what the console has no words for. */
  feature: (name: string) => string;
  number: (count: number) => string;
  /** A number, or the word for no limit. */
  quantity: (count: number) => string;
  /** Of a whole number of hundredths: 94 is "94%". */
  percent: (hundredths: number) => string;
};

export function useLicenseWords(): LicenseWords {
  const t = useText();
  const tag = languageTag(useLocale());
  const named = (key: string, otherwise: string): string => (isTextKey(key) ? t(key) : otherwise);
  const number = (count: number): string => new Intl.NumberFormat(tag).format(count);
  return {
    product: (code) => named(`product.${code}`, code),
    feature: (name) => named(`licensed.${name}`, name),
    number,
    quantity: (count) => (count === UNLIMITED ? t('license.unlimited') : number(count)),
    percent: (hundredths) => new Intl.NumberFormat(tag, { style: 'percent' }).format(hundredths / 100),
  };
}
