/** Reads a body of JSON within its bound. */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { DoorRefusal } from '../refusal.ts';

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i;

/** Throws {@link DoorRefusal}: another type, too large, broken, or not of this schema. `most` is in octets. */
export async function readBody<T>(request: IncomingMessage, most: number, schema: z.ZodType<T>): Promise<T> {
  // Any page may post a form or plain text without asking; for this type its browser asks us first.
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw new DoorRefusal('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers['content-length'] ?? 0) > most) throw new DoorRefusal('TOO_LARGE');
  const chunks: Buffer[] = [];
  let length = 0;
  // A stream that is left before its end is destroyed as a rule, and the connection with it, before we have answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const octets = Buffer.from(chunk);
    length += octets.length;
    if (length > most) throw new DoorRefusal('TOO_LARGE');
    chunks.push(octets);
  }
  const parsed = schema.safeParse(parseJson(Buffer.concat(chunks)));
  if (!parsed.success) throw new DoorRefusal('INVALID_BODY');
  return parsed.data;
}

function parseJson(octets: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    throw new DoorRefusal('INVALID_BODY');
  }
}
