import { addressKey } from '@signet/contract/address-range';
import type { Endpoint, FileAnswer, FormAnswer, OctetsAnswer } from '@signet/contract/endpoint';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordCall, recordExtra, recordRefusal, type AuditedCall } from '../audit/call.ts';
import type { Db } from '../db/open.ts';
import { countWrites } from '../db/count-writes.ts';
import { countRequest } from '../db/rate.ts';
import { stoodInTheWay } from '../db/unavailable.ts';
import type { Runtime } from '../runtime.ts';
import { numberSetting } from '../platform-settings/setting-store.ts';
import type { Presented } from '../sign-in/certificates/presented.ts';
import { requireRecentProof } from '../sign-in/sessions/proof-store.ts';
import { resolveViewer } from '../sign-in/viewer.ts';
import { requireAccess } from './access.ts';
import { deviceCookieOf } from './device-cookie.ts';
import type { AuditDetail, Call, Handler, Origin } from './handler.ts';
import type { Load } from './load.ts';
import { leading } from './leading.ts';
import { asksForMany, longList } from './long-list.ts';
import { countFile } from './open-files.ts';
import { parse } from './parse.ts';
import { presentedBy } from './presented-certificate.ts';
import { asProblem } from './problem-door.ts';
import { sendOctets } from './octets.ts';
import { sendForm } from './posting-page.ts';
import { serializerOf } from './response-serializer.ts';
import { endUnread, inSmallPieces } from './unread.ts';

/** A handler once the types have been checked at the area: bind treats all alike. */
type AnyHandler = Handler<Endpoint>;
type AnyCall = Call<Endpoint>;

const NOTHING = z.strictObject({});

/** Path of the contract in Fastify's words: `{id}` becomes `:id`. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Makes a route of a declaration. Always in this order: load → count → authenticate → access → read and parse →
 * transaction → handler → audit row in the same transaction → serialise; where it `asks`, its handler comes before the
 * transaction, in which what it leaves is done. What fails rolls back and leaves through the problem door. Who may not
 * call is refused before the body is read.
 */
export function bind(
  app: FastifyInstance,
  runtime: Runtime,
  load: Load,
  endpoint: Endpoint,
  handler: AnyHandler,
): void {
  const { bodyMax, takes, anyHost, response } = endpoint;
  const callers = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    ...(response
      ? {
          // Fastify asks for the serializer of a schema; which it is, is known by the endpoint.
          schema: { response: { '2xx': { type: 'object' } } },
          serializerCompiler: () => (body: unknown) => serializerOf(response)(body),
        }
      : {}),
    ...(bodyMax ? { bodyLimit: bodyMax.bytes } : {}),
    ...(takes ? { bodyLimit: takes.most } : {}),
    config: {
      ...(bodyMax ? { bodyValues: bodyMax.values } : {}),
      ...(takes ? { takes: takes.type } : {}),
      ...(anyHost ? { anyHost } : {}),
    },
    async onRequest(request) {
      load.refuseOverload();
      callers.set(request, await load.count(() => admit(runtime, endpoint, request)));
    },
    async handler(request, reply) {
      const caller = callers.get(request);
      if (!caller) throw new Error(`${endpoint.path} was reached without a look at its caller.`);
      return load.count(() => answer({ runtime, load }, caller, handler, request, reply));
    },
    ...(endpoint.leads ? leading(runtime, endpoint.leads) : {}),
  });
}

/** A call whose caller has been looked at, with the certificate that it came with. */
type Admitted = AuditedCall & { presented: Presented | null };

/** Who calls, counted where the endpoint is worth guessing at. Throws for those who may not. */
async function admit(runtime: Runtime, endpoint: Endpoint, request: FastifyRequest): Promise<Admitted> {
  const now = runtime.clock.now();
  const origin: Origin = {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    correlationId: request.id,
  };
  const { method, path, perMinute } = endpoint;
  if (perMinute) await countRequest(runtime.db, `${method} ${path} ${addressKey(origin.ip)}`, perMinute, now);
  const presented = presentedBy(request, runtime.config);
  const { access } = endpoint;
  const viewer =
    access === 'public'
      ? null
      : await resolveViewer(runtime, { headers: request.headers, address: origin.ip, presented }, now);
  if (viewer) request.userId = viewer.userId;
  const caller: Admitted = {
    presented,
    endpoint,
    viewer,
    origin,
    now,
    details: [],
    nothingChanged: false,
    writer: runtime,
  };
  if (viewer && access !== 'public')
    await recordingRefusal(runtime.db, caller, async () => {
      await requireAccess(access, viewer, runtime.db);
      if (endpoint.reauthenticate === true) await requireProof(runtime, viewer, now);
    });
  return caller;
}

const requireProof = async (runtime: Runtime, viewer: Viewer, now: Date): Promise<void> =>
  requireRecentProof(runtime.db, viewer, await numberSetting(runtime, 'reauthentication_minutes'), now);

