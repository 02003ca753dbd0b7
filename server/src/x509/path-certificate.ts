/** What a certificate is for whoever follows a path: names that can be compared, and what it asks of those below it. */
import { X509Certificate } from 'node:crypto';
import { readPolicies, type CertificatePolicies } from './certificate-policies.ts';
import { comparableName, isSameName, type ComparableName } from './comparable-name.ts';
import { whyNotDer } from './der.ts';
import { namesOf, readNameConstraints, type GeneralName, type NameConstraints } from './name-constraints.ts';
import { extensionsOf } from './raw-extensions.ts';
import type { ReadCertificate } from './read-certificate.ts';

export type PathCertificate = {
  read: ReadCertificate;
  /** OpenSSL's view, for the signature. */
  openssl: X509Certificate;
  issuer: ComparableName;
  subject: ComparableName;
  /** RFC 5280, 3.2: subject and issuer are one. */
  selfIssued: boolean;
  names: readonly GeneralName[];
  nameConstraints: NameConstraints | null;
  policies: CertificatePolicies;
};

/** Object identifiers of extensions (RFC 5280, 4.2.1), 2.5.29 and the number, in hexadecimal digits. */
const EXTENSIONS = {
  alternative: '551d11',
  nameConstraints: '551d1e',
  policies: '551d20',
  mappings: '551d21',
  constraints: '551d24',
  inhibitAny: '551d36',
};

/** Each certificate is read once, as long as somebody has it: authorities stay the same over many sign-ins. */
const known = new WeakMap<ReadCertificate, PathCertificate | null>();

/** Null where it says something of names or policies that can't be understood: such a certificate is in no path. */
export function forPath(certificate: ReadCertificate): PathCertificate | null {
  const before = known.get(certificate);
  if (before !== undefined) return before;
  const made = make(certificate);
  known.set(certificate, made);
  return made;
}

function make(read: ReadCertificate): PathCertificate | null {
  try {
    const extensions = extensionsOf(read.der);
    const part = (name: keyof typeof EXTENSIONS): Uint8Array | undefined => {
      const value = extensions.get(EXTENSIONS[name]);
      if (value && whyNotDer(value)) throw new Error('An extension is not DER.');
      return value;
    };
    const issuer = comparableName(read.issuerName);
    const subject = comparableName(read.subjectName);
    const constraints = part('nameConstraints');
    return {
      read,
      openssl: new X509Certificate(read.der),
      issuer,
      subject,
      selfIssued: isSameName(issuer, subject),
      names: namesOf(read.subjectName, part('alternative')),
      nameConstraints: constraints ? readNameConstraints(constraints) : null,
      policies: readPolicies({
        policies: part('policies'),
        mappings: part('mappings'),
        constraints: part('constraints'),
        inhibitAny: part('inhibitAny'),
      }),
    };
  } catch {
    return null;
  }
}
