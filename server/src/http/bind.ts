import type { Endpoint, FileAnswer } from '@signet/contract/endpoint';
import { Problem } from '@signet/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordCall, recordExtra, recordRefusal, type AuditedCall } from '../audit/call.ts';
import type { Db } from '../db/open.ts';
import { countWrites } from '../db/count-writes.ts';
import { countRequest } from '../db/rate.ts';
import type { Runtime } from '../runtime.ts';
import { resolveViewer } from '../sign-in/viewer.ts';
import { requireAccess } from './access.ts';
import { deviceCookieOf } from './device-cookie.ts';
import type { AuditDetail, Call, Handler, Origin } from './handler.ts';
import type { Load } from './load.ts';
import { parse } from './parse.ts';
import { asProblem } from './problem-door.ts';

/** A handler once the types have been checked at the area: bind treats all alike. */
type AnyHandler = Handler<Endpoint>;
type AnyCall = Call<Endpoint>;

const NOTHING = z.strictObject({});

/** Path of the contract in Fastify's words: `{id}` becomes `:id`. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The JSON schema by which Fastify serialises: a field that the contract does not list cannot leave. */
export function responseSchema(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (!endpoint.response) return undefined;
  const { $schema: _, ...schema } = z.toJSONSchema(endpoint.response, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  return schema;
}

/**
 * Makes a route of a declaration. Always in this order: load → count → authenticate → access → read and parse →
 * transaction → handler → audit row in the same transaction → serialise. What fails rolls back and leaves through the
 * problem door. Who may not call is refused before the body is read.
 */
export function bind(
  app: FastifyInstance,
  runtime: Runtime,
  load: Load,
  endpoint: Endpoint,
  handler: AnyHandler,
): void {
  const schema = responseSchema(endpoint);
  const callers = new WeakMap<FastifyRequest, AuditedCall>();
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    ...(schema ? { schema: { response: { [endpoint.success]: schema } } } : {}),
    async onRequest(request) {
      load.refuseOverload();
      callers.set(request, await load.count(() => admit(runtime, endpoint, request)));
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      if (!caller) throw new Error(`${endpoint.path} was reached without a look at its caller.`);
      return load.count(() => answer(runtime, caller, handler, request, reply));
    },
  });
}

/** Who calls, counted where the endpoint is worth guessing at. Throws for those who may not. */
async function admit(runtime: Runtime, endpoint: Endpoint, request: FastifyRequest): Promise<AuditedCall> {
  const now = runtime.clock.now();
  const origin: Origin = {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    correlationId: request.id,
  };
  if (endpoint.perMinute) await countRequest(runtime.db, `${endpoint.path} ${origin.ip}`, endpoint.perMinute, now);
  const { access } = endpoint;
  const viewer = access === 'public' ? null : await resolveViewer(runtime, request.headers, now);
  if (viewer) request.userId = viewer.userId;
  const caller: AuditedCall = {
    endpoint,
    viewer,
    origin,
    now,
    details: [],
    nothingChanged: false,
    writer: runtime,
  };
  if (viewer && access !== 'public')
    await recordingRefusal(runtime.db, caller, () => requireAccess(access, viewer, runtime.db));
  return caller;
}

async function answer(
  runtime: Runtime,
  caller: AuditedCall,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint, viewer, origin, now } = caller;
  return recordingRefusal(runtime.db, caller, async () => {
    const input = {
      params: endpoint.params ? parse(endpoint.params, request.params) : {},
      query: parse(endpoint.query ?? NOTHING, request.query),
      headers: endpoint.headers ? parse(endpoint.headers, request.headers) : {},
      body: endpoint.body ? parse(endpoint.body, request.body ?? {}) : undefined,
    };
    const context = {
      viewer,
      now,
      origin,
      deviceCookie: deviceCookieOf(request, reply, runtime.publicUrl.startsWith('https:')),
      runtime,
      audit: (detail: AuditDetail | 'nothing') => addAuditDetail(caller, detail),
    };
    if (endpoint.produces && openFiles >= OPEN_FILES_MAX)
      throw new Problem('TOO_MANY_REQUESTS', { params: { seconds: 10 } });
    const work = () => run(runtime.db, caller, (db) => handler({ ...context, ...input, db } as AnyCall));
    const result = await (endpoint.hashes ? runtime.passwords.inTurn(work) : work());
    reply.code(endpoint.success).header('cache-control', 'no-store');
    if (endpoint.produces) return sendFile(reply, endpoint.produces, result as FileAnswer);
    return endpoint.success === 204 ? reply.send() : result;
  });
}

/** A refusal worth an entry in the audit log leaves one. */
async function recordingRefusal<T>(db: Db, caller: AuditedCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await recordRefusal(db, caller, asProblem(error as Error));
    throw error;
  }
}

/**
 * Each file on its way holds a connection of the pool until its last piece; the others must suffice for everybody else.
 */
const OPEN_FILES_MAX = 4;
let openFiles = 0;

/** Sends a file as it is made. One that breaks on the way ends the connection, so that nobody takes it for whole. */
function sendFile(reply: FastifyReply, type: string, { fileName, pieces }: FileAnswer): FastifyReply {
  openFiles += 1;
  const file = Readable.from(pieces);
  file.once('close', () => void (openFiles -= 1));
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(file);
}

function addAuditDetail(caller: AuditedCall, detail: AuditDetail | 'nothing'): void {
  if (detail === 'nothing') caller.nothingChanged = true;
  else caller.details.push(detail);
}

/**
 * A reading call runs on the pool; a changing one, and a GET that is audited, in one transaction with its audit rows.
 */
async function run(db: Db, caller: AuditedCall, handle: (db: Db) => Promise<unknown>): Promise<unknown> {
  if (caller.endpoint.method === 'GET' && !caller.endpoint.audit) return handle(db);
  const writes = countWrites();
  const outcome = await db.transaction().execute(async (tx) => {
    try {
      const result = await handle(tx.withPlugin(writes.plugin));
      await recordCall(tx, caller, writes.rows());
      return { result };
    } catch (error) {
      if (!(error instanceof Problem && error.commit)) throw error;
      await recordExtra(tx, caller);
      return { refused: error };
    }
  });
  if (outcome.refused) throw outcome.refused;
  return outcome.result;
}
