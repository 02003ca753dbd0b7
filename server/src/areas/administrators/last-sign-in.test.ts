/** When somebody signed in last, as the page of a person tells it: long after their session is forgotten. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sweepSessions } from '../../sign-in/sweep-store.ts';
import { ADMINISTRATORS as BASE } from '../../testing/administrators.ts';
import type { TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { as, logIn, LOGOUT } from '../../testing/sign-in.ts';

let app: TestApp;
onePlatform((one) => void (app = one));
const DAY = 86_400;

/** What the page of somebody says to Ada, who signs in to look. */
async function lastSignIn(userName: string): Promise<string | null> {
  const { access_token } = (await logIn(app, 'ada')).body;
  const answer = await as(app, access_token, 'GET', `${BASE}/${app.userIds.get(userName)}`);
  expect(answer.status).toBe(200);
  return answer.body.last_sign_in_at;
}

test('the last sign-in is told although its session was swept', async () => {
  expect(await lastSignIn('ben')).toBeNull();
  const { body } = await logIn(app, 'ben');
  await app.request('POST', LOGOUT, { refresh_token: body.refresh_token });
  // A wrong password is no sign-in.
  app.clock.pass(DAY);
  expect((await logIn(app, 'ben', 'Wrong-guess-1')).status).toBe(401);
  app.clock.pass(40 * DAY);
  await sweepSessions(app.db, app.clock.now());
  const left = await sql`select from session where user_id = ${app.userIds.get('ben')}`.execute(app.db);
  expect(left.rows).toEqual([]);
  expect(await lastSignIn('ben')).toBe('2026-11-21 12:00:00');
});

test('of several sign-ins the newest is told', async () => {
  await logIn(app, 'ben');
  app.clock.pass(DAY);
  await logIn(app, 'ben');
  app.clock.pass(DAY);
  expect(await lastSignIn('ben')).toBe('2026-11-22 12:00:00');
});
