import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { sealWith } from '../secrets.ts';
import { nameOfLog, openLogKey } from './keys.ts';
import { openTestLog, ORIGIN } from './testing.ts';
import type { TestLog } from './testing.ts';

let log: TestLog;
beforeEach(async () => {
  log = await openTestLog();
});
afterEach(() => log.close());

const open = (options: Partial<Parameters<typeof openLogKey>[1]> = {}) =>
  openLogKey(log.db, { seal: log.seal, clock: log.clock, origin: ORIGIN, ...options });

test('many processes that need the key first at once get the same one', async () => {
  await log.pool.query('delete from sealed_key');
  const signers = await Promise.all(Array.from({ length: 8 }, () => open()));
  expect(new Set(signers.map(({ publicKey }) => publicKey.toString('hex'))).size).toBe(1);
  expect(signers[0]?.publicKey).not.toEqual(log.signer.publicKey);
});

test('the private key lies sealed: neither it nor its seed stands in the table', async () => {
  const row = await log.db.selectFrom('sealed_key').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'audit-log', public: log.signer.publicKey });
  const pkcs8 = log.seal.open(row.sealed, 'sealed_key:audit-log');
  expect(pkcs8).toHaveLength(48);
  expect(row.sealed.includes(pkcs8.subarray(16))).toBe(false);
});

test('another platform key, an altered box and a box of another key do not open', async () => {
  await expect(open({ seal: sealWith(Buffer.alloc(32, 8)) })).rejects.toThrow('authenticate');
  const other = log.seal.seal(Buffer.from('x'), 'sealed_key:other');
  await log.pool.query('update sealed_key set sealed = $1', [other]);
  await expect(open()).rejects.toThrow('authenticate');
});

test('a swapped public key changes nothing: it is derived from the sealed one', async () => {
  await log.pool.query('update sealed_key set public = $1', [Buffer.alloc(32, 1)]);
  expect((await open()).publicKey).toEqual(log.signer.publicKey);
});

test('a key that has signed is never replaced in silence', async () => {
  await log.record(1);
  await log.sequence();
  await log.pool.query('delete from sealed_key');
  await expect(open()).rejects.toThrow('The key of the audit log is gone, though it has signed checkpoints');
  expect((await log.pool.query('select from sealed_key')).rowCount).toBe(0);
});

test('the origin may be chosen until the first checkpoint, and is then kept', async () => {
  expect((await open({ origin: 'signet.example/other' })).name).toBe('signet.example/other');
  await log.record(1);
  await log.sequence();
  await expect(open({ origin: 'signet.example/other' })).rejects.toThrow(
    'AUDIT_ORIGIN is signet.example/other, but this audit log was begun as signet.example/audit',
  );
  // What a person can mend: one sentence, and no stack.
  await expect(open({ origin: 'signet.example/other' })).rejects.toThrow(ConfigError);
  expect((await open()).name).toBe(ORIGIN);
});

test('the name of the log is the one that it has signed under, before that the configured one', async () => {
  const named = () => nameOfLog(log.db, { seal: log.seal, origin: 'signet.example/other' });
  expect(await named()).toBe('signet.example/other');
  await log.record(1);
  await log.sequence();
  expect(await named()).toBe(ORIGIN);
});
