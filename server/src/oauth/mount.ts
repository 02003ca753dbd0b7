/** Where the authorization server stands in ours: its addresses, its transaction, its refusals. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isUnavailable } from '../db/unavailable.ts';
import type { Load } from '../http/load.ts';
import type { Runtime } from '../runtime.ts';
import { countRefusal, tell } from './events.ts';
import { servePostedRequests } from './posted-request.ts';
import { requireRate, requireRoomToBegin } from './rate.ts';
import { answerRefusal } from './refusals.ts';
import { openServer } from './server.ts';
import { currentWork, inWork } from './work.ts';

const PREFIX = '/oauth';
const OF_ISSUER = '/.well-known/oauth-authorization-server';

/** Its addresses, with what each answers to. `crossOrigin`: pages of others ask it, by what oidc-provider says. */
const ADDRESSES: readonly {
  url: string;
  path?: string;
  method: HTTPMethods[];
  crossOrigin?: true;
  /** Whoever reads it, known or not, has something written. */
  writes?: true;
  /** Its GET is counted as well: whoever guesses tokens guesses here. */
  counts?: true;
  /** A person's browser is led here. */
  toPerson?: true;
}[] = [
  { url: `${OF_ISSUER}${PREFIX}`, path: OF_ISSUER, method: ['GET', 'OPTIONS'] },
  { url: `${PREFIX}${OF_ISSUER}`, method: ['GET', 'OPTIONS'] },
  { url: `${PREFIX}/.well-known/openid-configuration`, method: ['GET', 'OPTIONS'] },
  { url: `${PREFIX}/jwks`, method: ['GET', 'OPTIONS'] },
  { url: `${PREFIX}/auth`, method: ['GET'], writes: true, toPerson: true },
  { url: `${PREFIX}/auth/:uid`, method: ['GET'], toPerson: true },
  { url: `${PREFIX}/token`, method: ['POST', 'OPTIONS'], crossOrigin: true },
  { url: `${PREFIX}/me`, method: ['GET', 'POST', 'OPTIONS'], crossOrigin: true, counts: true },
  { url: `${PREFIX}/token/introspection`, method: ['POST', 'OPTIONS'], crossOrigin: true },
  { url: `${PREFIX}/token/revocation`, method: ['POST', 'OPTIONS'], crossOrigin: true },
];

/** All that a request changes is one transaction with what the audit log hears of it; a failure takes it back. */
function inTransaction(runtime: Runtime) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const work = currentWork();
    try {
      await next();
      if (ctx.status < 500) await tell(runtime, ctx);
      await work.end(ctx.status < 500 ? 'commit' : 'rollback');
      if (ctx.status < 500) await countRefusal(runtime);
    } catch (error) {
      await work.end('rollback');
      throw error;
    }
    dropSessionCookie(ctx);
  };
}

/** The provider's own session is kept nowhere, so that its cookie says nothing. */
function dropSessionCookie(ctx: KoaContextWithOIDC): void {
  const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
  const kept = cookies.filter((cookie) => !cookie.startsWith('signet_oauth'));
  if (kept.length === cookies.length) return;
  if (kept.length > 0) ctx.res.setHeader('set-cookie', kept);
  else ctx.res.removeHeader('set-cookie');
}

/** What fails within is in the process log; that the database can't be asked is said to the client. */
function logFailures({ log }: Runtime, provider: Provider): void {
  provider.on('server_error', (ctx, error) => {
    const unavailable = isUnavailable(error);
    log.error({ err: error, correlationId: currentWork().origin.correlationId }, 'authorization server failed');
    if (!unavailable) return;
    ctx.status = 503;
    ctx.body = { error: 'temporarily_unavailable', error_description: 'try again in a moment' };
  });
}

/** Hands a request on as it came, under the public address, whatever a proxy or a client has written there. */
function handOn(provider: Provider, path: string, publicUrl: URL, { raw, url }: FastifyRequest, reply: FastifyReply) {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  Object.assign(raw, { url: path + query, originalUrl: PREFIX + path + query });
  raw.headers['x-forwarded-proto'] = publicUrl.protocol.replace(':', '');
  raw.headers['x-forwarded-host'] = publicUrl.host;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  return provider.callback()(raw, reply.raw);
}

/**
 * Serves the authorization server under `/oauth`, and its description where RFC 8414 has it. Before the first answer
 * it makes its keys.
 */
export async function serveAuthorization(app: FastifyInstance, runtime: Runtime, load: Load): Promise<void> {
  const publicUrl = new URL(runtime.publicUrl);
  const server = openServer(runtime, (provider) => {
    provider.use(inTransaction(runtime));
    logFailures(runtime, provider);
  });
  await servePostedRequests(app, `${runtime.publicUrl}${PREFIX}/auth`);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // oidc-provider reads bodies itself, 56 KB at most.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const { url, path: own, method, crossOrigin, writes, counts, toPerson = false } of ADDRESSES)
      scope.route({
        url,
        method,
        config: crossOrigin ? { crossOrigin } : {},
        errorHandler: answerRefusal(toPerson),
        async handler(request, reply) {
          const path = own ?? request.url.split('?', 1)[0]?.slice(PREFIX.length) ?? '/';
          // No parameter has a NUL (RFC 6749, appendix A), and no database keeps one.
          if (request.url.includes('%00'))
            return reply.code(400).send({ error: 'invalid_request', error_description: 'a parameter has a NUL' });
          load.refuseOverload();
          if (request.method === 'POST' || (counts && request.method === 'GET'))
            await requireRate(runtime, request.ip, runtime.clock.now());
          else if (writes) requireRoomToBegin(runtime, request);
          const provider = await server();
          const origin = {
            ip: request.ip,
            userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
            correlationId: request.id,
          };
          await load.count(() => inWork(runtime.db, origin, () => handOn(provider, path, publicUrl, request, reply)));
          return reply;
        },
      });
  });
}
