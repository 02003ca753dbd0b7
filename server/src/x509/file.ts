/** Files that people upload: one value in DER, or in PEM (RFC 7468), in one block or several. */
import {
  isPrivateKeyDer,
  isPrivateKeyLabel,
  MOST_CERTIFICATE_BYTES,
  PEM_BEGINS,
} from '@signet/contract/certificate-file';
import { whyNotDer, type DerFault } from './der.ts';

/**
 * `format`: neither PEM nor DER. `private_key`: the file holds a secret, which is neither kept nor logged. `label`: a
 * block of another kind.
 */
const FILE_FAULTS = ['empty', 'too_large', 'format', 'private_key', 'label', 'base64', 'too_many'] as const;
export type FileFault = (typeof FILE_FAULTS)[number] | DerFault;

/** What PEM calls it, with the names that older programs gave (RFC 7468, 4 and 7). */
const LABELS = {
  certificate: ['CERTIFICATE', 'X509 CERTIFICATE', 'X.509 CERTIFICATE'],
  request: ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'],
} as const;
export type FileKind = keyof typeof LABELS;

/** A chain; more than anybody has. */
const MOST_BLOCKS = 20;

/** The DER of every block of this kind, in the file's order. Text around the blocks is left out (RFC 7468, 2). */
export function readFile(kind: FileKind, file: Uint8Array): { blocks: Uint8Array[] } | { fault: FileFault } {
  if (file.length === 0) return { fault: 'empty' };
  if (file.length > MOST_CERTIFICATE_BYTES) return { fault: 'too_large' };
  const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1');
  const labels = [...text.matchAll(new RegExp(PEM_BEGINS, 'g'))].map(([, label = '']) => label);
  if (labels.length === 0) return readDer(file);
  if (labels.some(isPrivateKeyLabel)) return { fault: 'private_key' };
  if (labels.some((label) => !LABELS[kind].some((known) => known === label))) return { fault: 'label' };
  if (labels.length > MOST_BLOCKS) return { fault: 'too_many' };
  const blocks: Uint8Array[] = [];
  for (const part of text.split('-----BEGIN ').slice(1)) {
    const block = readBlock(part);
    if ('fault' in block) return block;
    blocks.push(block.bytes);
  }
  return { blocks };
}

function readDer(file: Uint8Array): { blocks: Uint8Array[] } | { fault: FileFault } {
  // Everything that may come is a SEQUENCE.
  const fault = file[0] === 0x30 ? whyNotDer(file) : 'format';
  if (fault) return { fault };
  return isPrivateKeyDer(file) ? { fault: 'private_key' } : { blocks: [file] };
}

/** `part` begins with the label. The end names the same label, and nothing but base64 stands between. */
function readBlock(part: string): { bytes: Uint8Array } | { fault: FileFault } {
  const label = part.slice(0, part.indexOf('-----'));
  const end = part.indexOf(`-----END ${label}-----`);
  if (end < 0) return { fault: 'cut_short' };
  const body = part.slice(label.length + 5, end).replaceAll(/[\t\n\v\f\r ]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body) || body.length % 4 !== 0) return { fault: 'base64' };
  const bytes = Buffer.from(body, 'base64');
  const fault = whyNotDer(bytes);
  if (fault) return { fault };
  return isPrivateKeyDer(bytes) ? { fault: 'private_key' } : { bytes };
}
