/**
 * What the database says, or the driver of it, that is no fault of the question: SQLSTATE codes and their classes
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), codes of Node, and texts of `pg`, which has none.
 */

/**
 * The server is not the one to write to any more, or can't: 08 connection exceptions, 25006 read-only, 53 no disk, no
 * memory or no connection left, 57P shutting down, starting or told to end, 58 its files can't be used. A connection of
 * that time is not used again: it may lead to a server that another one has replaced.
 */
const FAILED_SERVER = /^(?:08|25006$|53|57P|58)/;

/**
 * It can't be asked just now: nobody lets us in (28, 3D000, 55000), or the statement was ended because it waited or ran
 * for too long (55P03, 57014) or stood in the way of another (40001, 40P01).
 */
const REFUSED = /^(?:28|3D000$|55000$|55P03$|57014$|40001$|40P01$)/;

const UNREACHABLE = /^(?:ECONN|ENOENT$|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENETDOWN$|ENOTFOUND$|EAI_AGAIN$)/;

const OF_DRIVER = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'Postgres connection has been discarded',
    'Query read timeout',
  ].join('|'),
);

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether a later try of the same call may succeed, and nothing in this program has to change for it. */
export function isUnavailable(error: Error): boolean {
  const code = codeOf(error);
  return FAILED_SERVER.test(code) || REFUSED.test(code) || UNREACHABLE.test(code) || OF_DRIVER.test(error.message);
}

/** Whether a statement was ended because it ran for too long; the next try of the same may take as long. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether a transaction was ended since it and another one waited for each other: the next try finds that one done. */
export const stoodInTheWay = (error: unknown): boolean => /^40(?:001|P01)$/.test(codeOf(error));

/** Whether connections that were open at that moment must not be used any more. */
export function isFailedServer(error: unknown): boolean {
  return FAILED_SERVER.test(codeOf(error));
}
