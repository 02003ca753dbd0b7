/** An answer of a SAML provider: read, and judged. */
import type { Element } from '@xmldom/xmldom';
import type { SignInCall } from '../call.ts';
import type { FederatedRequest } from '../federation/request-store.ts';
import { useAssertion } from './answer-store.ts';
import { noteUse, type Provider, type ProviderCertificate } from './config-store.ts';
import { ownKeys } from './key-store.ts';
import { judgeAnswer, judgeAssertion, type Said } from './judge.ts';
import { SamlProblem } from './refusal.ts';
import { acsUrlOf, entityIdOf } from './service-provider.ts';
import { signedAssertion } from './signed.ts';
import { NS, readXml, textOf } from './xml.ts';

/** `requestId`: the request that it says it answers. */
export type SamlAnswer = { xml: string; root: Element; requestId: string | null };

/** How far an answer has come, for whoever looks at it afterwards. */
export type Seen = {
  answer: SamlAnswer | null;
  request: FederatedRequest | null;
  /** By which it is signed. */
  certificate: ProviderCertificate | null;
  /** What it says, once all of it was right. */
  said: Said | null;
};

/** The answer in a form that a browser has posted; null for none. */
export function readAnswer(form: Uint8Array): SamlAnswer | null {
  const posted = new URLSearchParams(textOf(form) ?? '').get('SAMLResponse') ?? '';
  const xml = textOf(Buffer.from(posted, 'base64'));
  const root = xml === null ? null : readXml(xml);
  if (xml === null || root?.namespaceURI !== NS.protocol || root.localName !== 'Response') return null;
  return { xml, root, requestId: root.getAttribute('InResponseTo') || null };
}

/** What a good answer says, which is spent by that. Throws what is wrong with it. */
export async function judged(
  call: SignInCall,
  provider: Provider,
  { xml, root, requestId }: SamlAnswer,
  seen?: Seen,
): Promise<Said> {
  const { db, runtime, now } = call;
  const { accountId } = provider;
  const expected = {
    issuer: provider.entityId,
    audience: entityIdOf(runtime, accountId),
    acsUrl: acsUrlOf(runtime, accountId),
    requestId,
    now,
  };
  judgeAnswer(root, expected);
  const keys = await ownKeys(db, runtime.seal, accountId);
  const { assertion, certificate } = await signedAssertion(xml, root, provider.certificates, keys, now);
  if (seen) seen.certificate = certificate;
  const said = judgeAssertion(assertion, expected);
  if (seen) seen.said = said;
  if (requestId === null && !provider.idpInitiated)
    throw new SamlProblem('SAML_UNSOLICITED', 'nobody was sent to the provider');
  if (!(await useAssertion(db, accountId, said)))
    throw new SamlProblem('SAML_REPLAYED', `${said.assertionId} was used already`);
  await noteUse(db, accountId, certificate.thumb_print, now);
  return said;
}
