/** What a lint is: a rule with its source, for the profiles that it is meant for. */
import { AsnConvert } from '@peculiar/asn1-schema';
import type { Certificate } from '@peculiar/asn1-x509';
import type { Issuer } from '../issuer.ts';
import type { CertificateProfile } from '../profile.ts';

export type Context = { profile: CertificateProfile; issuer: Issuer };

export type Lint = {
  name: string;
  /** Where the rule stands. */
  source: string;
  appliesTo?: (context: Context) => boolean;
  /** Whether the certificate keeps the rule. */
  holds: (certificate: Certificate, context: Context, der: Uint8Array) => boolean;
};

/** The value of an extension, read as its type; undefined without the extension. */
export function extensionOf<T>(certificate: Certificate, oid: string, type: new () => T): T | undefined {
  const found = certificate.tbsCertificate.extensions?.find((one) => one.extnID === oid);
  return found && AsnConvert.parse(found.extnValue.buffer, type);
}

export const isCritical = (certificate: Certificate, oid: string): boolean | undefined =>
  certificate.tbsCertificate.extensions?.find((one) => one.extnID === oid)?.critical;

export const isAuthority = ({ profile }: Context): boolean => profile.pathLength !== null;
