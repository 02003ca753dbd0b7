/** Sends the file of an account in parts, so that a large one is no single request. */
import { MOVE_PART_BYTES } from '@signet/contract/areas/migration-rules';
import { change } from '../../api/change.ts';
import { Failure } from '../../api/failure.ts';

/** What is there of a file whose sending was cut off: the next try goes on from there, with the same arrival. */
export type Sending = { file: File; id: string; sent: number };

/**
 * The id of the arrival, once all of it is there and being read. `onPart` is told how far it is; `kept` keeps it for
 * the next try.
 */
export async function sendFile(
  file: File,
  code: string,
  kept: { current: Sending | null },
  onPart: (done: number, total: number) => void,
): Promise<string> {
  const total = Math.ceil(file.size / MOVE_PART_BYTES);
  const sending = await begin(file, kept);
  const { id } = sending;
  try {
    for (; sending.sent < total; sending.sent += 1) {
      const position = sending.sent;
      onPart(position, total);
      const part = file.slice(position * MOVE_PART_BYTES, (position + 1) * MOVE_PART_BYTES);
      const content = base64(new Uint8Array(await part.arrayBuffer()));
      await change('PUT /account/ui-api/v1/migration/arrival/{id}/part/{position}', {
        params: { id, position },
        body: { content },
      });
    }
    onPart(total, total);
    await change('PUT /account/ui-api/v1/migration/arrival/{id}/reading', { params: { id }, body: { code } });
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    // Somebody has discarded it.
    if (thrown.httpStatus === 404) kept.current = null;
    // It is being read already: the answer to the try before did not come.
    if (thrown.status !== 'MIGRATION_NOT_NOW') throw thrown;
  }
  return id;
}

/** The arrival of this file. One of another file, of which some is there, is of no use any more. */
async function begin(file: File, kept: { current: Sending | null }): Promise<Sending> {
  const before = kept.current;
  if (before?.file === file) return before;
  const body = { source: 'file' as const, bytes: file.size };
  const { id } = await change('POST /account/ui-api/v1/migration/arrival', { body });
  kept.current = { file, id, sent: 0 };
  if (before) await discard(before.id);
  return kept.current;
}

/** Where that fails it is swept away after a week. */
async function discard(id: string): Promise<void> {
  try {
    await change('DELETE /account/ui-api/v1/migration/arrival/{id}', { params: { id } });
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
  }
}

/** More arguments than this are too many for one call. */
const CHUNK = 8_192;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
