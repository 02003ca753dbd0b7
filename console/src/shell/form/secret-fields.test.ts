import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PASSWORD_INPUT = /<PasswordInput\s+\{\.\.\.shell\.field\('(\w+)'/g;

test('every field that hides what is typed is declared as a secret, so that no draft of it is kept', () => {
  const pages = globSync('console/src/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const fields = pages.flatMap(({ file, text }) =>
    [...text.matchAll(PASSWORD_INPUT)].map(([, name = '']) => ({
      file,
      name,
      secret: new RegExp(`\\b${name}: \\{[^}]*secret: true`).test(text),
    })),
  );
  expect(fields.length).toBeGreaterThan(6);
  expect(fields.filter(({ secret }) => !secret)).toEqual([]);
});
