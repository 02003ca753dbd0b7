/** Sends the file of an account in parts, so that a large one is no single request. */
import { MOVE_PART_BYTES } from '@signet/contract/areas/migration-rules';
import { change } from '../../api/change.ts';

/** The id of the arrival, once all of it is there and being read. `onPart` is told how far it is. */
export async function sendFile(
  file: File,
  code: string,
  onPart: (done: number, total: number) => void,
): Promise<string> {
  const total = Math.ceil(file.size / MOVE_PART_BYTES);
  const body = { source: 'file' as const, bytes: file.size };
  const { id } = await change('POST /account/ui-api/v1/migration/arrival', { body });
  for (let position = 0; position < total; position += 1) {
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
  return id;
}

/** More arguments than this are too many for one call. */
const CHUNK = 8_192;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
