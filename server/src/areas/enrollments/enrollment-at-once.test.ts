/** Links of enrollments that are used twice at the same moment, and a server that breaks in the middle. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { settleIntentions } from '../../authority/intention-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { EC, V2, enrolling } from '../../testing/enrolling.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { expectRefusal } from '../../testing/sign-in.ts';

let app: TestApp;
const { invited, newRequest, generate, redeem, statusOf, certificatesOf } = enrolling((one) => void (app = one));

describe('at once', () => {
  const all = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)));

  test('two who send one key get one certificate', async () => {
    const link = await invited();
    const csr = newRequest();
    const answers = await all(4, () => generate(link, csr));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.serial)).size).toBe(1);
    expect(await certificatesOf(link.seat)).toHaveLength(1);
  });

  test('two with two keys leave one good certificate, and the one that is redeemed is that one', async () => {
    const link = await invited();
    const requests = [newRequest(EC, 'a.pem'), newRequest(EC, 'b.pem')];
    const answers = await all(2, (index) => generate(link, requests[index] ?? ''));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const stored = await certificatesOf(link.seat);
    expect(stored.map(({ state }) => state).toSorted()).toEqual(['issued', 'revoked']);
    const good = stored.find(({ state }) => state === 'issued')?.serial.toString('hex');
    const redeemed = await all(2, (index) => redeem(link, { serial: answers[index]?.body.serial }));
    const [winner, loser] = answers[0]?.body.serial === good ? redeemed : redeemed.toReversed();
    expect([winner?.status, loser?.body.error.status]).toEqual([204, 'REPLACED']);
  });

  test('redeeming and making: nobody gets a certificate after it was redeemed', async () => {
    const link = await invited();
    await generate(link, newRequest());
    const csr = newRequest();
    const [made, used] = await Promise.all([generate(link, csr), redeem(link)]);
    expect(used.status).toBe(204);
    const good = (await certificatesOf(link.seat)).filter(({ state }) => state === 'issued');
    expect(good).toHaveLength(1);
    const told = made.status === 201 ? made.body.serial : made.body.error.status;
    expect([good[0]?.serial.toString('hex'), 'REDEEMED']).toContain(told);
    expectRefusal(await generate(link, newRequest()), 410, 'REDEEMED');
  });

  test('canceling while a certificate is made leaves none that is good', async () => {
    for (let times = 0; times < 3; times += 1) {
      const link = await invited();
      const csr = newRequest();
      const [made, canceled] = await Promise.all([
        generate(link, csr),
        app.call('cleo', 'PUT', `${V2}/enrollment/${link.id}/status`, { status: 'canceled' }),
      ]);
      expect(canceled.status).toBe(200);
      expect([201, 410]).toContain(made.status);
      expect((await certificatesOf(link.seat)).filter(({ state }) => state === 'issued')).toEqual([]);
    }
  });

  test('canceling while it moves to another account finds it there', async () => {
    const { id } = await invited();
    const moved = sql`update enrollment set account_id = ${app.accountIds.get('orsini-custody')} where id = ${id}`;
    const cancel = () => app.call('ada', 'PUT', `${V2}/enrollment/${id}/status`, { status: 'canceled' });
    expect((await meanwhile(app, [moved], cancel)).body).toMatchObject({ status: 'canceled' });
  });

  test('one key for two seats is certified for one', async () => {
    const links = [await invited(), await invited()];
    const csr = newRequest();
    const answers = await Promise.all(links.map((link) => generate(link, csr)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
  });
});

describe('a server that breaks in the middle', () => {
  test('after it has signed: nothing was made, and the next try makes one certificate', async () => {
    const link = await invited();
    const csr = newRequest();
    await sql`create function breaks() returns trigger language plpgsql as
      $$ begin raise exception 'broken' using errcode = 'XX000'; end $$`.execute(app.db);
    await sql`create trigger breaks before update on enrollment for each row execute function breaks()`.execute(app.db);
    try {
      expect((await generate(link, csr)).status).toBe(500);
    } finally {
      await sql`drop trigger breaks on enrollment; drop function breaks()`.execute(app.db);
    }
    expect(await certificatesOf(link.seat)).toEqual([]);
    expect(await statusOf(link)).toBe('invited');
    const made = await generate(link, csr);
    expect(made.status).toBe(201);
    expect(await certificatesOf(link.seat)).toMatchObject([{ state: 'issued' }]);
    // What was signed and never handed out is revoked by the job.
    app.clock.pass(16 * 60);
    await settleIntentions(app.db, app.clock.now());
    const { rows } = await sql<{ state: string }>`select state from certificate
      where key_sha256 = (select key_sha256 from certificate where seat_id = ${link.seat}) order by state`.execute(
      app.db,
    );
    expect(rows).toEqual([{ state: 'issued' }, { state: 'revoked' }]);
    expect((await generate(link, csr)).body).toEqual(made.body);
  });
});
