/** An address that opens a section of a record's page names one that the page has. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The records whose pages have sections, by the name of their file, and how an address of theirs is made. */
const PAGES: Readonly<Record<string, RegExp>> = {
  'account-outline': /paths\.account\(|accounts\/\$\{/,
  administrator: /paths\.(?:administrator|person)\(|administrators\/\$\{/,
  'service-user': /paths\.(?:serviceUser|person)\(|service-user\/\$\{/,
  settings: /paths\.settings\(/,
  organization: /'organizations', id\)/,
};

/** Templates that end in a fragment, and what `paths.account` is given beside the id. */
const ADDRESSES = [/`[^`\n]*#(?<section>[a-z][a-z-]*)`/g, /paths\.account\([\w.]+, '(?<section>[a-z-]+)'\)/g];

const found = ['console/src/**/*.{ts,tsx}', 'server/src/**/*.ts']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => ADDRESSES.flatMap((address) => [...read(file).matchAll(address)]))
  .flatMap(({ 0: address, groups }) =>
    Object.entries(PAGES)
      .filter(([, made]) => made.test(address))
      .map(([page]) => ({ page, address, section: groups?.['section'] ?? '' })),
  );

test('addresses with sections are found in the sources', () => {
  expect(new Set(found.map(({ page }) => page))).toEqual(new Set(Object.keys(PAGES)));
});

test.each(found)('$address', ({ page, section }) => {
  const sections = [...read(`console/src/sections/${page}.ts`).matchAll(/\bid: '(?<id>[a-z-]+)'/g)];
  expect(sections.map(({ groups }) => groups?.['id'])).toContain(section);
});
