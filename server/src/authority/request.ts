/** Certificate requests as callers send them: read, or refused in words under their field. */
import { CSR_TOO_LARGE } from '@signet/contract/certificate-file';
import { fieldProblem, type ProblemStatus } from '@signet/contract/problem';
import type { KeyFault } from '../x509/public-key.ts';
import { readFile, type FileFault } from '../x509/file.ts';
import { readRequest, type ReadRequest, type RequestFault } from '../x509/request.ts';

/** How each fault of a file, or of the request in it, is told. */
const OF_FILE: Record<FileFault | Extract<RequestFault, string>, ProblemStatus> = {
  empty: 'REQUIRED',
  too_large: 'CSR_TOO_LARGE',
  // As nested as no request is: a longer one is too large before.
  size: 'CSR_FORMAT',
  format: 'CSR_FORMAT',
  label: 'CSR_FORMAT',
  structure: 'CSR_FORMAT',
  base64: 'CSR_BROKEN',
  cut_short: 'CSR_BROKEN',
  trailing_bytes: 'CSR_BROKEN',
  indefinite_length: 'CSR_BROKEN',
  not_der: 'CSR_BROKEN',
  too_many: 'CSR_SEVERAL',
  private_key: 'CSR_PRIVATE_KEY',
  algorithm: 'CSR_ALGORITHM',
  signature: 'CSR_SIGNATURE',
};

const OF_KEY: Record<KeyFault | 'form', ProblemStatus> = {
  form: 'KEY_FORM',
  unreadable: 'KEY_UNREADABLE',
  kind: 'KEY_KIND',
  size: 'KEY_SIZE',
  exponent: 'KEY_EXPONENT',
  even_modulus: 'KEY_EVEN_MODULUS',
  small_factor: 'KEY_SMALL_FACTOR',
  close_primes: 'KEY_CLOSE_PRIMES',
  roca: 'KEY_ROCA',
};

/** Half a line of base64 and more: DER that was put into JSON without the lines of PEM around it. */
const BARE_BASE64 = /^[A-Za-z0-9+/\s]{64,}={0,2}$/;

/** The status by which a fault of a request is told. */
export const requestProblem = (fault: FileFault | RequestFault): ProblemStatus =>
  typeof fault === 'string' ? OF_FILE[fault] : OF_KEY[fault.key];

/**
 * The one request in a text: PEM, or DER in base64 alone. Throws its problem under `field`; of the text itself nothing
 * is told, for it may hold a private key.
 */
export function requestFrom(text: string, field = 'csr'): ReadRequest {
  const refused = (fault: FileFault | RequestFault) =>
    fieldProblem(field, fault === 'too_large' ? CSR_TOO_LARGE : { status: requestProblem(fault) });
  const bytes = Buffer.from(text.trim(), BARE_BASE64.test(text.trim()) ? 'base64' : 'utf8');
  const file = readFile('request', bytes);
  if ('fault' in file) throw refused(file.fault);
  const [first, ...others] = file.blocks;
  if (!first) throw refused('empty');
  if (others.length > 0) throw refused('too_many');
  const request = readRequest(first);
  if ('fault' in request) throw refused(request.fault);
  return request;
}
