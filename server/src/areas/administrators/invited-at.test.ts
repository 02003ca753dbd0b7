/** When somebody was invited: as the page of a person tells it, whatever the mail led to. */
import { expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { ADMINISTRATORS as BASE, administratorsIn } from '../../testing/administrators.ts';
import type { TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { mails } from '../../testing/sign-in.ts';

let app: TestApp;
const { alone } = onePlatform((one) => void (app = one), { signedIn: ['cleo'] });

const { create, edit, read } = administratorsIn(() => app);
/** By which way alone the people of the account sign in. */
const lets = (way: 'standard' | 'certificate' | 'saml') =>
  app.db
    .updateTable('account')
    .set({
      standard_sign_in: way === 'standard',
      certificate_sign_in: way === 'certificate',
      saml_sign_in: way === 'saml',
    })
    .where('friendly_identifier', '=', 'nordmark-lb')
    .execute();

test.each([
  ['standard', 'invitation'],
  ['certificate', 'certificate-pickup'],
  ['saml', 'single-sign-on'],
] as const)('[S-045 S-050] whom %s lets in was invited when the last mail was sent', async (way, kind) => {
  await lets(way);
  const { body } = await create('cleo');
  expect(await mails(app, body.email, kind)).toHaveLength(1);
  expect(body).toMatchObject({ status: 'invited', invited_at: '2026-11-21 12:00:00' });
  expect(await read(body.id)).toEqual(body);

  app.clock.pass(30);
  expect((await app.call('cleo', 'PUT', `${BASE}/${body.id}/email`)).status).toBe(204);
  const again = await read(body.id);
  expect([again.invited_at, again.version]).toEqual(['2026-11-21 12:00:30', body.version]);
  app.clock.pass(30);
  const elsewhere = await edit('cleo', body.id, { email: `right.${body.email}` });
  expect(elsewhere.body.invited_at).toBe('2026-11-21 12:01:00');

  // Who has answered is nobody's guest any more.
  await app.db.updateTable('app_user').set({ verified_at: app.clock.now() }).where('id', '=', body.id).execute();
  expect((await read(body.id)).invited_at).toBeNull();
});

test(
  'of who was invited by an older Signet it is told as far as a link tells it',
  alone(async () => {
    await lets('certificate');
    const [invited, answered] = [(await create('ada')).body, (await create('ada')).body];
    await app.db.updateTable('app_user').set({ verified_at: app.clock.now() }).where('id', '=', answered.id).execute();
    await app.pool.query(`alter table app_user drop column invited_at;
      delete from schema_migration where name in ('0095-invited-at.sql', '0096-invited-before.sql')`);
    expect(await migrate(app.pool)).toEqual(['0095-invited-at.sql', '0096-invited-before.sql']);
    expect((await read(invited.id, 'ada')).invited_at).toBe(invited.invited_at);
    const { invited_at } = await app.db
      .selectFrom('app_user')
      .select('invited_at')
      .where('id', '=', answered.id)
      .executeTakeFirstOrThrow();
    expect(invited_at).toBeNull();
  }),
);
