/** Calls that a browser makes by going to their address: it is led on instead of shown JSON. */
import type { Endpoint } from '@signet/contract/endpoint';
import type { ProblemStatus } from '@signet/contract/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textSetting } from '../platform-settings/setting-store.ts';
import type { Runtime } from '../runtime.ts';
import { asProblem } from './problem-door.ts';

type Leads = NonNullable<Endpoint['leads']>;

const isBrowsing = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true;

/** The page of what went wrong with a certificate (S-036), named by the status without what is common to them. */
const errorPage = (publicUrl: string, status: string): string =>
  `${publicUrl}/account/clientAuthLoginVerificationError/${status.replace(/^CLIENT_CERTIFICATE_/, '').toLowerCase()}`;

/** The page of what went wrong at an identity provider of SAML (S-035). */
const samlErrorPage = (publicUrl: string, status: string): string =>
  `${publicUrl}/account/samlVerificationError/${status.replace(/^SAML_/, '').toLowerCase()}`;

/** The same page of a request to log somebody out: who sees it may be signed in still, and is told so. */
const samlLogoutErrorPage = (publicUrl: string, status: string): string =>
  samlErrorPage(publicUrl, `LOGOUT_${status.replace(/^SAML_/, '')}`);

/** The login page, which says why a sign-in elsewhere failed. */
const loginPage = (publicUrl: string, status: string): string =>
  `${publicUrl}/account/login?${new URLSearchParams({ error: status }).toString()}`;

const PAGES: Record<Leads, (publicUrl: string, status: string) => string> = {
  'certificate error': errorPage,
  'saml error': samlErrorPage,
  'saml logout error': samlLogoutErrorPage,
  login: loginPage,
};

/**
 * Where a refusal leads. Ended accounts (S-038) and an ended license (S-149) have pages of their own, by whatever way
 * somebody came: they are proved to be who they are, and another try is refused as this one was.
 */
async function pageOf(runtime: Runtime, leads: Leads, status: ProblemStatus): Promise<string> {
  const { publicUrl } = runtime;
  if (status === 'ACCOUNT_EXPIRED') return `${publicUrl}/account/accountExpiredError`;
  if (status === 'PLATFORM_LICENSE_EXPIRED')
    return new URL(await textSetting(runtime, 'license_expired_address'), publicUrl).href;
  return PAGES[leads](publicUrl, status);
}

/** The hooks of such a route. Where a certificate is asked for the connection ends: the next may show another one. */
export const leading = (runtime: Runtime, leads: Leads) => {
  const endConnection = (reply: FastifyReply): void => {
    if (leads === 'certificate error') void reply.header('connection', 'close');
  };
  return {
    async preSerialization(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<unknown> {
      endConnection(reply);
      if (isBrowsing(request) && hasReturnUrl(answer)) void reply.code(303).header('location', answer.return_url);
      return answer;
    },
    async errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      endConnection(reply);
      if (!isBrowsing(request)) throw error;
      return reply.redirect(await pageOf(runtime, leads, asProblem(error).reason.status), 303);
    },
  };
};

const hasReturnUrl = (answer: unknown): answer is { return_url: string } =>
  typeof answer === 'object' && answer !== null && 'return_url' in answer && typeof answer.return_url === 'string';
