/** A request of an OAuth client that waits for its person, and their answer. */
import { Problem } from '@signet/contract/problem';
import { whyNotActFor } from '@signet/contract/areas/oauth-authorization-rules';
import { IDENTITY_SCOPES } from '@signet/contract/areas/oauth-client-record';
import type { OauthRequest } from '@signet/contract/areas/oauth-authorization';
import { LIMITS } from '@signet/contract/limits';
import { PERMISSIONS, type SessionViewer } from '@signet/contract/viewer';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { artifactTimes, findArtifact, holdArtifact, storeArtifact, type Payload } from '../../oauth/artifact-store.ts';
import { findLiveClient, type LiveClient } from '../../oauth/client-store.ts';
import { newSecret } from '../../secrets.ts';
import { lastProof, requireRecentProof } from '../../sign-in/sessions/proof-store.ts';
import { consentScopes, storeConsent } from './consent-store.ts';

const KIND = 'Interaction';

/** What oidc-provider has kept of the request. */
const kept = z.object({
  cid: z.string(),
  iat: z.number(),
  exp: z.number(),
  returnTo: z.string(),
  result: z.object({ login: z.object({ accountId: z.string() }).optional(), error: z.string().optional() }).optional(),
  params: z.object({
    client_id: z.string(),
    redirect_uri: z.string(),
    scope: z.string().default(''),
    prompt: z.string().default(''),
    max_age: z.coerce.number().optional(),
    id_token_hint: z.string().optional(),
  }),
});

export type Waiting = {
  id: string;
  payload: Payload;
  asked: z.output<typeof kept>;
  client: LiveClient;
  scopes: string[];
  begun: Date;
  ends: Date;
};

/** What was answered to a request. */
type Answer = NonNullable<z.output<typeof kept>['result']>;
const DENIED = 'access_denied';
const OTHER_PERSON = 'login_required';

/** The answer of a person who let the client act for them. */
export const isAllowedBy =
  ({ userId }: SessionViewer) =>
  ({ login }: Answer): boolean =>
    login?.accountId === userId;
export const isDenied = ({ error }: Answer): boolean => error === DENIED || error === OTHER_PERSON;

/**
 * Whether the client wants somebody else: it has shown an ID token, whose signature was checked before the request
 * began to wait, and must get no other person's tokens (OpenID Connect Core 1.0, 3.1.2.2).
 */
function wantsAnother({ userId }: SessionViewer, { asked }: Waiting): boolean {
  const { id_token_hint: hint } = asked.params;
  return hint !== undefined && decodeJwt(hint).sub !== userId;
}

/** Throws OAUTH_OTHER_PERSON where the client wants somebody else. */
export function requireWanted(viewer: SessionViewer, waiting: Waiting): void {
  if (wantsAnother(viewer, waiting)) throw new Problem('OAUTH_OTHER_PERSON');
}

type Asked = { id: string; cookie: string | undefined; isAgain: (answer: Answer) => boolean; lock?: boolean };

/**
 * A request that waits, or has the answer that is given again: whoever lost what was said to it goes on from there.
 * With `lock` nobody else answers it before the transaction ends. Throws OAUTH_REQUEST_ENDED for one that is over, has
 * another answer, or was begun by another browser than the one with this cookie, and for that of a client which is
 * disabled meanwhile, or has no more the address to which its answer would lead.
 */
export async function findRequest(db: Db, { id, cookie, isAgain, lock = false }: Asked, now: Date): Promise<Waiting> {
  if (lock) await holdArtifact(db, KIND, id);
  const payload = await findArtifact(db, KIND, id, now);
  const asked = kept.safeParse(payload).data;
  if (!payload || !asked || asked.cid !== cookie) throw new Problem('OAUTH_REQUEST_ENDED');
  if (asked.result && !isAgain(asked.result)) throw new Problem('OAUTH_REQUEST_ENDED');
  const client = await findLiveClient(db, asked.params.client_id, now);
  // oidc-provider compares the address only where the request begins.
  if (!client?.redirect_uris.includes(asked.params.redirect_uri)) throw new Problem('OAUTH_REQUEST_ENDED');
  const { created_at: begun, expires_at: ends } = await artifactTimes(db, KIND, id);
  const scopes = asked.params.scope.split(' ').filter((scope) => scope !== '');
  return { id, payload, asked, client, scopes, begun, ends };
}

/** Throws OAUTH_CLIENT_ELSEWHERE for the client of an account that is not the person's. */
export function requireOwnClient(viewer: SessionViewer, { client }: Waiting): void {
  const reason = whyNotActFor(client, viewer);
  if (reason) throw new Problem(reason.status);
}

const isPublic = ({ authentication }: LiveClient): boolean => authentication === 'none';

