/**
 * Compiles the texts of contract/src/i18n/<area>/<locale>.json (flat ICU messages) at build time, and lays them beside
 * the console's files as `<locale>/<part>.js`, where language.ts finds them below `__TEXTS__`: text-parts.ts says which
 * texts a part has, and with which file of the console it comes. A key that a locale lacks carries the English text, so
 * that nobody ever reads a raw key. While developing and in component tests the part of the start has all texts.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LOCALE, LOCALES } from '@signet/contract/locales';
import { TEXT_AREAS, type TextArea } from '@signet/contract/texts';
import type { Plugin } from 'vite';
import { Sources } from './sources.ts';
import { partOf, START, textParts } from './text-parts.ts';
import { SPOKEN } from './text-uses.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVED = 'virtual:texts/';
const LANGUAGE = path.join(ROOT, 'console/src/i18n/language.ts');

const fileOf = (area: TextArea, locale: string): string => path.join(ROOT, `contract/src/i18n/${area}/${locale}.json`);

/** All texts of a language by key, as ICU messages. */
export function textsOf(locale: string): Record<string, string> {
  const read = (one: string): Record<string, string>[] =>
    TEXT_AREAS.map((area) => JSON.parse(readFileSync(fileOf(area, one), 'utf8')));
  return Object.assign({}, ...read(DEFAULT_LOCALE), ...read(locale));
}

/** A module of texts: its default export maps each key to its compiled message. */
export function moduleOf(keys: readonly string[], texts: Readonly<Record<string, string>>): string {
  const compiled = keys.map((key) => [key, compileMessageOrThrow(texts[key] ?? '')]);
  return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
}

/** The modules of all parts in all languages, by their path. */
function modules(parts: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  return new Map(
    LOCALES.flatMap((locale) => {
      const texts = textsOf(locale);
      return [...parts].map(([part, keys]): [string, string] => [`${locale}/${part}.js`, moduleOf(keys, texts)]);
    }),
  );
}

/**
 * A source whose imports on demand bring the texts of what they import: `import('./Page.tsx')` becomes
 * `withTexts(import('./Page.tsx'), 'organizations')`, so that both are fetched beside each other.
 */
export function bringingTexts(source: string, part: (from: string) => string | null): string {
  const changed = source.replaceAll(/\bimport\('(\.[^']+)'\)/g, (whole, from: string) => {
    const name = part(from);
    return name === null ? whole : `withTexts(${whole}, '${name}')`;
  });
  return changed === source ? source : `import { withTexts } from ${JSON.stringify(LANGUAGE)}; ${changed}`;
}

/** Texts as the product has them. */
function built(): Plugin {
  const sources = new Sources();
  const pages = sources.pages();
  let parts = new Map<string, string[]>();
  let files = new Map<string, string>();
  let folder = '';
  return {
    name: 'signet-catalogs',
    apply: 'build',
    enforce: 'pre',
    config({ base = '/' }) {
      parts = textParts(sources);
      files = modules(parts);
      const hash = createHash('sha256')
        .update(JSON.stringify([...files]))
        .digest('base64url');
      folder = `assets/texts-${hash.slice(0, 8)}`;
      return { define: { __TEXTS__: JSON.stringify(`${base}${folder}`) } };
    },
    transform(code, id) {
      const file = path.relative(ROOT, id).replaceAll(path.sep, '/');
      if (!file.startsWith('console/src/') || !code.includes('import(')) return undefined;
      const part = (from: string): string | null => {
        const name = partOf(path.posix.join(path.posix.dirname(file), from), pages);
        return name !== null && parts.get(name)?.length ? name : null;
      };
      return { code: bringingTexts(code, part), map: null };
    },
    generateBundle() {
      for (const [name, source] of files) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}

/** Texts while developing. */
function served(): Plugin {
  return {
    name: 'signet-catalogs-served',
    apply: 'serve',
    config: ({ base = '/' }) => ({ define: { __TEXTS__: JSON.stringify(`${base}@id/__x00__${SERVED.slice(0, -1)}`) } }),
    resolveId: (id) => (id.startsWith(`\0${SERVED}`) ? id : undefined),
    load(id) {
      if (!id.startsWith(`\0${SERVED}`)) return undefined;
      const locale = id.slice(SERVED.length + 1).replace(`/${START}.js`, '');
      for (const area of TEXT_AREAS)
        for (const one of new Set([locale, DEFAULT_LOCALE])) this.addWatchFile(fileOf(area, one));
      return moduleOf(SPOKEN, textsOf(locale));
    },
  };
}

export const catalogs = (): Plugin[] => [built(), served()];
