/**
 * Compiles the texts of contract/src/i18n/<locale>.json (flat ICU messages) at build time.
 * `virtual:texts/<locale>` is a module whose default export maps each key to its compiled message, and
 * `virtual:texts/<locale>/secured` one with those of secured pages alone, which sign-in does not wait for;
 * a key that a locale lacks carries the English text, so that nobody ever reads a raw key.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:texts/';
const SECURED_PART = '/secured';

/** Families of texts that only secured pages show. */
export const SECURED: ReadonlySet<string> = new Set([
  'accounts',
  'administrators',
  'contacts',
  'flags',
  'list',
  'nav',
  'organizations',
  'outgoingMail',
  'palette',
  'permission',
  'sessions',
  'settings',
  'shortcuts',
]);

/** Whether a text belongs to secured pages: its family is the first word of its key. */
export const isSecured = (key: string): boolean => SECURED.has(key.slice(0, key.indexOf('.')));

function fileOf(locale: string): string {
  return fileURLToPath(new URL(`../contract/src/i18n/${locale}.json`, import.meta.url));
}

function textsOf(locale: string): Record<string, string> {
  return existsSync(fileOf(locale)) ? JSON.parse(readFileSync(fileOf(locale), 'utf8')) : {};
}

export function catalogs(): Plugin {
  return {
    name: 'signet-catalogs',
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const secured = id.endsWith(SECURED_PART);
      const locale = id.slice(PREFIX.length + 1, secured ? -SECURED_PART.length : undefined);
      for (const one of new Set([locale, 'en_US'])) if (existsSync(fileOf(one))) this.addWatchFile(fileOf(one));
      const texts = { ...textsOf('en_US'), ...textsOf(locale) };
      const compiled = Object.fromEntries(
        Object.entries(texts)
          .filter(([key]) => isSecured(key) === secured)
          .map(([key, text]) => [key, compileMessageOrThrow(text)]),
      );
      return `export default ${JSON.stringify(compiled)}`;
    },
  };
}
