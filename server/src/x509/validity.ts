/** When a certificate is valid, by its own octets: the library takes what is no time for the year 1899. */
import { valuesIn, type DerValue } from './der.ts';

const EXPLICIT_VERSION = 0xa0;
const UTC_TIME = 23;
const GENERALIZED_TIME = 24;

/**
 * First and last second of a certificate, DER. Throws where one of them is not written as RFC 5280, 4.1.2.5 says: in
 * UTC, to the second, a day and an hour that there are.
 */
export function validityOf(der: Uint8Array): { validFrom: Date; validTo: Date } {
  const content = inside(valuesIn(der)[0])[0];
  // Serial number, signature, issuer, validity (4.1).
  const [, , , validity] = inside(content).filter(({ tag }) => tag !== EXPLICIT_VERSION);
  const [from, to] = inside(validity);
  return { validFrom: timeOf(from), validTo: timeOf(to) };
}

const inside = (value: DerValue | undefined): DerValue[] => (value ? valuesIn(value.content) : []);

function timeOf(value: DerValue | undefined): Date {
  const text = Buffer.from(value?.content ?? []).toString('latin1');
  const digits = value?.tag === UTC_TIME ? century(text) + text : value?.tag === GENERALIZED_TIME ? text : '';
  const iso = digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z');
  const time = new Date(iso);
  // A 31st of November would be read as a day in December.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) throw new Error('This is no time.');
  return time;
}

/** RFC 5280, 4.1.2.5.1: from 1950 to 2049. */
const century = (text: string): string => (text < '50' ? '20' : '19');
