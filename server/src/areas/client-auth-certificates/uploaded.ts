/** A certificate of another authority that somebody brings to sign in with: read, or refused in words. */
import { fieldProblem, type ProblemStatus } from '@signet/contract/problem';
import { readFile, type FileFault } from '../../x509/file.ts';
import { checkPath } from '../../x509/path.ts';
import { ANY_PURPOSE, type PathFault } from '../../x509/path-rules.ts';
import { readCertificate, type CertificateFault, type ReadCertificate } from '../../x509/read-certificate.ts';
import { requestProblem } from '../../authority/request.ts';

const FIELD = 'certificate';

const OF_FILE: Record<FileFault | CertificateFault, ProblemStatus> = {
  empty: 'REQUIRED',
  too_large: 'CERTIFICATE_FILE_TOO_LARGE',
  size: 'CERTIFICATE_FILE_TOO_LARGE',
  format: 'CERTIFICATE_FORMAT',
  label: 'CERTIFICATE_FORMAT',
  structure: 'CERTIFICATE_FORMAT',
  base64: 'CERTIFICATE_BROKEN',
  cut_short: 'CERTIFICATE_BROKEN',
  trailing_bytes: 'CERTIFICATE_BROKEN',
  indefinite_length: 'CERTIFICATE_BROKEN',
  not_der: 'CERTIFICATE_BROKEN',
  too_many: 'CERTIFICATE_SEVERAL',
  private_key: 'CERTIFICATE_PRIVATE_KEY',
};

/** Of the chain in the file. That one of them has ended is no reason: what is ended is shown as such (S-126). */
const OF_PATH: Record<PathFault, ProblemStatus | null> = {
  expired: null,
  not_yet_valid: null,
  authority_expired: null,
  unknown_authority: 'CERTIFICATE_CHAIN_APART',
  bad_signature: 'CERTIFICATE_CHAIN_APART',
  weak_signature: 'CERTIFICATE_WEAK_SIGNATURE',
  weak_key: 'CERTIFICATE_CHAIN_RULES',
  wrong_usage: 'CERTIFICATE_WRONG_USAGE',
  not_an_authority: 'CERTIFICATE_CHAIN_RULES',
  path_too_long: 'CERTIFICATE_CHAIN_RULES',
  name_not_permitted: 'CERTIFICATE_CHAIN_RULES',
  policy_missing: 'CERTIFICATE_CHAIN_RULES',
  unknown_critical: 'CERTIFICATE_UNKNOWN_CRITICAL',
  too_many: 'CERTIFICATE_SEVERAL',
};

/** Base64 of a file, whatever kind of file it is; PEM has lines that are no base64. */
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/;
/** Hexadecimal digits of the 20 octets that a serial number may have (RFC 5280, 4.1.2.2). */
const MOST_SERIAL_DIGITS = 40;

/**
 * The one certificate of a text that is nobody's authority. Others beside it are its chain, which must lead up from it;
 * they are looked at and not kept. Throws its problem under `certificate`; of the text itself nothing is told, for it
 * may hold a private key.
 */
export function certificateFrom(text: string, now: Date): ReadCertificate {
  // Blanks at the end are taken off first: an expression that looks for them tries each of them as the first.
  const file = readFile('certificate', Buffer.from(text, BASE64.test(text.trimEnd()) ? 'base64' : 'utf8'));
  if ('fault' in file) throw refused(OF_FILE[file.fault]);
  const all = file.blocks.map((der) => {
    const read = readCertificate(der);
    if ('fault' in read) throw refused(OF_FILE[read.fault]);
    return read;
  });
  const [leaf, second] = all.filter(({ authority }) => authority === null);
  if (!leaf) throw refused('CERTIFICATE_OF_AUTHORITY');
  if (second) throw refused('CERTIFICATE_SEVERAL');
  const fault = whyNotLeaf(leaf) ?? whyNotChain(leaf, all, now);
  if (fault) throw refused(fault);
  return leaf;
}

const refused = (status: ProblemStatus) => fieldProblem(FIELD, { status });

/** What a certificate must be by itself, so that somebody can sign in with it (RFC 5280, 4.2). */
function whyNotLeaf({
  serial,
  negativeSerial,
  validFrom,
  validTo,
  key,
  signatureAlgorithm,
  purposes,
  keyUsage,
  unknownCritical,
}: ReadCertificate): ProblemStatus | null {
  if (negativeSerial) return 'CERTIFICATE_SERIAL_NEGATIVE';
  if (validTo < validFrom) return 'CERTIFICATE_ENDS_FIRST';
  if (serial.length > MOST_SERIAL_DIGITS) return 'CERTIFICATE_SERIAL_TOO_LONG';
  if ('fault' in key) return requestProblem({ key: key.fault });
  if (signatureAlgorithm === null) return 'CERTIFICATE_WEAK_SIGNATURE';
  if (unknownCritical.length > 0) return 'CERTIFICATE_UNKNOWN_CRITICAL';
  const isForClients = purposes === null || purposes.includes('client_auth') || purposes.includes(ANY_PURPOSE);
  const signs = keyUsage === null || keyUsage.includes('digitalSignature');
  return isForClients && signs ? null : 'CERTIFICATE_WRONG_USAGE';
}

/** Whether the rest of the file is its chain: a path to one that issued itself, or to the last one that is there. */
function whyNotChain(leaf: ReadCertificate, all: readonly ReadCertificate[], now: Date): ProblemStatus | null {
  const others = all.filter((one) => one !== leaf);
  if (others.length === 0) return null;
  const isSelfIssued = ({ issuerName, subjectName }: ReadCertificate) => Buffer.from(issuerName).equals(subjectName);
  const roots = others.filter(isSelfIssued);
  // What it is for was looked at: a path takes none that is for any purpose, and by itself such a one is taken.
  const judged = leaf.purposes?.includes(ANY_PURPOSE) ? { ...leaf, purposes: null } : leaf;
  const found = checkPath(judged, others, roots.length > 0 ? roots : others, { now, purpose: 'client_auth' });
  return 'fault' in found ? OF_PATH[found.fault] : null;
}
