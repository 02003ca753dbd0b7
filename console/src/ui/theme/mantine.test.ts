import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { themeVariables } from '../../../theme-variables-plugin.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CONSOLE = join(HERE, '../..');
const STYLES = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles/baseline.layer.css')));
const read = (file: string): string => readFileSync(file, 'utf8');

/** Styles come component by component: one that is used without its own looks almost right. */
test('every component of Mantine that is used has its styles', () => {
  const imported = ['mantine.ts', 'mantine-secured.ts'].map((file) => read(join(HERE, file))).join('\n');
  const used = new Set(
    globSync('**/*.tsx', { cwd: CONSOLE }).flatMap((file) =>
      [...read(join(CONSOLE, file)).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.replace(/^\s*type\s/, '').trim()),
      ),
    ),
  );
  expect(used.size).toBeGreaterThan(15);
  const unstyled = [...used].filter(
    (name) => existsSync(join(STYLES, `${name}.layer.css`)) && !imported.includes(`/styles/${name}.layer.css`),
  );
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
