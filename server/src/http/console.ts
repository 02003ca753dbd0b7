import { fileURLToPath } from 'node:url';
import type { ClientTool } from '@signet/contract/client-tools';
import { Problem } from '@signet/contract/problem';
import { safeReturnPath } from '@signet/contract/rules';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consolePage } from './console-page.ts';
import { noSuchPage } from './no-such-page.ts';
import { sendPacked } from './packed.ts';
import { pagePolicy } from './page-policy.ts';
import { PLAIN_PAGE_POLICY } from './plain-page.ts';
import { answerProblem } from './problem-door.ts';

const BUILT = fileURLToPath(new URL('../../../console/dist/', import.meta.url));
const API = /^\/(?:account\/(?:ui-api|api)|imauth)(?:\/|$)/;

/** Headers that a browser obeys on pages and frames alone. */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** The login page, with the way back where it leads into this console. */
function loginAddress(query: unknown): string {
  const path = safeReturnPath((query as { returnPath?: unknown }).returnPath);
  return path ? `/account/login?returnPath=${encodeURIComponent(path)}` : '/account/login';
}

/** A browser that has turned away while a file was on its way wants no answer. */
function unlessGone(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
  else request.server.errorHandler(error, request, reply);
}

type Console = {
  /** Where the roots lead. */
  landing: () => Promise<string>;
  logoOrigin: () => Promise<string | null>;
  assistantPort: number;
  /** What the platform offers of the client tools. */
  offer: () => ClientTool[];
};

/**
 * Serves the built console under /account, every deep link included, and the addresses a browser reaches by a full
 * page load: the roots, and the login and logout endpoints of the authentication service. Its pages may show a picture
 * of `logoOrigin`, and ask the trust assistant at `assistantPort` of the computer that they are on.
 */
export async function serveConsole(
  app: FastifyInstance,
  { landing, logoOrigin, assistantPort, offer }: Console,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: BUILT,
    // Its own route reads the whole folder for every file, to compare the spelling of the name.
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // What is no document gets no rules for documents: they are longer than a small file.
      if (/\.(?:js|css|woff2)(?:\.br)?$/.test(path)) for (const name of FOR_DOCUMENTS) reply.removeHeader(name);
      // Vite puts a content hash into the name of everything below assets/.
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get<{ Params: { '*': string } }>('/account/*', { errorHandler: unlessGone }, (request, reply) => {
    const name = request.params['*'];
    // The page as it was built lacks what the server puts into it, and the policy that its scripts run by.
    if (name.startsWith('index.html')) reply.callNotFound();
    else reply.sendFile(name);
  });
  app.get('/', async (_request, reply) => reply.redirect(await landing()));
  app.get('/account', async (_request, reply) => reply.redirect(await landing()));
  app.get('/imauth/api/v1/login', async (request, reply) => reply.redirect(loginAddress(request.query)));
  app.get('/imauth/api/v1/logout', async (_request, reply) =>
    reply.header('clear-site-data', '"cache"').redirect('/account/login'),
  );

  const pageOf = consolePage(`${BUILT}index.html`, offer);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const page = reads && path.startsWith('/account/') && !API.test(path) && !path.startsWith('/account/assets/');
    if (!page && reads && request.headers.accept?.includes('text/html'))
      return reply
        .code(404)
        .header('vary', 'accept, accept-language')
        .header('content-security-policy', PLAIN_PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(noSuchPage(request.headers['accept-language']));
    if (!page) return answerProblem(new Problem('NOT_FOUND'), request, reply);
    const built = await pageOf();
    const policy = pagePolicy({ scripts: built?.scripts ?? [], pictures: await logoOrigin(), assistantPort });
    reply.header('content-security-policy', policy);
    if (!built)
      return reply.code(503).type('text/plain').send('The console has not been built yet: npm start builds it.');
    return sendPacked(request, reply, built, 'text/html; charset=utf-8');
  });
}
