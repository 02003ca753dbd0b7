import { isTextKey, useText } from '../../i18n/text.ts';

/** Types of seats in the person's words, one after the other. */
export function useSeatTypes(): (types: readonly unknown[]) => string {
  const t = useText();
  const word = (type: string): string => {
    const key = `seats.type.${type}`;
    return isTextKey(key) ? t(key) : type;
  };
  return (types) => types.map((type) => word(String(type))).join(', ');
}
