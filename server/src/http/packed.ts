/** Texts of megabytes that stay the same: packed once, and not sent to whoever has them. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasAlready } from './conditional.ts';

/** `tag`: the ETag of the text. */
export type Packed = { text: string; packed: Buffer; tag: string };

/** Packs a text as a browser unpacks it. */
export async function pack(text: string): Promise<Packed> {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { text, packed: await promisify(brotliCompress)(text), tag };
}

/** Whether an Accept-Encoding header has it, and does not say that it is the one not to send (RFC 9110, 12.4.2). */
const takesBrotli = (accepted: string): boolean => /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);

/** Sends it in the form that the request takes; 304 where the request has it. `type` is a media type. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, { text, packed, tag }: Packed, type: string) {
  void reply.header('cache-control', 'no-cache').header('etag', tag).header('vary', 'accept-encoding');
  if (hasAlready(request.headers, tag)) return reply.code(304).send();
  void reply.type(type);
  if (!takesBrotli(String(request.headers['accept-encoding']))) return reply.send(text);
  return reply.header('content-encoding', 'br').send(packed);
}