/** Whether the person has agreed to as much before, and needs not be asked by what the client is and wants. */
async function hasAgreed({ userId }: SessionViewer, db: Db, { client, asked, scopes }: Waiting): Promise<boolean> {
  if (isPublic(client) || asked.params.prompt !== '' || scopes.length === 0) return false;
  const agreed = new Set(await consentScopes(db, userId, client.id));
  return scopes.every((scope) => agreed.has(scope));
}

/**
 * What the person is asked. Somebody who has agreed before is not, unless the client wants it or could be anybody; nor
 * whoever has allowed this very request.
 */
export async function describeRequest(viewer: SessionViewer, db: Db, waiting: Waiting): Promise<OauthRequest> {
  const { client, asked, scopes } = waiting;
  const { permissions: held } = viewer;
  const wanted = PERMISSIONS.filter((name) => scopes.includes(name));
  return {
    client: { id: client.id, name: client.name, public: isPublic(client) },
    account_name: client.system_account ? null : client.account_name,
    leads_to: new URL(asked.params.redirect_uri).host,
    identity: IDENTITY_SCOPES.filter((scope) => scopes.includes(scope)),
    permissions: wanted.filter((name) => held.has(name)),
    not_held: wanted.filter((name) => !held.has(name)),
    stays: client.grant_types.includes('refresh_token'),
    agreed: asked.result !== undefined || (await hasAgreed(viewer, db, waiting)),
  };
}

/**
 * When the person last proved who they are. Throws REAUTHENTICATION_REQUIRED where the client wants a later time:
 * within the request (prompt=login), or within it or not longer ago than so many seconds (max_age).
 */
async function provedAt(viewer: SessionViewer, db: Db, { asked, begun }: Waiting, now: Date): Promise<Date> {
  const at = await lastProof(db, viewer.via.sessionId);
  const { prompt, max_age: maxAge } = asked.params;
  const isWithin = at >= begun;
  const isFresh = isWithin || !prompt.split(' ').includes('login');
  // Whoever was asked for it may take longer to go on than a client wants it to be ago.
  const isRecent = isWithin || maxAge === undefined || now.getTime() - at.getTime() <= maxAge * 1000;
  if (!isFresh || !isRecent) throw new Problem('REAUTHENTICATION_REQUIRED');
  return at;
}

/**
 * Lets the client act for the person, by a grant of its own, and says where the browser goes on. Allowed once more by
 * the same person, it says so again, and nothing is made. Throws REAUTHENTICATION_REQUIRED where the person is asked
 * for their yes, which lasts, and has proved who they are longer than so many minutes ago; where they only pass, it is
 * as the client wants it.
 */
export async function allow(
  viewer: SessionViewer,
  tx: Db,
  waiting: Waiting,
  { now, minutes }: { now: Date; minutes: number },
): Promise<{ return_url: string; consent: 'new' | 'wider' | 'same' | 'given' }> {
  requireOwnClient(viewer, waiting);
  requireWanted(viewer, waiting);
  const { client, scopes, asked } = waiting;
  if (asked.result) return { return_url: asked.returnTo, consent: 'given' };
  if (!(await hasAgreed(viewer, tx, waiting))) await requireRecentProof(tx, viewer, minutes, now);
  const at = await provedAt(viewer, tx, waiting, now);
  const consent = await storeConsent(tx, viewer.userId, client.id, scopes, now);
  const grantId = newSecret();
  const seconds = LIMITS.oauthGrantDays * 86_400;
  const iat = Math.floor(now.getTime() / 1000);
  const grant = {
    kind: 'Grant',
    iat,
    exp: iat + seconds,
    accountId: viewer.userId,
    clientId: client.client_id,
    openid: { scope: scopes.join(' ') },
  };
  await storeArtifact(tx, { kind: 'Grant', id: grantId, payload: grant }, new Date((iat + seconds) * 1000), now);
  const login = { accountId: viewer.userId, ts: Math.floor(at.getTime() / 1000), remember: false };
  const return_url = await answerWith(tx, waiting, { login, consent: { grantId } }, now);
  return { return_url, consent };
}

/** Refuses the client, which hears so, and whether it was for want of the person whom it has asked for. */
export async function deny(viewer: SessionViewer, tx: Db, waiting: Waiting, now: Date): Promise<string> {
  if (waiting.asked.result) return waiting.asked.returnTo;
  if (wantsAnother(viewer, waiting)) {
    const error_description = 'another person is signed in than the one of id_token_hint';
    return answerWith(tx, waiting, { error: OTHER_PERSON, error_description }, now);
  }
  return answerWith(tx, waiting, { error: DENIED, error_description: 'the person did not allow it' }, now);
}

async function answerWith(tx: Db, { id, payload, asked, ends }: Waiting, result: Payload, now: Date): Promise<string> {
  await storeArtifact(tx, { kind: KIND, id, payload: { ...payload, result } }, ends, now);
  return asked.returnTo;
}
