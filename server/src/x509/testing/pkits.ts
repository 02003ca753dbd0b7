/** NIST's test suite for paths (pkits.json beside this file says where it is from): certificates that others made. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readCertificate, type ReadCertificate } from '../read-certificate.ts';

const schema = z.object({
  /** Number in the suite, certificate that is judged, verdict. */
  tests: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
  need_revocation_lists: z.array(z.string()),
  certificates: z.record(z.string(), z.base64()),
});

const suite = schema.parse(JSON.parse(readFileSync(new URL('pkits.json', import.meta.url), 'utf8')));

/** One of its certificates. */
export function pkits(name: string): ReadCertificate {
  const read = readCertificate(Buffer.from(suite.certificates[name] ?? '', 'base64'));
  if ('fault' in read) throw new Error(`${name} could not be read: ${read.fault}.`);
  return read;
}

const byName = new Map(Object.keys(suite.certificates).map((name) => [name, pkits(name)]));

export type PkitsTest = { number: string; name: string; valid: boolean; leaf: ReadCertificate };

export const PKITS_TESTS: readonly PkitsTest[] = suite.tests.map(([number, name, valid]) => ({
  number,
  name,
  valid,
  leaf: byName.get(name) ?? pkits(name),
}));

export const PKITS_ANCHOR = byName.get('TrustAnchorRootCertificate') ?? pkits('TrustAnchorRootCertificate');

/** Every certificate of the suite that could stand above this one, by its name alone. */
export function pkitsAbove(leaf: ReadCertificate): ReadCertificate[] {
  const above = new Set<ReadCertificate>();
  const visit = (one: ReadCertificate): void => {
    for (const other of byName.values())
      if (!above.has(other) && other !== PKITS_ANCHOR && alike(other.subject.text) === alike(one.issuer.text)) {
        above.add(other);
        visit(other);
      }
  };
  visit(leaf);
  above.delete(leaf);
  return [...above];
}

const alike = (name: string): string => name.toLowerCase().replaceAll(/[\s\\]/g, '');