async function answer(
  { runtime, load }: { runtime: Runtime; load: Load },
  caller: Admitted,
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
      search: searchOf(request.url),
      body: bodyOf(endpoint, request.body),
    };
    const { reauthenticate } = endpoint;
    if (viewer && typeof reauthenticate === 'object' && has(input.body, reauthenticate.where))
      await requireProof(runtime, viewer, now);
    let success: number = endpoint.success;
    const context = {
      viewer,
      answerWith: (code: 200) => void (success = code),
      presented: caller.presented,
      now,
      origin,
      deviceCookie: deviceCookieOf(request, reply, runtime.publicUrl.startsWith('https:')),
      runtime,
      audit: (detail: AuditDetail | 'nothing') => addAuditDetail(caller, detail),
    };
    const handle = (db: Db): Promise<unknown> => {
      success = endpoint.success;
      return handler({ ...context, ...input, db } as AnyCall);
    };
    const work = () => (endpoint.asks ? runAsked(runtime.db, caller, handle) : run(runtime.db, caller, handle));
    if (endpoint.produces) return sendFile(reply, endpoint.produces, viewer, load, () => work() as Promise<FileAnswer>);
    if (endpoint.octets) return sendOctets(request, reply, (await work()) as OctetsAnswer);
    if (endpoint.posts) return sendForm(request, reply, (await work()) as FormAnswer);
    if (endpoint.response && asksForMany(input.query))
      return sendPieces(reply, await longList(work, serializerOf(endpoint.response)), success, load);
    const result = await (hashes(endpoint, input.body) ? runtime.passwords.inTurn(work) : work());
    reply.code(success).header('cache-control', 'no-store');
    return success === 204 ? reply.send() : result;
  });
}

/** Sends JSON that is made; one that is hardly read ends, as files do: it is large, and held until then. */
function sendPieces(reply: FastifyReply, pieces: readonly Buffer[], success: number, { files }: Load): FastifyReply {
  endUnread(reply.raw, files);
  return reply
    .code(success)
    .header('cache-control', 'no-store')
    .header(
      'content-length',
      pieces.reduce((sum, { length }) => sum + length, 0),
    )
    .type('application/json; charset=utf-8')
    .send(Readable.from(inSmallPieces(pieces)));
}

/** Whether a call waits for its turn among those that take long. */
const hashes = ({ hashes: declared }: Endpoint, body: unknown): boolean =>
  typeof declared === 'object' ? has(body, declared.where) : declared === true;

const has = (body: unknown, field: string): boolean => typeof body === 'object' && body !== null && field in body;

const searchOf = (address: string): string => address.slice(address.indexOf('?') + 1 || address.length);

function bodyOf({ body, takes }: Endpoint, sent: unknown): unknown {
  if (takes) return sent instanceof Uint8Array ? sent : new Uint8Array();
  return body ? parse(body, sent ?? {}) : undefined;
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
 * Sends a file as it is made. One that breaks on the way ends the connection, so that nobody takes it for whole; one
 * that is hardly read ends it too, for it keeps others waiting. Throws TOO_MANY_FILES and TOO_MANY_REQUESTS where as
 * many are on their way as may be; one that is being begun is one of them.
 */
async function sendFile(
  reply: FastifyReply,
  type: string,
  viewer: Viewer | null,
  { files }: Load,
  begin: () => Promise<FileAnswer>,
): Promise<FastifyReply> {
  const close = countFile(viewer);
  const { fileName, pieces } = await begin().catch((error: unknown) => {
    close();
    throw error;
  });
  endUnread(reply.raw, files);
  return reply
    .header('cache-control', 'no-store')
    .type(type === 'application/octet-stream' ? type : `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(inSmallPieces(pieces)).once('close', close));
}

function addAuditDetail(caller: AuditedCall, detail: AuditDetail | 'nothing'): void {
  if (detail === 'nothing') caller.nothingChanged = true;
  else caller.details.push(detail);
}

/** How often a call is tried in all, whose transaction the database ends as it and another one wait for each other. */
const TRIES = 3;

/**
 * A reading call runs on the pool; a changing one, and a GET that is audited, in one transaction with its audit rows.
 * Of two that wait for each other the database ends one, of which nothing is left: it is tried again after the other.
 */
async function run(db: Db, caller: AuditedCall, handle: (db: Db) => Promise<unknown>): Promise<unknown> {
  if (caller.endpoint.method === 'GET' && !caller.endpoint.audit) return handle(db);
  const { details, nothingChanged } = caller;
  const before = details.length;
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await inTransaction(db, caller, handle);
    } catch (error) {
      if (left === 0 || !stoodInTheWay(error)) throw error;
      details.length = before;
      caller.nothingChanged = nothingChanged;
    }
  }
}

async function inTransaction(db: Db, caller: AuditedCall, handle: (db: Db) => Promise<unknown>): Promise<unknown> {
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

/**
 * A call of an endpoint that `asks`: its handler runs without a transaction, and what it leaves to do in one. Events of
 * the audit log are only ever written in that one. Throws where a handler that has some leaves nothing to do.
 */
async function runAsked(db: Db, caller: AuditedCall, handle: (db: Db) => Promise<unknown>): Promise<unknown> {
  const answered = await handle(db);
  if (typeof answered === 'function') return run(db, caller, async (tx) => answered(tx));
  const { audit, path } = caller.endpoint;
  if ((audit && !('none' in audit)) || caller.details.length > 0)
    throw new Error(`${path} answered without what is left to do in the transaction of its events.`);
  return answered;
}
