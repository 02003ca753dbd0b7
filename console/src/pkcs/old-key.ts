/** A key that was handed over in a file, once more at work: it signs, and nothing else. */
import type { Bytes } from './der.ts';
import { signWith } from './key.ts';
import { keyInFile } from './read-pkcs12.ts';
import { ecdsaSignature } from './request.ts';

/** Signs as PKCS #1 v1.5, or ECDSA as a sequence in DER. Throws NoKeyInFile. */
export async function signerIn(file: Bytes, passphrase: string): Promise<(data: Bytes) => Promise<Uint8Array>> {
  const key = await keyInFile(file, passphrase);
  return async (data) => {
    const signature = await signWith(key, data);
    return key.type.startsWith('ec') ? ecdsaSignature(signature) : signature;
  };
}
