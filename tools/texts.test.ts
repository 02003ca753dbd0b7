import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { PROBLEMS } from '@signet/contract/problem';
import { LOCALES } from '@signet/contract/locales';
import { PERMISSIONS } from '@signet/contract/viewer';
import { isSecured } from '../console/catalog-plugin.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const texts = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, `contract/src/i18n/${locale}.json`), 'utf8'));
const english = texts('en_US');

/** The names of an ICU message's placeholders and of its tags. */
function parts(message: string): string[] {
  const names = new Set<string>();
  const walk = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    for (const one of token) {
      if (!Array.isArray(one)) continue;
      names.add(String(one[0]));
      for (const inner of one.slice(1)) {
        if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
          for (const branch of Object.values(inner)) walk(branch);
        else walk(inner);
      }
    }
  };
  const compiled = compileMessage(message);
  walk(compiled);
  const tags = [...message.matchAll(/<\/?(\w+)>/g)].map((match) => `<${match[1]}>`);
  return [...new Set([...names, ...tags])].toSorted();
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Keys that code makes from a name: the families they come from, and the names there are. */
const FAMILIES: [prefix: string, names: readonly string[]][] = [
  ['notifications.exceptions.', Object.keys(PROBLEMS)],
  ['permission.', PERMISSIONS],
];

test.each(LOCALES.filter((locale) => locale !== 'en_US'))(
  '[S-117 S-278] %s has every text, none too many, with the same placeholders',
  (locale) => {
    const translated = texts(locale);
    expect(
      Object.keys(english).filter((key) => !(key in translated)),
      'missing',
    ).toEqual([]);
    expect(
      Object.keys(translated).filter((key) => !(key in english)),
      'unknown',
    ).toEqual([]);
    for (const [key, message] of Object.entries(translated))
      expect(parts(message), key).toEqual(parts(english[key] ?? ''));
  },
);

test('every text is used, and every key in the code is a text', () => {
  const code = ['console/src', 'server/src', 'contract/src']
    .flatMap((folder) => sources(join(ROOT, folder)))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const quoted = new Set([...code.matchAll(/['"`]([a-zA-Z]\w*(?:\.[\w-]+)+)['"`]/g)].map((match) => match[1]));
  // A template such as `welcome.${app}.line` uses every key that it may make.
  const made = [...code.matchAll(/`([a-zA-Z][\w.]*\.[\w.]*\$\{[^`]*)`/g)].map((match) => {
    const pattern = (match[1] ?? '')
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\w-]+');
    return new RegExp(`^${pattern}$`);
  });
  const family = new Set(FAMILIES.flatMap(([prefix, names]) => names.map((name) => `${prefix}${name}`)));
  const unused = Object.keys(english).filter(
    (key) => !quoted.has(key) && !family.has(key) && !made.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
  expect([...family].filter((key) => !(key in english))).toEqual([]);
});

/** What a file loads with it: its imports and theirs, without types and what is loaded on demand. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type\b)(?:[^';]*? from )?'(\.[^']+)'/gm,
  ))
    loadedWith(join(dirname(file), from), found);
  return found;
}

test('pages before sign-in show no text of secured pages, which is not loaded there', () => {
  const map = readFileSync(join(ROOT, 'console/src/routes.tsx'), 'utf8');
  const pages = [...map.matchAll(/layout: '(?:split|public|either)'[^}]*?import\('(\.\/[^']+)'\)/g)].map(
    (match) => match[1] ?? '',
  );
  expect(pages.length).toBeGreaterThan(10);
  const entries = ['./main.tsx', './shell/public/SplitLayout.tsx', './shell/public/PublicLayout.tsx', ...pages].map(
    (page) => join(ROOT, 'console/src', page),
  );
  const shown = entries.flatMap((entry) => [...loadedWith(entry)]).filter((file) => !file.endsWith('/routes.tsx'));
  const wrong = [...new Set(shown)].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`]([a-zA-Z]\w*\.[\w.-]+)['"`]/g)]
      .map((match) => match[1] ?? '')
      .filter((key) => key in english && isSecured(key))
      .map((key) => `${relative(ROOT, file)}: ${key}`),
  );
  expect(wrong).toEqual([]);
});
