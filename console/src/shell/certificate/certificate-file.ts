/** Which file may be sent as a certificate (S-202, S-203): looked at before anything is sent. */
import {
  isPrivateKeyDer,
  isPrivateKeyLabel,
  MOST_CERTIFICATE_BYTES,
  PEM_BEGINS,
} from '@signet/contract/certificate-file';

/** Endings of application/x-x509-ca-cert. */
export const ENDINGS = ['.crt', '.cer', '.pem', '.der'] as const;

/** `private_key`: it holds a secret, or is a PKCS #12 file, which has one. */
export type CertificateFileFault = 'type' | 'empty' | 'size' | 'private_key';

/** What is wrong with the file that somebody chose; null for one that may be sent. */
export async function whyNotCertificateFile(file: File): Promise<CertificateFileFault | null> {
  const name = file.name.toLowerCase();
  if (['.p12', '.pfx', '.key'].some((ending) => name.endsWith(ending))) return 'private_key';
  if (!ENDINGS.some((ending) => name.endsWith(ending))) return 'type';
  if (file.size === 0) return 'empty';
  if (file.size > MOST_CERTIFICATE_BYTES) return 'size';
  return holdsPrivateKey(new Uint8Array(await file.arrayBuffer())) ? 'private_key' : null;
}

function holdsPrivateKey(content: Uint8Array): boolean {
  const blocks = new TextDecoder('latin1').decode(content).matchAll(new RegExp(PEM_BEGINS, 'g'));
  return isPrivateKeyDer(content) || [...blocks].some(([, label = '']) => isPrivateKeyLabel(label));
}
