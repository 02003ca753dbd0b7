import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@signet/contract/limits';
import { Problem, type ReasonParams } from '@signet/contract/problem';
import type { FastifyInstance } from 'fastify';
import { OF_JSON } from './problem-door.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many values a body may hold, where that is more than in any other request. */
    bodyValues?: number;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where the string that begins at `start` ends, or where the text ends that breaks off in it. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Whether a text holds more values than any request of ours, or is nested deeper. It reads each byte once at most and
 * makes nothing, so that it costs little what a parser would choke on: a hundred thousand keys in one object take V8 60
 * milliseconds and more. So no object is as wide as a list may be, where `most` allows for a long one. Whether the text
 * is JSON is left to the parser.
 */
export function isTooComplex(json: Buffer, most: number = LIMITS.bodyValues): boolean {
  const { bodyValues, bodyDepth } = LIMITS;
  /** At each depth, how many more entries what is open there may have. */
  const room: number[] = [bodyValues];
  let values = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at);
    } else if (byte === COMMA) {
      values += 1;
      const left = (room[depth] ?? bodyValues) - 1;
      room[depth] = left;
      if (values > most || left < 0) return true;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (values > most || depth > bodyDepth) return true;
      room[depth] = byte === OPEN_ARRAY ? most : bodyValues;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return false;
}

/** What {@link isTooComplex} allows, in numbers. */
const roomFor = (most: number = LIMITS.bodyValues): ReasonParams => ({
  max: most,
  wide: LIMITS.bodyValues,
  depth: LIMITS.bodyDepth,
});

/** Whether the type of a body says that it is written in anything but UTF-8. */
function isOtherCharset(contentType: string | undefined): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '') ?? [];
  return charset !== undefined && !/^utf-?8$/i.test(charset);
}

/**
 * Takes JSON bodies, and nothing else: each is measured before it is parsed. An empty one is none: many programs name
 * the type with each request, also where there is nothing to send. JSON is UTF-8 (RFC 8259, 8.1): what is not would be
 * read as other letters than were sent, and a password or a certificate made of those.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null);
    else if (isOtherCharset(request.headers['content-type'])) done(new Problem('UNSUPPORTED_MEDIA_TYPE', OF_JSON));
    else if (!isUtf8(body)) done(new Problem('BROKEN_JSON'));
    else if (isTooComplex(body, request.routeOptions.config.bodyValues))
      done(new Problem('TOO_COMPLEX', { params: roomFor(request.routeOptions.config.bodyValues) }));
    else void parse(request, body.toString('utf8'), done);
  });
}
