/** Files that the page makes of what it has read: nothing is asked of the server again. */
import type { Certificate } from '@signet/contract/areas/certificates';

export type CertificateFile = 'pem' | 'der' | 'chain';

/** A name that every system takes. */
const fileName = (name: string, ending: string): string =>
  `${name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'certificate'}.${ending}`;

const octets = (pem: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')), (letter) => letter.charCodeAt(0));

/** What a certificate is as a file: PEM, DER, or with the authorities above it as one PEM. */
export function fileOf(
  { pem, chain, common_name, serial }: Certificate,
  as: CertificateFile,
): { name: string; content: Blob } | null {
  if (pem === null) return null;
  const name = common_name || serial;
  if (as === 'der')
    return { name: fileName(name, 'cer'), content: new Blob([octets(pem)], { type: 'application/pkix-cert' }) };
  const text = as === 'chain' ? [pem, ...chain.map((one) => one.pem)].join('') : pem;
  return {
    name: fileName(as === 'chain' ? `${name}-chain` : name, 'pem'),
    content: new Blob([text], { type: 'application/x-pem-file' }),
  };
}
