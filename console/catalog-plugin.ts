/**
 * Compiles the texts of contract/src/i18n/<locale>.json (flat ICU messages) at build time.
 * `virtual:texts/<locale>` is a module whose default export maps each key to its compiled message;
 * a key that a locale lacks carries the English text, so that nobody ever reads a raw key.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:texts/';

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
      const locale = id.slice(PREFIX.length + 1);
      for (const one of new Set([locale, 'en_US'])) if (existsSync(fileOf(one))) this.addWatchFile(fileOf(one));
      const texts = { ...textsOf('en_US'), ...textsOf(locale) };
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]),
      );
      return `export default ${JSON.stringify(compiled)}`;
    },
  };
}
