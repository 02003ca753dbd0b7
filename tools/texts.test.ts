import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { endpoints } from '@signet/contract';
import { ACTS } from '@signet/contract/acts';
import { BULK_ACTS, TYPED_BULK_ACTS } from '@signet/contract/bulk-names';
import { LICENSED_FEATURES } from '@signet/contract/licensed-features';
import { PROBLEMS_BY_AREA } from '@signet/contract/problem';
import { LOCALES } from '@signet/contract/locales';
import {
  ASSISTANT_TEXTS,
  BEFORE_SIGN_IN,
  ENGLISH,
  ENGLISH_BY_AREA,
  MAIL_TEXTS,
  TEXT_AREAS,
} from '@signet/contract/texts';
import { PERMISSIONS } from '@signet/contract/viewer';
import { catalogOf } from '../console/catalog-plugin.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'contract/src/i18n');
const textsOf = (area: string, locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(FOLDER, area, `${locale}.json`), 'utf8'));
/** The area of each text. */
const areaOf = new Map(TEXT_AREAS.flatMap((area) => Object.keys(ENGLISH_BY_AREA[area]).map((key) => [key, area])));

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

/** Every problem's status with the area that declares it. */
const statuses = Object.entries(PROBLEMS_BY_AREA).flatMap(([area, problems]) =>
  Object.keys(problems).map((status): [area: string, status: string] => [area, status]),
);

/** What some application counts, in either generation. */
const LICENSED = Object.values(LICENSED_FEATURES).flatMap(({ v1, v2 }) => [...Object.keys(v1), ...Object.keys(v2)]);

/** Keys that code makes from a name: the families they come from, and the names there are. */
const FAMILIES: [prefix: string, names: readonly string[]][] = [
  ['notifications.exceptions.', statuses.map(([, status]) => status)],
  ['permission.', PERMISSIONS],
  ['licensed.', LICENSED],
  ['bulk.title.', BULK_ACTS],
  ['bulk.act.', BULK_ACTS],
  ['bulk.word.', TYPED_BULK_ACTS],
  // Those of one application's license are called by its permission.
  ['accessCheck.act.', [...ACTS.keys()].filter((act) => !/^licenses\..*\./.test(act))],
];

test('every folder of texts is an area of the list, with a file for each language', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(TEXT_AREAS.toSorted());
  for (const area of TEXT_AREAS)
    expect(readdirSync(join(FOLDER, area)).toSorted(), area).toEqual(LOCALES.map((one) => `${one}.json`).toSorted());
});

test('no text stands in two areas', () => {
  const all = TEXT_AREAS.flatMap((area) => Object.keys(ENGLISH_BY_AREA[area]));
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});

test('[S-117 S-278] every area has the texts of every language, none too many, with the same placeholders', () => {
  for (const area of TEXT_AREAS) {
    const english = textsOf(area, 'en_US');
    const wanted = Object.fromEntries(Object.entries(english).map(([key, message]) => [key, parts(message)]));
    for (const locale of LOCALES) {
      const translated = textsOf(area, locale);
      expect(Object.keys(translated), `${area} ${locale}`).toEqual(Object.keys(english));
      if (locale === 'en_US') continue;
      const found = Object.fromEntries(Object.entries(translated).map(([key, message]) => [key, parts(message)]));
      expect(found, `${area} ${locale}`).toEqual(wanted);
    }
  }
});

