/** Whether the keys of the authorities answer: a token may be gone long before somebody asks for a certificate. */
import { sql } from 'kysely';
import type { Runtime } from '../runtime.ts';
import { openAuthority } from './authority-store.ts';

/** Nothing that anybody could take for a certificate, a list or an answer. */
const PROBE = Buffer.from('Does this key answer?');

/** Has each key that is in use sign something; answers how many do not answer. */
export async function probeKeys(runtime: Runtime, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; key_gone_since: Date | null }>`
    select id, key_gone_since from certificate_authority
    where state in ('active', 'retired') and valid_to > ${now}`.execute(runtime.db);
  let gone = 0;
  for (const { id, key_gone_since } of rows) {
    const answers = await doesAnswer(runtime, id);
    gone += answers ? 0 : 1;
    if (answers === (key_gone_since === null)) continue;
    await sql`update certificate_authority set key_gone_since = ${answers ? null : now}
      where id = ${id}`.execute(runtime.db);
  }
  return gone;
}

/** Whatever the reason is: a key that can't be opened signs as little as one whose token was pulled. */
async function doesAnswer(runtime: Runtime, id: string): Promise<boolean> {
  try {
    const { signer } = await openAuthority(runtime, runtime.db, id);
    await signer.sign(PROBE);
    return true;
  } catch (error) {
    runtime.log.warn({ err: error, authority: id }, 'the key of a certificate authority does not answer');
    return false;
  }
}
