/** Messages for providers that take them in posted forms alone: kept until the browser asks for the page that posts. */
import { LIMITS } from '@signet/contract/limits';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Runtime } from '../../runtime.ts';
import { hashSecret, newSecret } from '../../secrets.ts';

const form = z.object({ to: z.string(), fields: z.record(z.string(), z.string()) });
/** Where a form is posted, and what is in it. */
export type Form = z.output<typeof form>;

type Place = { db: Db; runtime: Pick<Runtime, 'seal' | 'publicUrl'>; now: Date };

const sealOf = (codeHash: Buffer): string => `saml-form:${codeHash.toString('hex')}`;

/** Keeps a form for a few minutes; answers the address of the page that posts it. */
export async function keepForm({ db, runtime, now }: Place, kept: Form): Promise<string> {
  const code = newSecret();
  const codeHash = hashSecret(code);
  await db
    .insertInto('saml_form')
    .values({
      code_hash: codeHash,
      kept_sealed: runtime.seal.seal(Buffer.from(JSON.stringify(kept)), sealOf(codeHash)),
      expires_at: new Date(now.getTime() + LIMITS.samlFormMinutes * 60_000),
    })
    .execute();
  return `${runtime.publicUrl}/imauth/api/v1/form/saml/${code}`;
}

/** The form of such an address; null where there is none any more. It may be posted again: the provider judges that. */
export async function findForm({ db, runtime, now }: Place, code: string): Promise<Form | null> {
  const codeHash = hashSecret(code);
  const row = await db
    .selectFrom('saml_form')
    .select('kept_sealed')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? form.parse(JSON.parse(runtime.seal.open(row.kept_sealed, sealOf(codeHash)).toString('utf8'))) : null;
}
