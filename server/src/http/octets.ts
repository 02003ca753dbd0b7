/** Bodies and answers that are octets of a format of their own, such as certificates. */
import { createHash } from 'node:crypto';
import { POSTED_FORM, type OctetsAnswer } from '@signet/contract/endpoint';
import { Problem } from '@signet/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasAlready } from './conditional.ts';
import { OF_JSON } from './problem-door.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of octets that this address takes, where it takes no JSON. */
    takes?: string;
  }
}

const TAKEN = ['application/ocsp-request', POSTED_FORM];

/** Takes bodies of octets where an endpoint declares them, and nowhere else; there it takes nothing else. */
export function readOctetBodies(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(TAKEN, { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.takes === undefined) done(new Problem('UNSUPPORTED_MEDIA_TYPE', OF_JSON));
    else done(null, new Uint8Array(body));
  });
  app.addHook('preParsing', async (request) => {
    const { takes } = request.routeOptions.config;
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
    if (takes !== undefined && type !== undefined && type !== takes)
      throw new Problem('UNSUPPORTED_MEDIA_TYPE', { params: { type: takes } });
  });
}

const httpDate = (at: Date): string => at.toUTCString();

/**
 * Sends octets. What says for how long it is fresh may be kept by every cache, and is asked for again by its ETag, as
 * RFC 5019, 6.2, has it: `until` is when it must be gone, `seconds` how long nobody need ask.
 */
export function sendOctets(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, octets, fileName, fresh }: OctetsAnswer,
): FastifyReply {
  const body = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (!fresh) return reply.header('cache-control', 'no-store').type(type).send(body);
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  reply
    .header('etag', tag)
    .header('last-modified', httpDate(fresh.since))
    .header('expires', httpDate(fresh.until))
    .header(
      'cache-control',
      `max-age=${fresh.seconds}, ${fresh.own ? 'private' : 'public'}, no-transform, must-revalidate`,
    );
  return hasAlready(request.headers, tag) ? reply.code(304).send() : reply.type(type).send(body);
}
