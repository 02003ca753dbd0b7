/** What the assistant says to its person, in their language: the texts of the contract's area `assistant-program`. */
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import german from '@signet/contract/i18n/assistant-program/de_DE.json' with { type: 'json' };
import english from '@signet/contract/i18n/assistant-program/en_US.json' with { type: 'json' };
import spanish from '@signet/contract/i18n/assistant-program/es_ES.json' with { type: 'json' };
import french from '@signet/contract/i18n/assistant-program/fr_FR.json' with { type: 'json' };
import japanese from '@signet/contract/i18n/assistant-program/ja_JP.json' with { type: 'json' };
import { DEFAULT_LOCALE, languageTag, type Locale } from '@signet/contract/locales';
import { fill, type Values } from './fill.ts';

export type Text = keyof typeof english;
/** What follows a beginning that several texts have: of `assistantProgram.choose` it is `pin`, `newPin` … */
export type TextsOf<P extends string, T extends Text = Text> = T extends `${P}.${infer Rest}` ? Rest : never;
/** Says a text; `values` are what stands in its placeholders, as it is. */
export type Speak = (text: Text, values?: Values) => string;

const TEXTS: Record<Locale, Record<Text, string>> = {
  en_US: english,
  de_DE: german,
  fr_FR: french,
  es_ES: spanish,
  ja_JP: japanese,
};

/** Texts are compiled when they are said first: a person sees a few of them. */
export function speakerOf(locale: Locale): Speak {
  const compiled = new Map<Text, CompiledMessage>();
  function messageOf(text: Text): CompiledMessage {
    const known = compiled.get(text) ?? compileMessageOrThrow(TEXTS[locale][text]);
    compiled.set(text, known);
    return known;
  }
  return (text, values = {}) => fill(languageTag(locale), messageOf(text), values);
}

const inEnglish = speakerOf(DEFAULT_LOCALE);

/** What went wrong in words for the person; the message is English. */
export class Failure extends Error {
  readonly text: Text;
  readonly values: Values;
  constructor(text: Text, values: Values = {}) {
    super(inEnglish(text, values));
    this.text = text;
    this.values = values;
  }
}
