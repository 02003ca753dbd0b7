/** A file with a certificate request (PKCS #10) as the text that the API takes. */
import { CSR_TOO_LARGE, isPrivateKeyDer, isPrivateKeyLabel, PEM_BEGINS } from '@signet/contract/certificate-file';
import { LIMITS } from '@signet/contract/limits';
import type { Reason } from '@signet/contract/problem';

/** PEM as it is; DER in base64. Throws nothing: what it is no request of, the field says. */
export async function requestText(file: File): Promise<{ text: string } | { reason: Reason }> {
  if (file.size > LIMITS.certificateRequestMax) return { reason: CSR_TOO_LARGE };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isPrivateKeyDer(bytes)) return { reason: { status: 'CSR_PRIVATE_KEY' } };
  const isDer = bytes[0] === 0x30;
  const text = isDer
    ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    : new TextDecoder().decode(bytes);
  const reason = whyNotRequest(text);
  return reason ? { reason } : { text };
}

/** What can be seen of a text before it is sent: a private key never is. */
export function whyNotRequest(text: string): Reason | null {
  if (text.trim() === '') return { status: 'REQUIRED' };
  const blocks = [...text.matchAll(new RegExp(PEM_BEGINS, 'g'))];
  return blocks.some(([, label = '']) => isPrivateKeyLabel(label)) ? { status: 'CSR_PRIVATE_KEY' } : null;
}
