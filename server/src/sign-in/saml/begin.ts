/** Sending somebody to the SAML identity provider of their account. */
import { Problem } from '@signet/contract/problem';
import { tellingRefusals, type SignInCall } from '../call.ts';
import { accountOfLogin } from '../federation/account-store.ts';
import { openRequest, type Errand } from '../federation/request-store.ts';
import { findProvider, type Provider } from './config-store.ts';
import { carried, newMessageId, samlInstant } from './carry.ts';
import { acsUrlOf, entityIdOf, xmlText } from './service-provider.ts';

type AskCall = Pick<SignInCall, 'db' | 'runtime' | 'now' | 'audit'>;

/**
 * Where the browser goes to sign in by the provider of the account to which the login transaction leads.
 * Throws STATE_EXPIRED, METHOD_DISABLED and SAML_NOT_SET_UP.
 */
export async function beginSaml(call: AskCall, state: string): Promise<string> {
  const { db, now } = call;
  const { account } = await accountOfLogin(db, state, now);
  const provider = await tellingRefusals(call, { resource_id: null, account_id: account?.id ?? null }, async () => {
    if (!account?.saml) throw new Problem('METHOD_DISABLED');
    const one = await findProvider(db, account.id);
    if (!one) throw new Problem('SAML_NOT_SET_UP');
    return one;
  });
  return leadToProvider(call, provider, { state, trialBy: null });
}

/**
 * The address at which the browser carries a signed request to the provider, which its answer must name. Who proves
 * again who they are is asked again, whether the provider knows them already or not (ForceAuthn; Core, 3.4.1).
 */
export async function leadToProvider(
  { db, runtime, now }: Pick<AskCall, 'db' | 'runtime' | 'now'>,
  { accountId, signOnAddress: to, signOnBinding: binding }: Provider,
  { state, trialBy, proof, trial }: Errand,
): Promise<string> {
  const id = newMessageId();
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" ` +
    `IssueInstant="${samlInstant(now)}"${proof ? ' ForceAuthn="true"' : ''} Destination="${xmlText(to)}" ` +
    `AssertionConsumerServiceURL="${xmlText(acsUrlOf(runtime, accountId))}" ` +
    `ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${xmlText(entityIdOf(runtime, accountId))}` +
    `</saml:Issuer></samlp:AuthnRequest>`;
  const secrets = { state, proof, trial: trial && { ...trial, sent: xml }, nonce: null, code_verifier: null };
  await openRequest({ db, runtime, now }, { id, accountId, method: 'saml', trialBy, ...secrets });
  return carried({ db, runtime, now }, { accountId, to, binding, as: 'SAMLRequest', xml });
}
