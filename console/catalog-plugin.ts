/**
 * Compiles the texts of contract/src/i18n/<area>/<locale>.json (flat ICU messages) at build time into two modules per
 * language: `virtual:texts/<locale>` has those that pages before sign-in show, `virtual:texts/<locale>/after-sign-in`
 * all others. The default export maps each key to its compiled message; a key that a locale lacks carries the English
 * text, so that nobody ever reads a raw key.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LOCALE } from '@signet/contract/locales';
import { ASSISTANT_TEXTS, BEFORE_SIGN_IN, MAIL_TEXTS, TEXT_AREAS, type TextArea } from '@signet/contract/texts';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:texts/';
const AFTER_SIGN_IN = '/after-sign-in';

/** The areas whose texts a module has. */
const areasOf = (afterSignIn: boolean): TextArea[] =>
  TEXT_AREAS.filter((area) => area !== ASSISTANT_TEXTS && BEFORE_SIGN_IN.includes(area) !== afterSignIn);

function fileOf(area: TextArea, locale: string): string {
  return fileURLToPath(new URL(`../contract/src/i18n/${area}/${locale}.json`, import.meta.url));
}

function textsOf(area: TextArea, locale: string): Record<string, string> {
  return JSON.parse(readFileSync(fileOf(area, locale), 'utf8'));
}

/** The texts of a module by key, as ICU messages. */
export function catalogOf(locale: string, afterSignIn: boolean): Record<string, string> {
  const texts: Record<string, string> = Object.assign(
    {},
    ...areasOf(afterSignIn).flatMap((area) => [textsOf(area, DEFAULT_LOCALE), textsOf(area, locale)]),
  );
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith(MAIL_TEXTS)));
}

export function catalogs(): Plugin {
  return {
    name: 'signet-catalogs',
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const afterSignIn = id.endsWith(AFTER_SIGN_IN);
      const locale = id.slice(PREFIX.length + 1, afterSignIn ? -AFTER_SIGN_IN.length : undefined);
      for (const area of areasOf(afterSignIn))
        for (const one of new Set([locale, DEFAULT_LOCALE])) this.addWatchFile(fileOf(area, one));
      const compiled = Object.entries(catalogOf(locale, afterSignIn)).map(([key, text]) => [
        key,
        compileMessageOrThrow(text),
      ]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}
