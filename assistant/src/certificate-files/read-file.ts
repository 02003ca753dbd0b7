/** A file of certificates as people have them: PEM, DER or PKCS #12. */
import { X509Certificate } from 'node:crypto';
import { CommandRefusal } from '../refusal.ts';
import { readPkcs12 } from './pkcs12.ts';

/** More are not told of. */
const MOST = 100;
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z\d+/=\s]+-----END CERTIFICATE-----/g;
const PEM_KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g;

export type ReadFile = { certificates: X509Certificate[]; privateKeys: number };

function certificateOf(content: string | Buffer): X509Certificate {
  try {
    return new X509Certificate(content);
  } catch {
    throw new CommandRefusal('INVALID_FILE');
  }
}

/** Null where it is neither PEM nor DER of a certificate. */
function readOpen(file: Buffer): ReadFile | null {
  const text = file.toString('latin1');
  const certificates = text.match(PEM_CERTIFICATE) ?? [];
  const privateKeys = text.match(PEM_KEY)?.length ?? 0;
  if (certificates.length + privateKeys > 0) {
    requireFew(certificates.length);
    return { certificates: certificates.map(certificateOf), privateKeys };
  }
  try {
    return { certificates: [new X509Certificate(file)], privateKeys: 0 };
  } catch {
    return null;
  }
}

function requireFew(count: number): void {
  if (count > MOST) throw new CommandRefusal('FILE_NOT_SUPPORTED');
}

/**
 * `passphrase`: what the page has sent; where it sent none, the empty one is tried, then `ask` asks the person. Throws
 * {@link CommandRefusal}, and the reason of the signal where nobody waits any more.
 */
export async function readFile(
  file: Buffer,
  passphrase: string | undefined,
  ask: () => Promise<string>,
  signal: AbortSignal,
): Promise<ReadFile> {
  const open = readOpen(file);
  if (open) return open;
  const read = await readPkcs12(file, passphrase ?? '', signal).catch(async (error: unknown) => {
    if (passphrase !== undefined || !(error instanceof CommandRefusal) || error.status !== 'WRONG_PASSPHRASE')
      throw error;
    return readPkcs12(file, await ask(), signal);
  });
  requireFew(read.certificates.length);
  return { certificates: read.certificates.map(certificateOf), privateKeys: read.privateKeys };
}
