/** Single logout: whoever signs out here does at the provider, and the other way round (SAML 2.0 Profiles, 4.4). */
import { LIMITS } from '@signet/contract/limits';
import { Problem } from '@signet/contract/problem';
import type { Runtime } from '../../runtime.ts';
import { asResource, type SignInCall } from '../call.ts';
import { findPerson } from '../person-store.ts';
import { useAssertion } from './answer-store.ts';
import { carried as toProvider, newMessageId, samlInstant } from './carry.ts';
import { findLogoutService, findProvider, noteUse } from './config-store.ts';
import { carriedBy, judgeLogout, type Carried, type LogoutRequest } from './logout-message.ts';
import { SamlProblem } from './refusal.ts';
import { entityIdOf, logoutUrlOf, xmlText } from './service-provider.ts';
import { endSamlSessions, samlSessionOf, type SamlSession } from './session-store.ts';
import { SUCCESS } from './xml.ts';

type AskCall = Pick<SignInCall, 'db' | 'runtime' | 'now'>;

const PROTOCOL = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"';

/** Where a browser is led when its sign-out is done. */
export const signedOutUrl = ({ publicUrl }: Pick<Runtime, 'publicUrl'>): string => `${publicUrl}/imauth/api/v1/logout`;

const issuerOf = (runtime: Runtime, accountId: string): string =>
  `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${xmlText(entityIdOf(runtime, accountId))}` +
  `</saml:Issuer>`;

/**
 * Where a browser tells the SAML provider that the session, which has ended here already, is over; null for a session
 * that no provider opened, for one whose provider has no address for it, and for one of a provider that the account has
 * no more: the next one has no business with its names.
 */
export async function leadToLogout({ db, runtime, now }: AskCall, sessionId: string): Promise<string | null> {
  const session = await samlSessionOf(db, runtime.seal, sessionId);
  const service = session && (await findLogoutService(db, session.account_id));
  if (!service || service.issuer !== session.issuer) return null;
  const { account_id: accountId, session_index: index } = session;
  const until = new Date(now.getTime() + LIMITS.samlLogoutMinutes * 60_000);
  const xml =
    `<samlp:LogoutRequest ${PROTOCOL} ID="${newMessageId()}" Version="2.0" IssueInstant="${samlInstant(now)}" ` +
    `NotOnOrAfter="${samlInstant(until)}" Destination="${xmlText(service.address)}">${issuerOf(runtime, accountId)}` +
    nameIdOf(session) +
    (index === null ? '' : `<samlp:SessionIndex>${xmlText(index)}</samlp:SessionIndex>`) +
    `</samlp:LogoutRequest>`;
  const { address: to, binding } = service;
  return toProvider({ db, runtime, now }, { accountId, to, binding, as: 'SAMLRequest', xml });
}

/** The name as the provider has written it. */
function nameIdOf({ name, format, name_qualifier, sp_name_qualifier }: SamlSession): string {
  const attribute = (key: string, value: string | null) => (value === null ? '' : ` ${key}="${xmlText(value)}"`);
  return (
    `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"${attribute('Format', format)}` +
    `${attribute('NameQualifier', name_qualifier)}${attribute('SPNameQualifier', sp_name_qualifier)}>` +
    `${xmlText(name)}</saml:NameID>`
  );
}

/**
 * A message of the account's provider about logging out. A request ends the sessions that it means, and is answered:
 * the address leads the browser back with that. An answer to us changes nothing, for our session ended before it was
 * asked, and so nothing of it is looked at. Throws each problem of SAML, of which the log has the detail.
 */
export async function logoutByProvider(call: SignInCall, accountId: string, carried: Carried): Promise<string> {
  try {
    const message = carriedBy(carried);
    if (!message) {
      call.audit('nothing');
      return signedOutUrl(call.runtime);
    }
    const request = await requestBy(call, accountId, message.xml, carried);
    await end(call, accountId, request);
    return await answered(call, accountId, request.id, message.relayState);
  } catch (error) {
    const detail = error instanceof SamlProblem ? { after: { detail: error.detail } } : {};
    if (error instanceof Problem) call.audit({ resource_id: null, account_id: accountId, ...detail });
    throw error;
  }
}

/** A good request, which is spent by that. */
async function requestBy(
  { db, runtime, now }: SignInCall,
  accountId: string,
  xml: string,
  carried: Carried,
): Promise<LogoutRequest> {
  const provider = await findProvider(db, accountId);
  if (!provider) throw new SamlProblem('SAML_NOT_SET_UP', 'no configuration');
  const { entityId: issuer, certificates } = provider;
  const request = await judgeLogout(xml, carried, {
    issuer,
    certificates,
    address: logoutUrlOf(runtime, accountId),
    now,
  });
  if (!(await useAssertion(db, accountId, { assertionId: request.id, expiresAt: request.expiresAt })))
    throw new SamlProblem('SAML_REPLAYED', `${request.id} was used already`);
  await noteUse(db, accountId, request.certificate, now);
  return request;
}

async function end(call: SignInCall, accountId: string, { name, indexes }: LogoutRequest): Promise<void> {
  const { db, runtime, now, audit } = call;
  const ended = await endSamlSessions(db, runtime.seal, { accountId, name, indexes }, now);
  if (ended.size === 0) audit({ resource_id: null, account_id: accountId, after: { sessions_ended: 0 } });
  for (const [userId, sessions] of ended) {
    const person = await findPerson(db, userId, now);
    const resource = person ? asResource(person) : { resource_id: userId };
    audit({ ...resource, account_id: accountId, after: { sessions_ended: sessions } });
  }
}

/** Back to the provider, which hears that it is done; to the sign-in page where it has no address for that. */
async function answered(
  { db, runtime, now }: AskCall,
  accountId: string,
  requestId: string,
  relayState: string | undefined,
): Promise<string> {
  const service = await findLogoutService(db, accountId);
  if (!service) return signedOutUrl(runtime);
  const { answerAddress: to, binding } = service;
  const xml =
    `<samlp:LogoutResponse ${PROTOCOL} ID="${newMessageId()}" Version="2.0" IssueInstant="${samlInstant(now)}" ` +
    `Destination="${xmlText(to)}" InResponseTo="${xmlText(requestId)}">${issuerOf(runtime, accountId)}` +
    `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status></samlp:LogoutResponse>`;
  const message = { accountId, to, binding, as: 'SAMLResponse', xml } as const;
  return toProvider({ db, runtime, now }, relayState === undefined ? message : { ...message, relayState });
}
