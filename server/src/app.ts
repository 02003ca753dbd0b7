import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { areas } from '@signet/contract';
import { development } from '@signet/contract/development';
import type { Endpoint } from '@signet/contract/endpoint';
import { LIMITS } from '@signet/contract/limits';
import { settingSpec } from '@signet/contract/platform-settings';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { developmentRoutes } from './areas/development/routes.ts';
import { handlers } from './areas/index.ts';
import { logoOrigin } from './areas/sign-in/logo-origin.ts';
import { rememberLandmarks } from './db/landmarks.ts';
import { bind } from './http/bind.ts';
import { closePromptly } from './http/closing.ts';
import { serveConsole } from './http/console.ts';
import { serveManagementFiles } from './http/management-files.ts';
import { refuseForeignRequests } from './http/foreign-requests.ts';
import type { Handler } from './http/handler.ts';
import { LOAD_LIMITS, measureLoad, type Load, type LoadLimits } from './http/load.ts';
import { observe, type Health } from './http/observe.ts';
import { collectMethods } from './http/other-methods.ts';
import { readOctetBodies } from './http/octets.ts';
import { openApiDocument } from './http/openapi.ts';
import { pagePolicy } from './http/page-policy.ts';
import { answerBrokenRequest, openProblemDoor } from './http/problem-door.ts';
import { pack, sendPacked, type Packed } from './http/packed.ts';
import { readJsonBodies } from './http/read-json.ts';
import { referencePage, referenceStyle } from './http/reference.ts';
import { serveAuthorization } from './oauth/mount.ts';
import { textSetting } from './platform-settings/setting-store.ts';
import type { Runtime } from './runtime.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, for the log line; empty before sign-in. */
    userId: string;
  }
}

const CORRELATION = 'x-correlation-id';

/** What the console never asks a browser for, so that no script that gets into a page can. */
const UNUSED_FEATURES = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
]
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * An address that can't be decoded (`/account/%E0%A4%A`) names nothing: its signs are taken as they stand, so that it
 * is not found like any other.
 */
function decodable(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

/**
 * The whole server around its runtime: every endpoint of the contract, the console, the probes. Opens no port and reads
 * no environment. The caller closes it.
 */
export async function buildApp(
  runtime: Runtime,
  pool: pg.Pool,
  health: Health,
  limits: LoadLimits = LOAD_LIMITS,
): Promise<FastifyInstance> {
  const { config } = runtime;
  const logger: FastifyBaseLogger = runtime.log;
  const app = Fastify({
    loggerInstance: logger,
    // The log line is ours (http/observe.ts): it names the route, never the address, which may hold a code.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: (request) => {
      const correlationId = request.headers[CORRELATION];
      return typeof correlationId === 'string' && /^[\w-]{8,64}$/.test(correlationId) ? correlationId : randomUUID();
    },
    bodyLimit: LIMITS.bodyBytes,
    // Who calls is asked when the headers are there: it must still be true when the body is.
    requestTimeout: LIMITS.requestSeconds * 1000,
    // The proxy's own word alone: what stands further left in X-Forwarded-For was written by the client.
    trustProxy: config.TRUST_PROXY ? (_address: string, hop: number) => hop === 0 : false,
    // A part of an address is refused by its schema, like any other value: none is longer than what Node reads.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // What comes on a connection that was kept is still answered; its answer says that it was the last.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: (request) => decodable(request.url ?? '/'),
  });
  app.decorateRequest('userId', '');
  const refuseOtherMethods = collectMethods(app);
  // The console reckons the life of its tokens from Date, so it has to come from the clock that gave them their end.
  app.addHook(
    'onRequest',
    async (request, reply) =>
      void reply.header(CORRELATION, request.id).header('date', runtime.clock.now().toUTCString()),
  );
  readJsonBodies(app);
  readOctetBodies(app);
  openProblemDoor(app);
  const beginToClose = closePromptly(app.server);
  app.addHook('preClose', async () => beginToClose());
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: runtime.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  const policy = pagePolicy({ assistantPort: config.ASSISTANT_PORT });
  app.addHook(
    'onRequest',
    async (_request, reply) =>
      void reply.header('content-security-policy', policy).header('permissions-policy', UNUSED_FEATURES),
  );
  refuseForeignRequests(app, runtime.publicUrl, runtime.clientAuthUrl);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2048 });
  const load = measureLoad(limits);
  app.addHook('onClose', async () => load.close());
  rememberLandmarks(runtime.db, (error) => runtime.log.warn({ err: error }, 'a long list could not be walked'));
  observe(app, runtime, { pool, health, load });
  bindAreas(app, runtime, load);
  await serveAuthorization(app, runtime, load);
  serveDocument(app, runtime.publicUrl);
  serveManagementFiles(app, runtime.clientTools);
  await serveConsole(app, {
    landing: () =>
      textSetting(runtime, 'landing_address').catch(() => settingSpec('landing_address').default.toString()),
    logoOrigin: logoOrigin(runtime),
    assistantPort: config.ASSISTANT_PORT,
    offer: runtime.clientTools.offer,
  });
  refuseOtherMethods();
  return app;
}

function bindAreas(app: FastifyInstance, runtime: Runtime, load: Load): void {
  for (const [area, endpoints] of Object.entries(areas))
    bindArea(app, runtime, load, area, endpoints, handlers[area as keyof typeof handlers]);
  if (runtime.config.development) bindArea(app, runtime, load, 'development', development, developmentRoutes);
}

function bindArea(
  app: FastifyInstance,
  runtime: Runtime,
  load: Load,
  area: string,
  endpoints: Record<string, Endpoint>,
  of: object,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = (of as Record<string, Handler<Endpoint> | undefined>)[name];
    if (!handler) throw new Error(`${area}.${name} has no handler.`);
    bind(app, runtime, load, endpoint, handler);
  }
}

function serveDocument(app: FastifyInstance, publicUrl: string): void {
  // Made for whoever asks first: megabytes, and a tenth of a second, that few processes ever need.
  let document: Promise<Packed> | undefined;
  let page: Promise<Packed> | undefined;
  app.get('/account/api/openapi.json', async (request, reply) => {
    document ??= pack(JSON.stringify(openApiDocument(publicUrl)));
    return sendPacked(request, reply, await document, 'application/json; charset=utf-8');
  });
  app.get('/account/api/reference', async (request, reply) => {
    page ??= pack(referencePage(openApiDocument(publicUrl), '/account/api/reference.css'));
    return sendPacked(request, reply, await page, 'text/html; charset=utf-8');
  });
  app.get('/account/api/reference.css', async (_request, reply) => reply.type('text/css').send(referenceStyle));
}
