/** The request that was begun in this tab: only its secret opens it, and a reload goes on where it was. */
import type { SelfServiceRequest } from '@signet/contract/areas/self-service';
import { callPublic } from '../../api/call.ts';
import { asFailure, type Failure } from '../../api/failure.ts';
import { currentLocale } from '../../i18n/text.ts';
import { readTab, writeTab } from '../../session/tab-storage.ts';

/** What a link is for. */
export type LinkInfo = { account_id: string; account_name: string; domains: string[]; ways: Ways };
/** Where its people sign in elsewhere, and whether by password as well. */
type Ways = { idp_url: string | null; standard_login: boolean };
/** A request with the secret that names it. */
export type OwnRequest = SelfServiceRequest & { state: string };
/** How a step goes on: with the request as it is now, or not at all. */
export type Step = { onRequest: (request: OwnRequest) => void; onRefused: (failure: Failure) => void };

const ENDED = ['SELF_SERVICE_LINK_ENDED', 'SELF_SERVICE_REQUEST_ENDED', 'ACCOUNT_EXPIRED'];

/** Remembers the request of a link in this tab; null forgets it. */
export const keepRequest = (link: string, request: OwnRequest | null): void =>
  writeTab('selfServiceRequest', request && JSON.stringify({ link, id: request.id, state: request.state }));

/** Where a link leads in this tab: to its beginning, or to the request that was begun. @throws {Failure} */
export async function openLink(link: string): Promise<{ info: LinkInfo; request: OwnRequest | null }> {
  const { data } = await callPublic('GET /account/ui-api/v1/self-service-user', { query: { state: link } });
  const ways = await askProvider(link, data.account_id);
  return { info: { ...data, ways }, request: await keptRequest(link) };
}

/** Where the people of the account sign in elsewhere. Each address begins a sign-in of its own. @throws {Failure} */
export async function askProvider(link: string, accountId: string): Promise<Ways> {
  const { data } = await callPublic('GET /account/ui-api/v1/self-service-user/getIdpUrl/{id}', {
    params: { id: accountId },
    query: { state: link, locale: currentLocale() },
  });
  return data;
}

async function keptRequest(link: string): Promise<OwnRequest | null> {
  const kept = JSON.parse(readTab('selfServiceRequest') ?? 'null') as {
    link: string;
    id: string;
    state: string;
  } | null;
  if (kept?.link !== link) return null;
  const { id, state } = kept;
  try {
    const { data } = await callPublic('GET /account/ui-api/v1/self-service-user/{id}', {
      params: { id },
      query: { state },
    });
    return data.status === 'CREATED' ? null : { ...data, state };
  } catch (thrown) {
    if (!ENDED.includes(asFailure(thrown).status)) throw thrown;
    return null;
  }
}

/** Does what a step asks for; what ends the request is handed on, all else is the step's to show. @throws {Failure} */
export async function orRefused(act: () => Promise<void>, onRefused: (failure: Failure) => void): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (!ENDED.includes(failure.status)) throw thrown;
    onRefused(failure);
  }
}
