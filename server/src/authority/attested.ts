/** What a token says of the key for which a certificate is asked. */
import { fieldProblem } from '@signet/contract/problem';
import { readPivAttestation } from '../attestation/piv.ts';
import type { Runtime } from '../runtime.ts';
import { readFile } from '../x509/file.ts';
import { readCertificate, type ReadCertificate } from '../x509/read-certificate.ts';
import type { StoredAttestation } from './tables.ts';

/**
 * `statements` are certificates in PEM: that of the key first, then those between it and a maker who is believed.
 * Throws ATTESTATION_NOT_ACCEPTED under `attestation`, with what is wrong as the rule.
 */
export function attested(
  { attestationAuthorities: authorities }: Pick<Runtime, 'attestationAuthorities'>,
  statements: readonly string[],
  publicKey: Uint8Array,
  now: Date,
): StoredAttestation {
  const [statement, ...others] = statements.flatMap(certificatesIn);
  if (!statement) throw refusal('none');
  const found = readPivAttestation(statement, others, { publicKey, authorities, now });
  if ('fault' in found) throw refusal(found.fault);
  const certificates = [statement, ...others].map(({ der }) => Buffer.from(der).toString('base64'));
  return { ...found.attestation, certificates };
}

function certificatesIn(text: string): ReadCertificate[] {
  const file = readFile('certificate', Buffer.from(text, 'latin1'));
  if ('fault' in file) throw refusal(file.fault);
  return file.blocks.map((der) => {
    const certificate = readCertificate(der);
    if ('fault' in certificate) throw refusal(certificate.fault);
    return certificate;
  });
}

const refusal = (rule: string) => fieldProblem('attestation', { status: 'ATTESTATION_NOT_ACCEPTED', params: { rule } });
