import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_STATUSES } from '@signet/contract/areas/mail-record';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { PLATFORM_ADMINISTRATOR } from '../../db/predefined-roles.ts';
import { newId } from '../../ids.ts';
import { queueMail, type Letter } from '../../mail/queue.ts';
import { sweepMail } from '../../mail/sweep-store.ts';
import { startTestApp, type Name, type TestApp } from '../../testing/app.ts';

const MAIL = '/account/ui-api/v1/mail';
const UNKNOWN = '019a0000-0000-7000-8000-00000000ffff';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => app.db.deleteFrom('mail').execute());
afterAll(() => app.close());

const letter = (to: string, more: Partial<Letter> = {}): Letter => ({
  to,
  locale: 'en_US',
  kind: 'password-changed',
  userId: null,
  params: { name: 'Cleo Marchetti', user_name: 'cleo' },
  ...more,
});
const queue = (to: string, more: Partial<Letter> = {}): Promise<string> =>
  app.db.transaction().execute((tx) => queueMail(tx, app.runtime, letter(to, more)));
const list = async (query = '') => (await app.call('ada', 'GET', `${MAIL}${query}`)).body;
const addresses = async (query: string) => (await list(query)).items.map((mail: { to: string }) => mail.to);

test('no plan is made of more than so many', async () => {
  await sql`insert into mail (id, created_at, recipient, subject, kind, locale, status)
    select gen_random_uuid(), ${app.clock.now()}, 'cleo@nordmark-lb.example', 'Hello', 'password-changed', 'en_US',
      'failed' from generate_series(1, ${LIMITS.bulkMax + 1}::int)`.execute(app.db);
  const answer = await app.call('ada', 'POST', `${MAIL}/bulk/resend`, { filters: {}, input: {} });
  expect([answer.status, answer.body.error?.status]).toEqual([400, 'TOO_MANY_ROWS']);
});

test('what was written a year ago is deleted, except what is on its way', async () => {
  const now = app.clock.now().getTime();
  const written = (days: number, status: (typeof MAIL_STATUSES)[number]) => ({
    id: newId(),
    created_at: new Date(now - days * 24 * 60 * 60_000),
    recipient: `${status}-${days}@nordmark-lb.example`,
    subject: 'Hello',
    kind: 'password-changed',
    locale: 'en_US',
    status,
  });
  const [kept, gone] = [LIMITS.mailKeptDays - 1, LIMITS.mailKeptDays];
  const rows = MAIL_STATUSES.flatMap((status) => [written(kept, status), written(gone, status)]);
  await app.db.insertInto('mail').values(rows).execute();
  expect(await sweepMail(app.db, app.clock.now())).toBe(3);
  const left = await app.db.selectFrom('mail').select('recipient').orderBy('recipient').execute();
  expect(left.map(({ recipient }) => recipient.split('@')[0])).toEqual([
    'failed-364',
    'held-364',
    'queued-364',
    'queued-365',
    'sent-364',
  ]);
});