/** Whether a source uses a key: quoted, or by a template such as `welcome.${app}.line`, which uses all it may make. */
function usesOf(source: string): (key: string) => boolean {
  const quoted = new Set([...source.matchAll(/['"`]([a-zA-Z]\w*(?:\.[\w-]+)+)['"`]/g)].map((match) => match[1]));
  const made = [...source.matchAll(/`([a-zA-Z][\w.]*\.[\w.]*\$\{[^`]*)`/g)].map((match) => {
    const pattern = (match[1] ?? '')
      .split(/\$\{[^}]*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\w-]+');
    return new RegExp(`^${pattern}$`);
  });
  return (key) => quoted.has(key) || made.some((pattern) => pattern.test(key));
}

test('every text is used, and every key made from a name is a text', () => {
  const code = ['console/src', 'server/src', 'contract/src', 'assistant/src']
    .flatMap((folder) => sources(join(ROOT, folder)))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const uses = usesOf(code);
  const family = new Set(FAMILIES.flatMap(([prefix, names]) => names.map((name) => `${prefix}${name}`)));
  expect(Object.keys(ENGLISH).filter((key) => !uses(key) && !family.has(key))).toEqual([]);
  expect([...family].filter((key) => !(key in ENGLISH))).toEqual([]);
});

test('a problem is declared by one area, and its text stands there', () => {
  expect(new Set(statuses.map(([, status]) => status)).size).toBe(statuses.length);
  const elsewhere = statuses.filter(([area, status]) => areaOf.get(`notifications.exceptions.${status}`) !== area);
  expect(elsewhere).toEqual([]);
});

/** Files that are loaded on demand, and for people who are signed in only. */
const SIGNED_IN_ONLY = /\/(?:SecuredLayout|Gate|OwnWelcome|PersonSwitch)\.tsx$/;
const ROUTES = join(ROOT, 'console/src/routes');
/** A page before sign-in as the map of routes writes it: its title, and its file relative to the part of the map. */
const PUBLIC_PAGE = /title: '([^']+)',\s*layout: '(?:split|public|either)',[^}]*?import\('(\.\.\/[^']+)'\)/g;
const publicPages = (file: string) => [...readFileSync(file, 'utf8').matchAll(PUBLIC_PAGE)];

/** The titles of the pages before sign-in, each with the part of the map that has it. */
const titlesBeforeSignIn = readdirSync(ROUTES).flatMap((part) =>
  publicPages(join(ROUTES, part)).map(([, title = '']): [string, string] => [title, part]),
);

/** The files that somebody who is not signed in may load, from one file on: what it imports, at once or on demand. */
function loadedBeforeSignIn(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file) || SIGNED_IN_ONLY.test(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  const imported =
    dirname(file) === ROUTES
      ? publicPages(file).map(([, , page = '']) => page)
      : [
          ...source.matchAll(/^(?:import|export) (?!type\b)(?:[^';]*? from )?'(\.[^']+)'/gm),
          ...source.matchAll(/\bimport\('(\.[^']+)'\)/g),
        ].map(([, path = '']) => path);
  for (const path of imported) loadedBeforeSignIn(join(dirname(file), path), found);
  return found;
}

/** The texts that pages before sign-in name, with the file that does. */
function textsBeforeSignIn(): Map<string, string> {
  const fileOf = new Map(titlesBeforeSignIn);
  const files = loadedBeforeSignIn(join(ROOT, 'console/src/main.tsx'));
  for (const file of [...files].filter((path) => dirname(path) !== ROUTES)) {
    const source = readFileSync(file, 'utf8');
    const uses = usesOf(source);
    for (const key of Object.keys(ENGLISH)) if (uses(key)) fileOf.set(key, relative(ROOT, file));
  }
  return fileOf;
}

describe('before sign-in', () => {
  const early = new Set(Object.keys(catalogOf('en_US', false)));
  /** Problems are shown wherever their call is made; which those are no import tells. */
  const PROBLEM_TEXTS = 'notifications.exceptions.';
  const fileOf = textsBeforeSignIn();
  /** "area family" of a text, such as "frame shell". */
  const familyOf = (key: string): string => `${areaOf.get(key)} ${key.slice(0, key.indexOf('.'))}`;

  test('the pages are found', () => {
    expect(titlesBeforeSignIn.length).toBeGreaterThan(12);
    expect([...fileOf.values()]).toContain('console/src/areas/welcome/OpenWelcome.tsx');
  });

  test('a page shows no text of an area that is loaded after it', () => {
    const late = [...fileOf].filter(([key]) => !key.startsWith(PROBLEM_TEXTS) && !early.has(key));
    expect(late.map(([key, file]) => `${file}: ${key} of ${areaOf.get(key)}`)).toEqual([]);
  });

  test('the problems that a call before sign-in may answer have their texts by then', () => {
    const calls = endpoints.filter((endpoint) => endpoint.access === 'public');
    expect(calls.length).toBeGreaterThan(10);
    const keys = calls.flatMap((endpoint) => endpoint.problems ?? []).map((status) => `${PROBLEM_TEXTS}${status}`);
    expect(keys.filter((key) => !early.has(key))).toEqual([]);
  });

  test('no texts are loaded that no page shows', () => {
    const families = new Set([...fileOf.keys()].map(familyOf));
    const needless = [...new Set([...early].map(familyOf))].filter((family) => !families.has(family));
    expect(needless).toEqual([]);
    for (const area of BEFORE_SIGN_IN) expect([...families].some((family) => family.startsWith(`${area} `))).toBe(true);
  });

  test('every mail that is written has a name in the list of outgoing mail', () => {
    const kinds = Object.keys(ENGLISH).flatMap((key) => /^mail\.(.+)\.subject$/.exec(key)?.[1] ?? []);
    expect(kinds.length).toBeGreaterThan(20);
    expect(kinds.filter((kind) => !(`outgoingMail.kind.${kind}` in ENGLISH))).toEqual([]);
  });

  test('every text is loaded before or after it, and those of mails and of the assistant neither', () => {
    const late = Object.keys(catalogOf('en_US', true));
    expect(late.filter((key) => early.has(key))).toEqual([]);
    const mails = Object.keys(ENGLISH).filter((key) => key.startsWith(MAIL_TEXTS));
    const spoken = Object.keys(ENGLISH_BY_AREA[ASSISTANT_TEXTS]);
    expect([...early, ...late, ...mails, ...spoken].toSorted()).toEqual(Object.keys(ENGLISH).toSorted());
    const console = sources(join(ROOT, 'console/src')).map((path) => usesOf(readFileSync(path, 'utf8')));
    expect([...mails, ...spoken].filter((key) => console.some((uses) => uses(key)))).toEqual([]);
  });
});
