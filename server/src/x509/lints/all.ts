/** Every lint. A certificate that breaks one is not signed. */
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { EXTENSIONS } from './extensions.ts';
import type { Context, Lint } from './lint.ts';
import { NAMES } from './names.ts';
import { STRUCTURE } from './structure.ts';

const LINTS: readonly Lint[] = [...STRUCTURE, ...NAMES, ...EXTENSIONS];

/** The rules that a certificate (DER) breaks, each with its source; an empty list as a rule. */
export function findings(der: Uint8Array, context: Context): string[] {
  const certificate = AsnConvert.parse(der, Certificate);
  return LINTS.filter(
    ({ appliesTo, holds }) => (appliesTo?.(context) ?? true) && !holds(certificate, context, der),
  ).map(({ name, source }) => `${name} (${source})`);
}
