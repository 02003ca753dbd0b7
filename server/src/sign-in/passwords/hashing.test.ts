import { expect, test } from 'vitest';
import { openPasswords } from './hashing.ts';

test('of many who sign in at once, two for each thread get a connection; the others follow in order', async () => {
  const passwords = openPasswords(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 7 }, (_, n) =>
    passwords.inTurn(async () => {
      begun.push(n);
      await new Promise<void>((end) => ends.push(end));
      if (n === 1) throw new Error('refused');
      return n;
    }),
  );
  const settled = Promise.allSettled(calls);
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (let n = 0; n < 7; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]?.();
  }
  expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
    0,
    'refused',
    2,
    3,
    4,
    5,
    6,
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('a password is told from another, and nobody’s takes part in the same work', async () => {
  const passwords = openPasswords(1);
  const hash = await passwords.hash('Quiet-harbour-42-lights');
  // At the cost that OWASP asks for.
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(
    await Promise.all([
      passwords.matches('Quiet-harbour-42-lights', hash),
      passwords.matches('quiet-harbour-42-lights', hash),
      passwords.matches('nobody has this password', null),
    ]),
  ).toEqual([true, false, false]);
});

test('where fifty wait for each thread, nobody else is taken on, until one of them is done', async () => {
  const passwords = openPasswords(1);
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 52 }, () => passwords.inTurn(() => new Promise<void>((end) => ends.push(end))));
  const refused = { httpStatus: 503, reason: { status: 'OVERLOADED', params: { seconds: 2 } } };
  await expect(passwords.inTurn(async () => 'taken on')).rejects.toMatchObject(refused);
  ends[0]?.();
  await calls[0];
  calls.push(passwords.inTurn(async () => undefined));
  await expect(passwords.inTurn(async () => 'taken on')).rejects.toMatchObject(refused);
  for (let n = 1; n < 52; n += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]?.();
  }
  await Promise.all(calls);
  expect(await passwords.inTurn(async () => 'taken on')).toBe('taken on');
});
