import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { themeVariables } from '../../../theme-variables-plugin.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CONSOLE = join(HERE, '../..');
const STYLES = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles/baseline.layer.css')));
const read = (file: string): string => readFileSync(file, 'utf8');

const usedIn = (files: readonly string[]): Set<string> =>
  new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.replace(/^\s*type\s/, '').trim()),
      ),
    ),
  );
/** What these files use of Mantine that has styles of its own, which are not among these. */
const unstyledOf = (files: readonly string[], styles: string): string[] =>
  [...usedIn(files)].filter(
    (name) => existsSync(join(STYLES, `${name}.layer.css`)) && !styles.includes(`/styles/${name}.layer.css`),
  );

/** Styles come component by component: one that is used without its own looks almost right. */
test('every component of Mantine that is used has its styles', () => {
  const styles = ['mantine.ts', 'mantine-secured.ts'].map((file) => read(join(HERE, file))).join('\n');
  const files = globSync('**/*.tsx', { cwd: CONSOLE }).map((file) => join(CONSOLE, file));
  expect(usedIn(files).size).toBeGreaterThan(15);
  expect(unstyledOf(files, styles)).toEqual([]);
});

/** A source that is there: an import in a comment may be an example. */
const isSource = (file: string): boolean => /\.tsx?$/.test(file) && existsSync(file);

/** The files that a file of the console is made of: its own imports and theirs, also those that are loaded later. */
function madeOf(file: string): string[] {
  const found = new Set([file]);
  for (const one of found)
    if (isSource(one))
      for (const [, path = ''] of read(one).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g))
        found.add(resolve(dirname(one), path));
  return [...found].filter(isSource);
}

test('public pages have the styles of what they are made of: those of signed-in pages are not loaded for them', () => {
  const map = join(CONSOLE, 'routes/public.ts');
  const pages = [...read(map).matchAll(/import\('([^']+)'\)/g)].map(([, path = '']) => resolve(dirname(map), path));
  expect(pages.length).toBeGreaterThan(15);
  const secured = join(HERE, 'mantine-secured.ts');
  const unstyled = pages.flatMap((page) => {
    const files = madeOf(page);
    const styles = [read(join(HERE, 'mantine.ts')), ...files.map(read)].join('\n');
    return files.includes(secured)
      ? []
      : unstyledOf(files, styles).map((name) => `${page.slice(CONSOLE.length)} ${name}`);
  });
  expect(unstyled).toEqual([]);
});

/** The colour of weekends in the calendar, which has none (DayCalendar.tsx). */
const NOT_SHOWN = ['--mantine-color-red-6'];

/** The build makes the variables and leaves out the palettes that nothing wears. */
test('every variable of the theme that a style uses is there', () => {
  const defined = new Set([...themeVariables().matchAll(/(--mantine-[\w-]+):/g)].map(([, name]) => name));
  const sheets = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).flatMap((file) =>
    [...read(join(CONSOLE, file)).matchAll(/import '(@mantine\/[\w/.-]+\.css)'/g)].map(([, sheet = '']) =>
      fileURLToPath(import.meta.resolve(sheet)),
    ),
  );
  const own = globSync('**/*.{css,tsx}', { cwd: CONSOLE }).map((file) => join(CONSOLE, file));
  expect(sheets.length).toBeGreaterThan(20);
  const used = [...sheets, ...own].flatMap((file) =>
    [...read(file).matchAll(/var\((--mantine-[\w-]+)/g)].map(([, name]) => name),
  );
  expect([...new Set(used)].filter((name) => !defined.has(name)).toSorted()).toEqual(NOT_SHOWN);
});
