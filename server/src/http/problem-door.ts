import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '@signet/contract/limits';
import { PROBLEMS, Problem, type ProblemBody, type ProblemField, type Reason } from '@signet/contract/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/unavailable.ts';
import { leavesNoAdministrator } from '../db/violation.ts';
import { problemText } from '../texts.ts';

/** After how many seconds whoever was answered 503 may ask again. */
const RETRY_SECONDS = 5;

/** Parameters of UNSUPPORTED_MEDIA_TYPE where a body has to be JSON. */
export const OF_JSON = { params: { type: 'application/json' } };

/** What Fastify itself refuses before a handler is reached. */
function ofFastify(error: FastifyError, bodyMax: number): Problem | null {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Problem('UNSUPPORTED_MEDIA_TYPE', OF_JSON);
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('TOO_LARGE', { params: { max: bodyMax } });
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) return new Problem('BROKEN_JSON');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Problem('INVALID_INPUT');
  return null;
}

/**
 * Any error as a problem; what is not known becomes a 500 that says nothing of its cause. `bodyMax`: how many bytes the
 * body may have.
 */
export function asProblem(error: Error, bodyMax: number = LIMITS.bodyBytes): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return new Problem('DATABASE_UNAVAILABLE');
  // Found when the transaction is committed, whatever the call was about.
  if (leavesNoAdministrator(error)) return new Problem('LAST_ADMINISTRATOR');
  return ofFastify(error as FastifyError, bodyMax) ?? new Problem('INTERNAL');
}

function field(reason: Reason): ProblemField {
  return { status: reason.status, message: problemText(reason), ...(reason.params ? { params: reason.params } : {}) };
}

/** The wire shape of a problem. */
function problemBody(problem: Problem, correlationId: string): ProblemBody {
  const { reason, fields, moreFields } = problem;
  return {
    error: {
      ...field(reason),
      ...(fields
        ? { fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, field(one)])) }
        : {}),
      ...(moreFields > 0 ? { more_fields: moreFields } : {}),
      correlation_id: correlationId,
    },
  };
}

/**
 * Begins the answer to an error, whatever shape it gets: status, headers, and what nobody else keeps. Errors that are
 * not the caller's are logged whole, under the correlation id that the caller gets.
 */
export function beginRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = asProblem(error, request.routeOptions.bodyLimit);
  // An overload is counted (http_request_duration_seconds): a line for each refusal would add to it.
  if (problem.httpStatus >= 500 && problem.reason.status !== 'OVERLOADED')
    request.log.error({ err: error }, 'request failed');
  if (problem.httpStatus === 401) reply.header('www-authenticate', 'Bearer');
  const seconds = problem.reason.params?.['seconds'] ?? (problem.httpStatus === 503 ? RETRY_SECONDS : undefined);
  if (seconds !== undefined && [429, 503].includes(problem.httpStatus)) reply.header('retry-after', String(seconds));
  reply.code(PROBLEMS[problem.reason.status]).header('cache-control', 'no-store');
  return problem;
}

/** Answers a problem. */
export function answerProblem(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = beginRefusal(error, request, reply);
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemBody(problem, request.id));
}

/** The one door through which every failure leaves. */
export function openProblemDoor(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => answerProblem(error, request, reply));
}

const BROKEN: Record<string, () => Problem> = {
  HPE_HEADER_OVERFLOW: () => new Problem('HEADERS_TOO_LARGE', { params: { max: maxHeaderSize } }),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Problem('REQUEST_TIMEOUT'),
};

/**
 * What Node's parser refuses before there is a request: the same shape, written to the bare connection, which ends with
 * it.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const problem = BROKEN[error.code ?? '']?.() ?? new Problem('INVALID_INPUT');
  const body = JSON.stringify(problemBody(problem, randomUUID()));
  const head = [
    `HTTP/1.1 ${problem.httpStatus} ${STATUS_CODES[problem.httpStatus]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
