import { LIMITS } from '@signet/contract/limits';
import type { FastifyInstance } from 'fastify';
import { answerRefusal } from './refusals.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * An authorization request may come as a form as well (OpenID Connect Core, 3.1.2.1; RFC 6749, 3.1). A browser that
 * posts one from another site sends none of our cookies (SameSite) and is led to the same request by GET, which is
 * where it is counted and judged.
 *
 * `address`: of the authorization endpoint.
 */
export async function servePostedRequests(app: FastifyInstance, address: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Body: string | undefined }>(
      new URL(address).pathname,
      { bodyLimit: LIMITS.oauthQueryMax, errorHandler: answerRefusal(true) },
      ({ body = '' }, reply) => reply.redirect(`${address}?${new URLSearchParams(body).toString()}`, 303),
    );
  });
}
