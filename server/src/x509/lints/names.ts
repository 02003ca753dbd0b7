import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import { SubjectAlternativeName, id_ce_subjectAltName, type GeneralName } from '@peculiar/asn1-x509';
import { isPlainText } from '@signet/contract/hidden-characters';
import { readName, whyNotComponents } from '../distinguished-name.ts';
import { principalNameOf } from '../extensions.ts';
import { extensionOf, isAuthority, type Lint } from './lint.ts';

/** A host name of the preferred syntax (RFC 1034, 3.5), a star before it (RFC 6125, 6.4.3), or `localhost`. */
const HOST =
  /^(?=.{1,253}$)(?:\*\.(?=[^.]+\.))?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const ADDRESS = /^[\u0021-\u007e]+@[\u0021-\u007e]+$/;

/** Somebody of a domain, as Windows writes it (MS-ADTS, 5.1.1.1.1). */
const PRINCIPAL = /^[^@\s]+@[^@\s]+$/u;

/** A name of a kind that we write, written as that kind asks. */
function isAlternativeName(name: GeneralName): boolean {
  if (name.rfc822Name !== undefined) return ADDRESS.test(name.rfc822Name);
  if (name.dNSName !== undefined) return HOST.test(name.dNSName) && isIP(name.dNSName) === 0;
  if (name.iPAddress !== undefined) return true;
  const principal = principalNameOf(name);
  return principal !== null && PRINCIPAL.test(principal) && isPlainText(principal);
}

export const NAMES: readonly Lint[] = [
  {
    name: 'subject_components',
    source: 'RFC 5280, A.1 (upper bounds)',
    holds({ tbsCertificate: { subject } }) {
      const { components, suspect } = readName(subject);
      return !suspect && whyNotComponents(components) === null;
    },
  },
  {
    name: 'issuer_octet_for_octet',
    source: 'RFC 5280, 4.1.2.4 and 6.1.3',
    holds: ({ tbsCertificate }, { issuer }) =>
      Buffer.from(AsnConvert.serialize(tbsCertificate.issuer)).equals(Buffer.from(issuer.name)),
  },
  {
    name: 'authority_has_a_name',
    source: 'RFC 5280, 4.1.2.6',
    appliesTo: isAuthority,
    holds: ({ tbsCertificate: { subject } }) => readName(subject).components.common_name !== undefined,
  },
  {
    name: 'somebody_is_named',
    source: 'RFC 5280, 4.1.2.6: an empty subject needs an alternative name, which is critical then',
    holds: ({ tbsCertificate: { subject } }) => subject.length > 0,
  },
  {
    name: 'alternative_names',
    source: 'RFC 5280, 4.2.1.6',
    holds(certificate) {
      const names = extensionOf(certificate, id_ce_subjectAltName, SubjectAlternativeName);
      return names === undefined || (names.length > 0 && names.every(isAlternativeName));
    },
  },
];
