/**
 * The one way in: HTTP on 127.0.0.1 with three addresses (S §7). Host and origin are looked at before anything else;
 * what is refused says why to a page that may ask at all, and nothing to any other.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { DOOR_STATUSES, type DoorStatus } from '@signet/contract/assistant/statuses';
import {
  ASSISTANT_PATHS,
  CHANNEL_VERSION,
  HANDSHAKE_BYTES,
  handshakeRequest,
  REQUEST_BYTES,
  requestBody,
  type Hello,
} from '@signet/contract/assistant/wire';
import type { ActivityLog } from '../activity-log.ts';
import type { Clock } from '../clock.ts';
import { DoorRefusal } from '../refusal.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { CAPABILITY_VERSION, VERSION } from '../version.ts';
import { isOwnHost, originOf } from './addresses.ts';
import { boundConnections } from './connections.ts';
import { rates, type Kind } from './rates.ts';
import { readBody } from './read-body.ts';

/** In milliseconds: what a request may take to arrive, and a connection to say anything at all. */
const LONGEST_REQUEST = 15_000;
const LONGEST_HEADERS = 5_000;

/** For how long a browser need not ask again whether it may ask, in seconds. */
const PREFLIGHT_SECONDS = 600;

type Address = { method: 'GET' | 'POST'; kind: Kind; answer: (request: IncomingMessage, origin: string) => unknown };
type Parts = { sessions: Sessions; log: ActivityLog; clock: Clock };

/** Listens on nothing yet. */
export function door({ sessions, log, clock }: Parts): Server {
  const isWithin = rates(clock);
  const addresses: Record<string, Address> = {
    [ASSISTANT_PATHS.hello]: {
      method: 'GET',
      kind: 'hello',
      answer: (): Hello => ({
        version: VERSION,
        capability_version: CAPABILITY_VERSION,
        channel_version: CHANNEL_VERSION,
      }),
    },
    [ASSISTANT_PATHS.handshake]: {
      method: 'POST',
      kind: 'handshake',
      answer: async (request, origin) =>
        sessions.begin(origin, await readBody(request, HANDSHAKE_BYTES, handshakeRequest)),
    },
    [ASSISTANT_PATHS.request]: {
      method: 'POST',
      kind: 'request',
      answer: async (request, origin) => sessions.take(origin, await readBody(request, REQUEST_BYTES, requestBody)),
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnHost(request.headers.host, request.socket.localPort ?? 0)) return refuse(response, 'FOREIGN_HOST');
    const origin = originOf(request.headers.origin);
    response.setHeader('vary', 'Origin');
    if (origin === null) return refuse(response, 'FOREIGN_ORIGIN');
    response.setHeader('access-control-allow-origin', origin);
    const address = addresses[request.url ?? ''];
    if (!address) return refuse(response, 'NOT_FOUND');
    if (request.method === 'OPTIONS') return preflight(request, response, address);
    if (request.method !== address.method) {
      response.setHeader('allow', `${address.method}, OPTIONS`);
      return refuse(response, 'METHOD_NOT_ALLOWED');
    }
    if (!isWithin(address.kind, origin)) return refuse(response, 'TOO_MANY_REQUESTS');
    try {
      send(response, 200, await address.answer(request, origin));
    } catch (error) {
      if (error instanceof DoorRefusal) return refuse(response, error.status);
      // Who has gone away in the middle of the body waits for no answer.
      if (request.destroyed && !request.complete) return;
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log.write({ origin, what: address.kind, result: 'INTERNAL_ERROR', detail });
      refuse(response, 'INTERNAL_ERROR');
    }
  }

  const server = createServer(
    { requestTimeout: LONGEST_REQUEST, headersTimeout: LONGEST_HEADERS, connectionsCheckingInterval: 1_000 },
    (request, response) => void handle(request, response),
  );
  server.keepAliveTimeout = LONGEST_HEADERS;
  boundConnections(server);
  return server;
}

/** A browser asks whether a page may ask; an older Chromium also whether it may at an address of this machine. */
function preflight(request: IncomingMessage, response: ServerResponse, { method }: Address): void {
  response.setHeader('access-control-allow-methods', method);
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  if (request.headers['access-control-request-private-network'] === 'true')
    response.setHeader('access-control-allow-private-network', 'true');
  response.writeHead(204).end();
}

function refuse(response: ServerResponse, status: DoorStatus): void {
  const { code, message } = DOOR_STATUSES[status];
  // What of the body has not come yet is not waited for.
  response.setHeader('connection', 'close');
  send(response, code, { error: { status, message } });
}

function send(response: ServerResponse, code: number, body: unknown): void {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('x-content-type-options', 'nosniff');
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