describe('without a mail server', () => {
  test('a mail is held, and a system administrator reads it with its link', async () => {
    const id = await queue('cleo@nordmark-lb.example', {
      kind: 'invitation',
      link: 'http://localhost:8080/account/verify/1/secret-code',
      params: { name: 'Cleo Marchetti', hours: 72 },
    });
    const { items, total } = await list();
    expect([items.length, total]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({
      id,
      to: 'cleo@nordmark-lb.example',
      kind: 'invitation',
      status: 'held',
      attempts: 0,
      error: null,
      sent_at: null,
      created_at: storedDateTime(app.clock.now()),
    });
    expect(JSON.stringify(items)).not.toContain('secret-code');
    const read = await app.call('ada', 'GET', `${MAIL}/${id}`);
    expect(read.body.text).toContain('http://localhost:8080/account/verify/1/secret-code');
    expect(read.body.text).toContain('Cleo Marchetti');
    expect((await sql`select from graphile_worker.jobs`.execute(app.db)).rows).toEqual([]);
  });

  test('its text is sealed in the database, and to its own row', async () => {
    const id = await queue('cleo@nordmark-lb.example', { params: { name: 'Cleo Marchetti', user_name: 'cleo' } });
    const other = await queue('carl@orsini-custody.example', { params: { name: 'Carl', user_name: 'carl' } });
    const { body_sealed } = await app.db
      .selectFrom('mail')
      .select('body_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(body_sealed?.toString('latin1')).not.toContain('Cleo');
    await app.db.updateTable('mail').set({ body_sealed }).where('id', '=', other).execute();
    expect((await app.call('ada', 'GET', `${MAIL}/${other}`)).status).toBe(500);
  });

  test.each<Name | null>(['ben', 'bea', 'cleo', 'carl', 'emil', null])(
    '%s sees and sends none of it',
    async (person) => {
      const id = await queue('cleo@nordmark-lb.example');
      const answers = [
        await app.call(person, 'GET', MAIL),
        await app.call(person, 'GET', `${MAIL}/${id}`),
        await app.call(person, 'PUT', `${MAIL}/${id}/resend`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(Array(3).fill(person === null ? 401 : 403));
      expect(JSON.stringify(answers.map((answer) => answer.body))).not.toContain('nordmark');
    },
  );

  test('a system person without the permission sees none of it either', async () => {
    await queue('cleo@nordmark-lb.example');
    const give = (role_id: string) =>
      app.db
        .updateTable('user_role')
        .set({ role_id })
        .where('user_id', '=', app.userIds.get('ada') ?? '')
        .execute();
    await give('00000000-0000-7000-8000-000000000004');
    expect((await app.call('ada', 'GET', MAIL)).status).toBe(403);
    await give(PLATFORM_ADMINISTRATOR);
    expect((await app.call('ada', 'GET', MAIL)).status).toBe(200);
  });

  test('nothing can be sent: the answer says what is missing', async () => {
    const id = await queue('cleo@nordmark-lb.example');
    const answer = await app.call('ada', 'PUT', `${MAIL}/${id}/resend`);
    expect([answer.status, answer.body.error.status]).toEqual([409, 'NO_MAIL_SERVER']);
    expect(answer.body.error.message).toContain('Platform settings, Mail server');
    expect((await list()).items[0].status).toBe('held');
  });
});

describe('the outbox', () => {
  test('is sorted newest first, or by what is asked for, and paged', async () => {
    for (const to of ['b@umbra.example', 'a@umbra.example', 'c@calder.example']) {
      await queue(to);
      app.clock.pass(60);
    }
    expect(await addresses('')).toEqual(['c@calder.example', 'a@umbra.example', 'b@umbra.example']);
    expect(await addresses('?sort=to:asc')).toEqual(['a@umbra.example', 'b@umbra.example', 'c@calder.example']);
    expect(await addresses('?sort=created_at:asc')).toEqual(['b@umbra.example', 'a@umbra.example', 'c@calder.example']);
    expect(await addresses('?sort=status:desc&sort=to:desc&limit=1&offset=1')).toEqual(['b@umbra.example']);
    expect(await list('?limit=1&offset=5')).toMatchObject({ items: [], total: 3, offset: 5, limit: 1 });
  });

  test('is filtered by address, taken literally, and by status', async () => {
    for (const to of ['b_1@umbra.example', 'bx1@umbra.example', 'c@calder.example']) await queue(to);
    expect((await addresses('?to=UMBRA&sort=to:asc')).length).toBe(2);
    expect(await addresses('?to=b_1')).toEqual(['b_1@umbra.example']);
    expect(await addresses('?to=%25')).toEqual([]);
    expect((await list('?status=held&to=calder')).total).toBe(1);
    expect((await list('?status=sent')).total).toBe(0);
  });

  test('is filtered by address whatever its accents', async () => {
    for (const to of ['jürgen@müller.example', 'kanno@例え.example', 'c@calder.example']) await queue(to);
    for (const text of ['jürgen', 'JURGEN', 'ürg', 'MÜLLER', 'gen@mul'])
      expect(await addresses(`?to=${encodeURIComponent(text)}`)).toEqual(['jürgen@müller.example']);
    expect(await addresses(`?to=${encodeURIComponent('例え')}`)).toEqual(['kanno@例え.example']);
  });

  test.each([
    '?status=lost',
    '?sort=subject:asc',
    '?limit=0',
    '?offset=-1',
    '?recipient=a',
    `?to=${'a'.repeat(255)}`,
    '/not-an-id',
  ])('refuses %s', async (query) => {
    expect((await app.call('ada', 'GET', `${MAIL}${query}`)).status).toBe(400);
  });

  test('has no mail of an unknown id', async () => {
    expect((await app.call('ada', 'GET', `${MAIL}/${UNKNOWN}`)).status).toBe(404);
  });
});

describe('writing a mail', () => {
  test('is part of the change it tells of: a change that fails leaves none', async () => {
    const failing = app.db.transaction().execute(async (tx) => {
      await queueMail(tx, app.runtime, letter('cleo@nordmark-lb.example'));
      throw new Error('The change failed.');
    });
    await expect(failing).rejects.toThrow('The change failed.');
    expect((await list()).total).toBe(0);
  });

  test('names can add neither lines to the subject nor recipients', async () => {
    const id = await queue('cleo@nordmark-lb.example', { kind: 'evil\r\nBcc: carl@orsini-custody.example' });
    expect((await app.call('ada', 'GET', `${MAIL}/${id}`)).body.subject).not.toMatch(/[\r\n]/);
    for (const to of [
      'cleo@nordmark.example\r\nBcc: carl@orsini.example',
      'cleo@nordmark.example, carl@orsini.example',
      'Cleo <cleo@nordmark.example>',
      '',
    ]) {
      await expect(queue(to)).rejects.toThrow('NO_MAIL_ADDRESS');
    }
  });

  test('in a language that is none of ours is English', async () => {
    const id = await queue('cleo@nordmark-lb.example', { locale: 'tlh' });
    expect((await app.call('ada', 'GET', `${MAIL}/${id}`)).body).toMatchObject({
      subject: 'Your Signet password was changed',
    });
  });
});
