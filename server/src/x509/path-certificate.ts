/** What a certificate is for whoever follows a path: names that can be compared, and what it asks of those below it. */
import { X509Certificate } from 'node:crypto';
import { readPolicies, type CertificatePolicies } from './certificate-policies.ts';
import { comparableName, isSameName, type ComparableName } from './comparable-name.ts';
import { valuesIn, whyNotDer } from './der.ts';
import { namesOf, readNameConstraints, type GeneralName, type NameConstraints } from './name-constraints.ts';
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
const EXPLICIT_VERSION = 0xa0;
const EXPLICIT_EXTENSIONS = 0xa3;

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
    const part = (name: keyof typeof EXTENSIONS): Uint8Array | undefined => extensions.get(EXTENSIONS[name]);
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

/** The content of each extension by its object identifier in hexadecimal digits (RFC 5280, 4.1). Throws. */
function extensionsOf(der: Uint8Array): Map<string, Uint8Array> {
  const content = valuesIn(valuesIn(der)[0]?.content ?? der)[0]?.content ?? der;
  const fields = valuesIn(content).filter(({ tag }) => tag !== EXPLICIT_VERSION);
  const list = fields.find(({ tag }) => tag === EXPLICIT_EXTENSIONS)?.content;
  const extensions = list ? valuesIn(valuesIn(list)[0]?.content ?? list) : [];
  return new Map(
    extensions.map((extension) => {
      const parts = valuesIn(extension.content);
      const value = parts.at(-1)?.content ?? new Uint8Array();
      const type = Buffer.from(parts[0]?.content ?? []).toString('hex');
      if (Object.values(EXTENSIONS).includes(type) && whyNotDer(value)) throw new Error('An extension is not DER.');
      return [type, value];
    }),
  );
}
