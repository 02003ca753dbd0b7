import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Entry = {
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Packages = Record<string, Entry>;
const packagesOf = (file: string): Packages =>
  (JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as { packages: Packages }).packages;
const packages = packagesOf('../package-lock.json');
const ofTests = packagesOf('older-postgresql/package-lock.json');

it('names every package that a package wants, also those of other systems: npm ci refuses a gap', () => {
  const wanted = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({ folder, name })),
  );
  const isThere = ({ folder, name }: { folder: string; name: string }): boolean => {
    for (let place = folder; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
      if (`${place}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
      if (place === '') return false;
    }
  };
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((one) => !isThere(one)).map(({ folder, name }) => `${folder} wants ${name}`)).toEqual([]);
});

it('carries no download addresses: each machine has a registry of its own', () => {
  expect(
    [...Object.entries(packages), ...Object.entries(ofTests)]
      .filter(([, entry]) => entry.resolved?.includes('://'))
      .map(([folder]) => folder),
  ).toEqual([]);
});
