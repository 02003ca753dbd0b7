/** What the documents show can be taken anew, and nothing lies beside it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DOCUMENT_FOLDER, documentedVisits } from './documented.ts';

const shown = ['README.md', 'docs/journeys.md'].flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt = '', address = '']) => ({
    alt,
    file: path.posix.join(path.posix.dirname(document), address),
  })),
);

it('every picture of a document is of a visit, and each of them is shown', () => {
  const taken = documentedVisits().map(({ file }) => file);
  expect(shown.map(({ file }) => file).toSorted()).toEqual(taken.toSorted());
});

it('no other picture lies there, and none is heavy', () => {
  const files = readdirSync(DOCUMENT_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => path.posix.join(DOCUMENT_FOLDER, ...name.split(path.sep)));
  expect(files.toSorted()).toEqual(shown.map(({ file }) => file).toSorted());
  expect(files.filter((file) => statSync(file).size > 80_000)).toEqual([]);
});

it('says in words what it shows', () => {
  expect(shown.filter(({ alt }) => alt.length < 20).map(({ file }) => file)).toEqual([]);
});
