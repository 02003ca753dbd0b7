/** Messages that a browser carries to a provider, in an address or in a form (SAML 2.0 Bindings, 3.4 and 3.5). */
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Db } from '../../db/open.ts';
import type { Runtime } from '../../runtime.ts';
import { wholeSeconds } from '../../x509/whole-seconds.ts';
import { keepForm } from './form-store.ts';
import { ownKeys, type OpenedKey } from './key-store.ts';
import type { Binding } from './metadata.ts';
import { signatures } from './signatures.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** An XML id, which begins with no digit. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

/** An instant as SAML writes it. */
export const samlInstant = (at: Date): string => wholeSeconds(at).toISOString().replace('.000Z', 'Z');

/** `xml` begins with its Issuer, as all messages of ours do. */
type Message = {
  accountId: string;
  to: string;
  binding: Binding;
  as: 'SAMLRequest' | 'SAMLResponse';
  xml: string;
  relayState?: string;
};

type Place = { db: Db; runtime: Pick<Runtime, 'seal' | 'publicUrl'>; now: Date };

/**
 * Where a browser goes with a message that the account's own key has signed: to the provider, or to the page of ours
 * that posts it there.
 */
export async function carried({ db, runtime, now }: Place, message: Message): Promise<string> {
  const [key] = await ownKeys(db, runtime.seal, message.accountId);
  if (message.binding === 'redirect') return signedAddress(key, message);
  const { to, as, xml, relayState } = message;
  const signed = Buffer.from(key ? await signedXml(key, xml) : xml).toString('base64');
  const fields = { [as]: signed, ...(relayState === undefined ? {} : { RelayState: relayState }) };
  return keepForm({ db, runtime, now }, { to, fields });
}

const privateKeyOf = ({ privateKey }: OpenedKey) => createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });

/** The message deflated, and the signature over the parameters. */
function signedAddress(key: OpenedKey | undefined, { to, as, xml, relayState }: Message): string {
  const address = new URL(to);
  const signed = new URLSearchParams({ [as]: deflateRawSync(xml).toString('base64') });
  if (relayState !== undefined) signed.set('RelayState', relayState);
  signed.set('SigAlg', RSA_SHA256);
  if (key)
    signed.set('Signature', sign('sha256', Buffer.from(signed.toString()), privateKeyOf(key)).toString('base64'));
  for (const [name, value] of signed) address.searchParams.append(name, value);
  return address.href;
}

/** The message with a signature of its own, behind the Issuer, where the schema has it. */
async function signedXml(key: OpenedKey, xml: string): Promise<string> {
  const { signXml } = await signatures();
  const how = {
    privateKey: privateKeyOf(key).export({ format: 'pem', type: 'pkcs8' }).toString(),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
  } as const;
  return signXml(xml, '/*', { reference: "/*/*[local-name(.)='Issuer']", action: 'after' }, how);
}
