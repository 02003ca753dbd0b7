import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PASSWORD_FIELD = /<PasswordField\s+\{\.\.\.shell\.field\('(\w+)'/g;

test('every field that hides what is typed is declared as a secret, so that no draft of it is kept', () => {
  const pages = globSync('console/src/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const fields = pages.flatMap(({ file, text }) =>
    [...text.matchAll(PASSWORD_FIELD)].map(([, name = '']) => ({
      file,
      name,
      secret: new RegExp(`\\b${name}: \\{[^}]*secret: true`).test(text),
    })),
  );
  expect(fields.length).toBeGreaterThan(6);
  expect(fields.filter(({ secret }) => !secret)).toEqual([]);
});

test('what a field hides can be shown in one way: none has that of Mantine, whose button is English', () => {
  const users = globSync('console/src/**/*.tsx').filter((file) =>
    readFileSync(file, 'utf8').includes('<PasswordInput'),
  );
  expect(users.filter((file) => !file.endsWith('.browser.test.tsx'))).toEqual(['console/src/ui/PasswordField.tsx']);
});
