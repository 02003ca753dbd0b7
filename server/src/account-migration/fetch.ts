/** Asks the platform that an account comes from. */
import { MOVE_FILE_MAX, MOVE_PART_BYTES } from '@signet/contract/areas/migration-rules';
import { Problem, type ReasonParams } from '@signet/contract/problem';
import { z } from 'zod';
import { failureOf, OutsideFailure } from '../outside/failure.ts';
import { fetchOutside, type OutsideAnswer } from '../outside/fetch.ts';

/** A part is half a megabyte, as base64 in JSON. */
const BOUNDS = { mostBytes: 1_000_000, timeoutMs: 20_000 } as const;

const transfer = z.object({ ready: z.boolean(), parts: z.int(), bytes: z.int(), sha256: z.string() });
const part = z.object({ content: z.base64() });

/** The source and the code that opens it; whether it may stand in the own network. */
export type Source = { address: string; code: string; ownNetwork: boolean };

/** It may answer a moment later. */
export class SourceAway extends Error {
  readonly problem: Problem;
  constructor(params: ReasonParams) {
    super(`The source does not answer: ${JSON.stringify(params)}`);
    this.problem = new Problem('MIGRATION_SOURCE_UNREACHABLE', { params });
  }
}

/**
 * How large the file is; null while it is being made. Throws SourceAway, and a Problem for what no later try would
 * change.
 */
export async function askTransfer(source: Source): Promise<{ parts: number; bytes: number } | null> {
  const { ready, ...file } = await ask(source, '', transfer);
  if (!ready) return null;
  if (file.bytes > MOVE_FILE_MAX)
    throw new Problem('MIGRATION_FILE_LARGE', { params: { max: MOVE_FILE_MAX / 1_048_576 } });
  if (file.bytes < 1 || file.parts !== Math.ceil(file.bytes / MOVE_PART_BYTES))
    throw new Problem('MIGRATION_SOURCE_ANSWER');
  return file;
}

/** One part of the file, of the size that it must have. */
export async function askPart(source: Source, position: number, bytes: number): Promise<Buffer> {
  const { content } = await ask(source, `/part/${position}`, part);
  const body = Buffer.from(content, 'base64');
  if (body.length !== Math.min(bytes - position * MOVE_PART_BYTES, MOVE_PART_BYTES))
    throw new Problem('MIGRATION_SOURCE_ANSWER');
  return body;
}

/** Tells the source that its account has moved to an address, and was confirmed there. */
export async function tellMoved(source: Source, to: string): Promise<void> {
  const { status } = await reach(source, '/moved', JSON.stringify({ to }));
  // Who has ended the departure meanwhile needs not be told.
  if (status !== 204 && status !== 404) throw new SourceAway({ detail: `Status ${status}` });
}

async function ask<T>(source: Source, path: string, schema: z.ZodType<T>): Promise<T> {
  const { status, body } = await reach(source, path);
  if (status === 404) throw new Problem('MIGRATION_SOURCE_REFUSED');
  if (status !== 200) throw new SourceAway({ detail: `Status ${status}` });
  const read = schema.safeParse(readJson(body));
  if (!read.success) throw new Problem('MIGRATION_SOURCE_ANSWER');
  return read.data;
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

async function reach({ address, code, ownNetwork }: Source, path: string, body?: string): Promise<OutsideAnswer> {
  const headers = { 'x-transfer-code': code, accept: 'application/json' };
  try {
    return await fetchOutside(
      `${address}${path}`,
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
      { ...BOUNDS, ownNetwork },
    );
  } catch (error) {
    const { reason, detail } = failureOf(error);
    // Where nobody may go no later try leads.
    if (error instanceof OutsideFailure && reason === 'forbidden-address')
      throw new Problem('MIGRATION_SOURCE_UNREACHABLE', { params: { detail } });
    throw new SourceAway({ detail });
  }
}
