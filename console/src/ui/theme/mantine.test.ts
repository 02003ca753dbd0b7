import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
