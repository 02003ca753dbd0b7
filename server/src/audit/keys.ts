import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { ConfigError } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Seal } from '../secrets.ts';
import { openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { noteSigner } from './note.ts';
import type { NoteSigner } from './note.ts';

const NAME = 'audit-log';
const CONTEXT = `sealed_key:${NAME}`;

/**
 * What the log's key needs: the seal it is kept under, and the origin that it signs for, such as `example.org/audit`.
 */
export type LogKeyOptions = { seal: Seal; clock: Clock; origin: string };

/**
 * The signer of the audit log; its Ed25519 key is made at first need and kept sealed (PKCS#8). Of
 * several processes that need it first at once, one makes it and all use it. Only the sealed
 * private key is believed: the public one is derived from it, so that a swapped column is no use.
 * Throws when the box does not open, when the key is gone although it has signed, and when the
 * configured origin is not the one it has signed for.
 */
export async function openLogKey(db: Db, { seal, clock, origin }: LogKeyOptions): Promise<NoteSigner> {
  const sealed = (await readKey(db)) ?? (await makeKey(db, seal, clock));
  const signer = openSigner(sealed, seal, origin);
  await refuseNewName(db, signer);
  return signer;
}

/** Throws as {@link openLogKey} does where the log was begun under another name; writes nothing. */
export async function refuseOtherOrigin(db: Db, { seal, origin }: Omit<LogKeyOptions, 'clock'>): Promise<void> {
  const sealed = await readKey(db);
  if (sealed) await refuseNewName(db, openSigner(sealed, seal, origin));
}

/** The name that the log has signed under, whatever is configured; before its first checkpoint the configured one. */
export async function nameOfLog(db: Db, { seal, origin }: Omit<LogKeyOptions, 'clock'>): Promise<string> {
  const sealed = await readKey(db);
  return (sealed && (await signedName(db, openSigner(sealed, seal, origin).publicKey))) ?? origin;
}

function openSigner(sealed: Buffer, seal: Seal, origin: string): NoteSigner {
  return noteSigner(origin, createPrivateKey({ key: seal.open(sealed, CONTEXT), format: 'der', type: 'pkcs8' }));
}

async function readKey(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('sealed_key').select('sealed').where('name', '=', NAME).executeTakeFirst();
  return row?.sealed ?? null;
}

async function makeKey(db: Db, seal: Seal, clock: Clock): Promise<Buffer> {
  const signed = await db.selectFrom('audit_checkpoint').select('tree_size').limit(1).executeTakeFirst();
  // A new key would make every checkpoint that people took home worthless without a word.
  if (signed)
    throw new ConfigError(
      'The key of the audit log is gone, though it has signed checkpoints: restore the table sealed_key.',
    );
  const { privateKey } = generateKeyPairSync('ed25519');
  await db
    .insertInto('sealed_key')
    .values({
      name: NAME,
      sealed: seal.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), CONTEXT),
      public: noteSigner(NAME, privateKey).publicKey,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await readKey(db);
  if (!stored) throw new Error('The key of the audit log could not be stored.');
  return stored;
}

/** A log keeps its name for life: checkpoints under another one would belong to another log. */
async function refuseNewName(db: Db, signer: NoteSigner): Promise<void> {
  const origin = await signedName(db, signer.publicKey);
  if (origin !== null && origin !== signer.name)
    throw new ConfigError(
      `AUDIT_ORIGIN is ${signer.name}, but this audit log was begun as ${origin} and keeps that name.`,
    );
}

async function signedName(db: Db, publicKey: Buffer): Promise<string | null> {
  const first = await db.selectFrom('audit_checkpoint').select('note').orderBy('tree_size').limit(1).executeTakeFirst();
  const origin = first && parseCheckpoint(`${first.note.split('\n\n')[0]}\n`)?.origin;
  // Only what this very key signed under a name speaks for it; anything else is forgery, and is named as such where
  // checkpoints are verified.
  return origin && openCheckpoint(first.note, { name: origin, publicKey }).ok ? origin : null;
}
