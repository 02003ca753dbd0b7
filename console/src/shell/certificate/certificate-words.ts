/** What stands in a certificate, in words. What nobody here knows keeps its name. */
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { isTextKey, type TextOf } from '../../i18n/text.ts';

/** "RSA, 2048 bits". */
export function keyWords(t: TextOf, { algorithm, size }: ParsedCertificate['key']): string {
  if (algorithm === null) return t('certificates.key.unknown');
  const name = algorithm === 'ec' ? t('certificates.key.ec') : algorithm.toUpperCase();
  return size === null ? name : t('certificates.key.size', { name, size });
}

/** "RSA with SHA-256". */
export function signatureWords(t: TextOf, algorithm: string | null): string {
  const [family, hash] = algorithm?.split('-') ?? [];
  if (family === undefined || hash === undefined) return t('certificates.signatureOther');
  return t('certificates.signatureBy', {
    family: family === 'ec' ? 'ECDSA' : family.toUpperCase(),
    hash: hash.toUpperCase().replace('SHA', 'SHA-'),
  });
}

/** Each use of the key, the name of RFC 5280 in words. */
export const keyUsageWords = (t: TextOf, usage: string): string => words(t, `certificates.keyUsage.${usage}`, usage);

/** "May sign in to servers as a client"; an object identifier that nobody knows stays as it is. */
export const purposeWords = (t: TextOf, purpose: string): string =>
  words(t, `certificates.purpose.${purpose}`, purpose);

const words = (t: TextOf, key: string, otherwise: string): string => (isTextKey(key) ? t(key) : otherwise);

export function authorityWords(t: TextOf, authority: ParsedCertificate['authority']): string {
  if (authority === null) return t('certificates.authority.no');
  const { pathLength } = authority;
  return pathLength === null
    ? t('certificates.authority.unbounded')
    : t('certificates.authority.bounded', { count: pathLength });
}

/** By what people know whose it is: the common name, else all of the name. */
export const shortName = ({ subject }: ParsedCertificate): string => subject.commonName ?? subject.distinguishedName;
