import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { ACTS } from '@signet/contract/acts';
import { AUDIT_NOTES, AUDIT_RESOURCES } from '@signet/contract/audit';
import { BULK_ACTS, TYPED_BULK_ACTS } from '@signet/contract/bulk-names';
import { LICENSED_FEATURES } from '@signet/contract/licensed-features';
import { PROBLEMS_BY_AREA } from '@signet/contract/problem';
import { LOCALES } from '@signet/contract/locales';
import { ASSISTANT_TEXTS, ENGLISH, ENGLISH_BY_AREA, MAIL_TEXTS, TEXT_AREAS } from '@signet/contract/texts';
import { PERMISSIONS } from '@signet/contract/viewer';
import { textParts } from '../console/text-parts.ts';

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
  ['audit.note.', AUDIT_NOTES],
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

/** What the page says before it has any text of the console. */
const IN_THE_PAGE = join(ROOT, 'console/not-loaded-plugin.ts');

test('every text is used, and every key made from a name is a text', () => {
  const code = ['console/src', 'server/src', 'contract/src', 'assistant/src']
    .flatMap((folder) => sources(join(ROOT, folder)))
    .concat(IN_THE_PAGE)
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

/** `TOO_MANY_FILES` counts to two in words; how long to wait, of `TOO_MANY_REQUESTS`, is its number. */
const OF_LIMITS = statuses.filter(
  ([, status]) =>
    /LARGE|COMPLEX|TOO_MANY|_LIMIT$|MAX_LENGTH/.test(status) &&
    !['TOO_MANY_FILES', 'TOO_MANY_REQUESTS'].includes(status),
);
test('[S-218] a problem with a limit says which it is, in every language', () => {
  expect(OF_LIMITS.length).toBeGreaterThan(15);
  for (const [area, status] of OF_LIMITS)
    for (const locale of LOCALES)
      expect(textsOf(area, locale)[`notifications.exceptions.${status}`], `${status} ${locale}`).toMatch(
        /\{max[,}]|[0-9]/,
      );
});

test('every mail that is written has a name in the list of outgoing mail', () => {
  const kinds = Object.keys(ENGLISH).flatMap((key) => /^mail\.(.+)\.subject$/.exec(key)?.[1] ?? []);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !(`outgoingMail.kind.${kind}` in ENGLISH))).toEqual([]);
});

test('the console speaks no text of mails or of the trust assistant, and loads what it speaks', () => {
  const spoken = sources(join(ROOT, 'console/src')).map((path) => usesOf(readFileSync(path, 'utf8')));
  const ofOthers = Object.keys(ENGLISH).filter(
    (key) => key.startsWith(MAIL_TEXTS) || areaOf.get(key) === ASSISTANT_TEXTS,
  );
  expect(ofOthers.length).toBeGreaterThan(100);
  expect(ofOthers.filter((key) => spoken.some((uses) => uses(key)))).toEqual([]);
  const loaded = new Set([...textParts().values()].flat());
  expect(ofOthers.filter((key) => loaded.has(key))).toEqual([]);
  // What is left the server says, the heads of tables, names in calendars, pages without a console, or the page itself.
  const elsewhere = usesOf(
    sources(join(ROOT, 'server/src'))
      .concat(IN_THE_PAGE)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n'),
  );
  const left = Object.keys(ENGLISH).filter((key) => !loaded.has(key) && !ofOthers.includes(key));
  expect(left.filter((key) => !elsewhere(key))).toEqual([]);
});

test.each(LOCALES)('[S-129] %s: each kind of thing that the audit log filters by has a name of its own', (locale) => {
  const texts = new Map(TEXT_AREAS.flatMap((area) => Object.entries(textsOf(area, locale))));
  const kinds = AUDIT_RESOURCES.flatMap((resource) => texts.get(`accounts.event.${resource}`) ?? []);
  expect(kinds.length).toBeGreaterThan(40);
  expect(kinds.filter((kind, index) => kinds.indexOf(kind) !== index)).toEqual([]);
});

/** Japanese characters, and with them the punctuation of their width. */
const KANA_AND_KANJI = String.raw`[\u3040-\u30ff\u4e00-\u9fff々]`;
const OF_JAPANESE = String.raw`[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff60]`;
const NOT_OF_JAPANESE = [
  // A blank beside a word or number of another script, or beside what stands in for one; an address keeps its own.
  `${OF_JAPANESE} (?!https?://)[\\w#{/]`,
  `[\\w#}%] ${OF_JAPANESE}`,
  // Punctuation of half the width; the key "?" is a key, and ":asc" is typed so.
  `(?:${KANA_AND_KANJI}|[」』）])(?:[?!]|:(?![a-z]))`,
  String.raw`\}[:;,!?] `,
  `\\([^()]*${KANA_AND_KANJI}[^()]*\\)`,
  `(?:${OF_JAPANESE}|\\}) ?\\(`,
];

test('Japanese texts have no blanks beside Japanese, and punctuation of its width', () => {
  const odd = new RegExp(NOT_OF_JAPANESE.join('|'), 'u');
  const texts = TEXT_AREAS.flatMap((area) => Object.entries(textsOf(area, 'ja_JP')));
  expect(texts.filter(([, text]) => odd.test(text))).toEqual([]);
});

/** Where a line of French may break before its punctuation; in a list of characters each stands by itself. */
const BREAKS_IN_FRENCH = /[\p{L}\p{N}})>»"] [;:!?»]|« /u;

test('French texts have a no-break space before ; : ! ? and inside « »', () => {
  const texts = TEXT_AREAS.flatMap((area) => Object.entries(textsOf(area, 'fr_FR')));
  expect(texts.filter(([, text]) => BREAKS_IN_FRENCH.test(text))).toEqual([]);
});

test('French words that are typed have no capital with an accent, which a French keyboard lacks', () => {
  const texts = TEXT_AREAS.flatMap((area) => Object.entries(textsOf(area, 'fr_FR')));
  const words = texts.filter(([key]) => key.startsWith('bulk.word.'));
  expect(words.length).toBe(TYPED_BULK_ACTS.length);
  expect(words.filter(([, word]) => /(?![A-Z])\p{Lu}/u.test(word))).toEqual([]);
});
