import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENGLISH, TEXT_AREAS } from '@signet/contract/texts';
import { expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url);
const LANGUAGES = ['de', 'fr', 'es', 'ja'] as const;
type Language = (typeof LANGUAGES)[number];
const LOCALE = { de: 'de_DE', fr: 'fr_FR', es: 'es_ES', ja: 'ja_JP' } as const;

/** A term of the glossary: its English forms, those of each language, and the words that are not said for it. */
type Term = { english: string[]; forms: Record<Language, string[]>; never: { language: Language; word: string }[] };

const listed = (cell = ''): string[] =>
  cell
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The rows of "In five languages" of docs/glossary.md; the last column is "de Prüfprotokoll, fr réglage". */
function readTerms(): Term[] {
  const page = readFileSync(fileURLToPath(new URL('docs/glossary.md', ROOT)), 'utf8');
  const [, section = ''] = page.split('\n## In five languages\n');
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) => {
    const [english, de, fr, es, ja, never] = line.split('|').slice(1).map(listed);
    return {
      english: english ?? [],
      forms: { de: de ?? [], fr: fr ?? [], es: es ?? [], ja: ja ?? [] },
      never: (never ?? []).map((entry) => {
        const space = entry.indexOf(' ');
        return { language: entry.slice(0, space) as Language, word: entry.slice(space + 1) };
      }),
    };
  });
}

/** The texts of a language by key, without tags and the names of placeholders, which nobody reads. */
function textsOf(locale: string): Map<string, string> {
  const texts = TEXT_AREAS.flatMap((area) => {
    const file = fileURLToPath(new URL(`contract/src/i18n/${area}/${locale}.json`, ROOT));
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  });
  return new Map(texts.map(([key, text]) => [key, spoken(text)]));
}
const spoken = (text: string): string =>
  text.replaceAll(/<\/?\w+>|\{\w+(?:, (?:number|plural|select)\b,?|(?=\}))/g, ' ');

const TERMS = readTerms();
const whole = (words: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, flags);

/** Product names are the same in every language. */
const PRODUCTS = Object.entries(ENGLISH)
  .filter(([key]) => /^product\.\w+$/.test(key))
  .map(([, name]) => name);

/** The English texts as they are searched for a term: without products, and without longer terms that hold it. */
function searched(english: readonly string[]): Map<string, string> {
  const longer = TERMS.flatMap((term) => term.english).filter(
    (other) => !english.includes(other) && english.some((one) => other.includes(one)),
  );
  const away = whole([...PRODUCTS, ...longer], 'giu');
  return new Map(Object.entries(ENGLISH).map(([key, text]) => [key, spoken(text).replaceAll(away, ' ')]));
}

test('the glossary is read: each term has a word in each language', () => {
  expect(TERMS.length).toBeGreaterThan(20);
  for (const { english, forms, never } of TERMS) {
    for (const language of LANGUAGES) expect(forms[language], `${english[0]} ${language}`).not.toEqual([]);
    for (const { language } of never) expect(LANGUAGES, english[0]).toContain(language);
  }
});

test.each(LANGUAGES)('%s: where the English text has a term, the translation has its word', (language) => {
  const texts = textsOf(LOCALE[language]);
  const others = TERMS.flatMap(({ english, forms }) => {
    const named = whole(english);
    return [...searched(english)]
      .filter(([, text]) => named.test(text))
      .map(([key]) => [key, texts.get(key) ?? ''] as const)
      .filter(([, text]) => !forms[language].some((form) => text.toLowerCase().includes(form.toLowerCase())))
      .map(([key, text]) => `${english[0]}: ${key}: ${text}`);
  });
  expect(others).toEqual([]);
});

test.each(LANGUAGES)('%s: no other word is said for a term', (language) => {
  const words = TERMS.flatMap(({ never }) => never.filter((one) => one.language === language).map(({ word }) => word));
  // Japanese words stand without blanks between them.
  const found = language === 'ja' ? new RegExp(words.join('|'), 'u') : whole(words);
  expect([...textsOf(LOCALE[language])].filter(([, text]) => found.test(text))).toEqual([]);
});
