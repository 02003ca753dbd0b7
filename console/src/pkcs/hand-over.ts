/** Of a key, the certificate that was issued for it and a passphrase: the file that its holder keeps. */
import type { MadeKey } from './key.ts';
import { certificatesIn } from './pem.ts';
import { isFor, makePkcs12, type Pkcs12Form } from './pkcs12.ts';

/** What an authority answers to a request, in PEM; the chain from the issuer upwards. */
export type Issued = { certificate: string; chain: readonly string[] };

export type HandOver = { key: MadeKey; issued: Issued; name: string; passphrase: string; form: Pkcs12Form };

/** Null where the certificate that was issued is not for this key, which nobody could use. */
export async function fileOf({ key, issued, name, passphrase, form }: HandOver): Promise<Blob | null> {
  const [own] = certificatesIn(issued.certificate);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', key.publicKey));
  if (!own || !isFor(own, publicKey)) return null;
  const chain = [own, ...issued.chain.flatMap(certificatesIn)];
  const { privateKey } = key;
  const file = await makePkcs12({ privateKey, chain, name, passphrase, form });
  return new Blob([file], { type: 'application/x-pkcs12' });
}
