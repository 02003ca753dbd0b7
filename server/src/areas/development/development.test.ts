import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { development } from '@signet/contract/development';
import { startTestApp, type TestApp } from '../../testing/app.ts';

const { people, signIn } = development;

async function furnish(app: TestApp): Promise<void> {
  await app.runtime.db
    .insertInto('platform_setting')
    .values({ name: 'demo', value: JSON.stringify(true), updated_at: app.clock.now() })
    .execute();
}

describe('the person switch in development', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ config: { development: true } });
    await furnish(app);
  });
  afterAll(() => app.close());

  it('lists the people who can sign in, with scope and account', async () => {
    const { status, body } = await app.request('GET', people.path);
    expect(status).toBe(200);
    expect(body.items[0]).toEqual({
      user_name: 'ada',
      name: 'Ada Lindqvist',
      scope: 'system',
      account_name: 'Signet platform',
    });
    expect(body.items.map((person: { user_name: string }) => person.user_name)).toEqual([
      'ada',
      'bea',
      'ben',
      'carl',
      'cleo',
      'emil',
    ]);
  });

  it('signs in without a password, through a callback code that works once', async () => {
    const { status, body } = await app.request('POST', signIn.path, { user_name: 'cleo' });
    expect(status).toBe(200);
    const query = new URL(body.return_url, 'http://localhost').search;
    const session = await app.request('GET', `/imauth/api/v1/callback/oauth${query}`);
    expect(session.status).toBe(200);
    const me = await app.request('GET', '/account/api/v1/user/me', undefined, {
      authorization: `Bearer ${session.body.access_token}`,
    });
    expect(me.body.user_name).toBe('cleo');
    expect((await app.request('GET', `/imauth/api/v1/callback/oauth${query}`)).status).toBe(410);
  });

  it('knows no service user and nobody else', async () => {
    for (const user_name of ['dora', 'nobody'])
      expect((await app.request('POST', signIn.path, { user_name })).status).toBe(404);
  });

  it('is no way into a foreign site', async () => {
    const { status } = await app.request('POST', signIn.path, { user_name: 'ada' }, { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });
});

it('the person switch does not exist on a platform that the demo did not furnish', async () => {
  const app = await startTestApp({ config: { development: true } });
  expect((await app.request('GET', people.path)).status).toBe(404);
  expect((await app.request('POST', signIn.path, { user_name: 'ada' })).status).toBe(404);
  await app.close();
});

it('the person switch does not exist in production, nor in the document of the API', async () => {
  const app = await startTestApp({ config: { development: false } });
  await furnish(app);
  for (const answer of [
    await app.request('GET', people.path),
    await app.request('POST', signIn.path, { user_name: 'ada' }),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.body.error.status).toBe('NOT_FOUND');
  }
  expect(JSON.stringify((await app.request('GET', '/account/api/openapi.json')).body)).not.toContain('/development/');
  await app.close();
});
