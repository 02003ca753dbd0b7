/** Messages that a browser carries to a provider in an address (SAML 2.0 Bindings, 3.4: HTTP-Redirect). */
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Db } from '../../db/open.ts';
import type { Runtime } from '../../runtime.ts';
import { wholeSeconds } from '../../x509/whole-seconds.ts';
import { ownKeys } from './key-store.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** An XML id, which begins with no digit. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

/** An instant as SAML writes it. */
export const samlInstant = (at: Date): string => wholeSeconds(at).toISOString().replace('.000Z', 'Z');

type Message = { accountId: string; to: string; as: 'SAMLRequest' | 'SAMLResponse'; xml: string; relayState?: string };

/** The address with the message in it, signed by the account's own key. */
export async function signedAddress(
  { db, runtime }: { db: Db; runtime: Pick<Runtime, 'seal'> },
  { accountId, to, as, xml, relayState }: Message,
): Promise<string> {
  const address = new URL(to);
  const signed = new URLSearchParams({ [as]: deflateRawSync(xml).toString('base64') });
  if (relayState !== undefined) signed.set('RelayState', relayState);
  signed.set('SigAlg', RSA_SHA256);
  const [key] = await ownKeys(db, runtime.seal, accountId);
  if (key) {
    const privateKey = createPrivateKey({ key: key.privateKey, format: 'der', type: 'pkcs8' });
    signed.set('Signature', sign('sha256', Buffer.from(signed.toString()), privateKey).toString('base64'));
  }
  for (const [name, value] of signed) address.searchParams.append(name, value);
  return address.href;
}
