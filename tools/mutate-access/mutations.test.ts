import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { areas } from '@signet/contract';
import { expect, it } from 'vitest';
import { keyOf, mutationsOf } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('finds each changing endpoint where it is declared, and something to take away in each place', () => {
  const mutations = mutationsOf(root, areas);
  const tried = new Set(mutations.flatMap(({ endpoints }) => endpoints));
  const audited = Object.values(areas)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter((endpoint) => 'audit' in endpoint && 'action' in endpoint.audit);
  expect(audited.map(keyOf).filter((endpoint) => !tried.has(endpoint))).toEqual([]);

  const files = new Map(mutations.map(({ file }) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const empty = mutations.filter(({ file, apply }) => apply(files.get(file) ?? '') === files.get(file));
  expect(empty.map(({ name }) => name)).toEqual([]);
});
