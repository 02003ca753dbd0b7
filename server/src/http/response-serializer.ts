/** How answers become JSON. */
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type Serialize = (answer: unknown) => string;

const made = new WeakMap<z.ZodType, Serialize>();

/** The JSON schema of an answer: a field that the contract does not list cannot leave. */
function responseSchema(response: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(response, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
  });
  return schema;
}

/**
 * Writes an answer by its schema. Made when an endpoint answers for the first time: all of them together would take
 * half of the time in which a process starts.
 */
export function serializerOf(response: z.ZodType): Serialize {
  const known = made.get(response);
  if (known) return known;
  const serialize: Serialize = fastJsonStringify(responseSchema(response));
  made.set(response, serialize);
  return serialize;
}
