/**
 * Fills the placeholders of an ICU message. By ourselves: the library that server and console take reads `\x41` in what
 * is filled in as a letter, so that the person would be asked about another file than the one that is loaded.
 */
import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

export type Values = Readonly<Record<string, string | number>>;
type Choices = Record<string, CompiledMessage>;

const isChoices = (format: unknown): format is Choices => typeof format === 'object' && format !== null;
const chosen = (choices: Choices, name: string): CompiledMessage | undefined =>
  Object.hasOwn(choices, name) ? choices[name] : undefined;

/** `count` stands where the message has `#`. */
export function fill(language: string, message: CompiledMessage, values: Values, count?: number): string {
  const number = (value: number): string => new Intl.NumberFormat(language).format(value);
  return message
    .map((token) => {
      if (token === '#' && count !== undefined) return number(count);
      if (typeof token === 'string') return token;
      const [name, kind, format] = token;
      const value = values[name];
      if (value === undefined) throw new Error(`The text lacks a value for ${name}.`);
      if (!isChoices(format)) return typeof value === 'number' ? number(value) : value;
      if (kind === 'plural') {
        const amount = Number(value);
        const rule = new Intl.PluralRules(language).select(amount);
        const branch = chosen(format, String(amount)) ?? chosen(format, rule) ?? chosen(format, 'other');
        return fill(language, branch ?? [], values, amount);
      }
      return fill(language, chosen(format, String(value)) ?? chosen(format, 'other') ?? [], values, count);
    })
    .join('');
}
