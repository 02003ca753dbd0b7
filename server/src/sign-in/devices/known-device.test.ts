import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '@signet/contract/limits';
import { startTestApp, PASSWORD, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import {
  atOnce,
  expectRefusal,
  guess,
  LOGIN,
  linkIn,
  logIn,
  mails,
  NEW_PASSWORD,
  statuses,
} from '../../testing/sign-in.ts';
import { sweepSessions } from '../sweep-store.ts';
import { openDeviceCookies } from './device-cookies.ts';

const RESET = '/account/ui-api/v1/auth/reset-password';
const FORGOT = '/account/ui-api/v1/auth/forgot-password';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
// Past every counting window, and past the lock of the test before.
beforeEach(() => app.clock.pass(1800));

/** A browser that keeps the one cookie. */
function newBrowser(on = app) {
  let cookie: string | null = null;
  const post = async (url: string, body: unknown): Promise<Answer> => {
    const answer = await on.request('POST', url, body, cookie === null ? {} : { cookie: `theme=dark; ${cookie}` });
    cookie = answer.headers['set-cookie']?.split(';')[0] ?? cookie;
    return answer;
  };
  return {
    post,
    logIn: (name: string, password = PASSWORD) => post(LOGIN, { user_name: name, password }),
    async guess(name: string, times: number): Promise<number[]> {
      const answered: number[] = [];
      for (let n = 0; n < times; n += 1) answered.push((await this.logIn(name, `Wrong-guess-${n}`)).status);
      return answered;
    },
    cookie: () => cookie ?? '',
    take: (other: string) => void (cookie = other),
  };
}

describe('strangers who try wrong passwords', () => {
  test('lock themselves out, and not the person in a browser that has signed in before', async () => {
    const own = newBrowser();
    expect((await own.logIn('cleo')).status).toBe(200);
    app.clock.pass(60);
    expect(await guess(app, 'cleo', 10)).toEqual(Array(10).fill(401));
    expectRefusal(await logIn(app, 'cleo'), 423, 'USER_LOCKED');
    expect((await own.logIn('CLEO')).status).toBe(200);
    // Neither lifts her sign-in their lock, nor do their guesses count with hers.
    expectRefusal(await logIn(app, 'cleo'), 423, 'USER_LOCKED');
    expect(await own.guess('cleo', 9)).toEqual(Array(9).fill(401));
    expect((await own.logIn('cleo')).status).toBe(200);
  });

  test('stay locked out as the lock promises: ten within fifteen minutes, for fifteen from the tenth', async () => {
    await newBrowser().logIn('cleo');
    app.clock.pass(60);
    await guess(app, 'cleo', 10);
    app.clock.pass(15 * 60 - 1);
    expectRefusal(await logIn(app, 'cleo'), 423, 'USER_LOCKED');
    app.clock.pass(1);
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });

  test('lock nobody for a month where the clock was a month ahead for a moment', async () => {
    const month = 30 * 86_400;
    app.clock.pass(month);
    await guess(app, 'cleo', 10);
    app.clock.pass(-month);
    expect((await logIn(app, 'cleo')).status).toBe(200);
  });

  test('get no further with a cookie of their own, of another person, of another platform, or altered', async () => {
    const [own, carls] = [newBrowser(), newBrowser()];
    await own.logIn('cleo');
    await carls.logIn('carl');
    app.clock.pass(60);
    await guess(app, 'cleo', 10);
    const elsewhere = openDeviceCookies(Buffer.alloc(32, 8)).remember(undefined, app.userIds.get('cleo') ?? '');
    // Signed here, but of a sign-in that never was.
    const unused = app.runtime.deviceCookies.remember(undefined, app.userIds.get('cleo') ?? '');
    const [name, value = ''] = own.cookie().split('=');
    const flipped = `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`;
    for (const cookie of [
      carls.cookie(),
      `${name}=${elsewhere.cookie}`,
      `${name}=${unused.cookie}`,
      `${name}=${flipped}`,
    ]) {
      const stranger = newBrowser();
      stranger.take(cookie);
      expectRefusal(await stranger.logIn('cleo'), 423, 'USER_LOCKED');
    }
  });
});

describe('a browser that has signed in before', () => {
  test('is locked by its own ten wrong passwords, and locks nobody else', async () => {
    const [one, other] = [newBrowser(), newBrowser()];
    await one.logIn('cleo');
    await other.logIn('cleo');
    app.clock.pass(60);
    expect(await one.guess('cleo', 10)).toEqual(Array(10).fill(401));
    expectRefusal(await one.logIn('cleo'), 423, 'USER_LOCKED');
    expect((await other.logIn('cleo')).status).toBe(200);
    expect((await logIn(app, 'cleo')).status).toBe(200);
    app.clock.pass(15 * 60);
    expect((await one.logIn('cleo')).status).toBe(200);
  });

  test('of thirty guesses at once makes ten', async () => {
    const one = newBrowser();
    await one.logIn('cleo');
    app.clock.pass(60);
    const cookie = one.cookie();
    const answers = await atOnce(app, 30, (n) =>
      app.request('POST', LOGIN, { user_name: 'cleo', password: `Wrong-guess-${n}` }, { cookie }),
    );
    expect(statuses(answers)).toEqual([...Array(10).fill(401), ...Array(20).fill(423)]);
  });

  test('knows several people, each for themselves', async () => {
    const shared = newBrowser();
    await shared.logIn('cleo');
    await shared.logIn('carl');
    app.clock.pass(60);
    for (const name of ['cleo', 'carl']) await guess(app, name, 10);
    expect(await shared.guess('cleo', 10)).toEqual(Array(10).fill(401));
    expect((await shared.logIn('carl')).status).toBe(200);
    expectRefusal(await shared.logIn('cleo'), 423, 'USER_LOCKED');
  });

  test(`is one of the ten that a person signed in with last`, async () => {
    const first = newBrowser();
    await first.logIn('cleo');
    for (let n = 0; n < LIMITS.knownDevicesMax; n += 1) {
      app.clock.pass(60);
      expect((await newBrowser().logIn('cleo')).status).toBe(200);
    }
    const rows = await app.db.selectFrom('known_device').selectAll().execute();
    expect(rows.filter((row) => row.user_id === app.userIds.get('cleo'))).toHaveLength(LIMITS.knownDevicesMax);
    app.clock.pass(60);
    await guess(app, 'cleo', 10);
    expectRefusal(await first.logIn('cleo'), 423, 'USER_LOCKED');
  });

  test('is forgotten half a year after the last sign-in', async () => {
    await newBrowser().logIn('ben');
    const bens = () =>
      app.db
        .selectFrom('known_device')
        .selectAll()
        .where('user_id', '=', app.userIds.get('ben') ?? '')
        .execute();
    const now = app.clock.now().getTime();
    await sweepSessions(app.db, new Date(now + 180 * 86_400_000 - 1));
    expect(await bens()).toHaveLength(1);
    await sweepSessions(app.db, new Date(now + 180 * 86_400_000));
    expect(await bens()).toEqual([]);
  });
});

describe('the cookie', () => {
  test('comes with a sign-in alone, for this host and no script; no table holds it, and it names nobody', async () => {
    expect((await logIn(app, 'cleo', 'Wrong-guess-0')).headers['set-cookie']).toBeUndefined();
    const { headers } = await logIn(app, 'cleo');
    const [pair = '', ...attributes] = headers['set-cookie']?.split('; ') ?? [];
    expect(pair).toMatch(/^signet_device=[\w-]{44}$/);
    expect(attributes).toEqual(['Path=/', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Strict']);
    const { rows } = await app.pool.query<{ all: string }>(
      `select string_agg(row_to_json(d)::text, '') as all from known_device d`,
    );
    expect(rows[0]?.all).not.toContain(Buffer.from(pair.slice(14, 36)).toString('hex'));
    expect(rows[0]?.all).not.toContain(pair.slice(14, 36));
    expect(pair).not.toContain(app.userIds.get('cleo'));
  });

  test('opens nothing: with it alone nobody is signed in', async () => {
    const own = newBrowser();
    await own.logIn('cleo');
    const answer = await app.request('GET', '/account/ui-api/v1/auth/me', undefined, { cookie: own.cookie() });
    expectRefusal(answer, 401, 'NOT_SIGNED_IN');
  });

  test('is bound to the host and to TLS where people come by https', async () => {
    const secure = await startTestApp({ config: { PUBLIC_URL: 'https://console.example.org' } });
    try {
      const own = newBrowser(secure);
      const { headers } = await own.logIn('cleo');
      expect(headers['set-cookie']).toMatch(/^__Host-signet_device=[\w-]{44}; Path=\/; .*; HttpOnly; .*; Secure$/);
      await guess(secure, 'cleo', 10);
      expect((await own.logIn('cleo')).status).toBe(200);
      const other = newBrowser(secure);
      other.take(own.cookie().replace('__Host-', ''));
      expectRefusal(await other.logIn('cleo'), 423, 'USER_LOCKED');
    } finally {
      await secure.close();
    }
  });
});

describe('somebody locked out of a browser that nobody knows', () => {
  /** The link of the newest mail, used by a browser. */
  async function resetIn(browser: ReturnType<typeof newBrowser>, person: Name): Promise<void> {
    await browser.post(FORGOT, { user_name: person, locale: 'en_US' });
    await app.sendResets();
    const mail = (await mails(app, 'cleo@nordmark-lb.example', 'password-reset')).at(-1);
    const { userId: user_id, code } = linkIn(mail?.text ?? '');
    const answer = await browser.post(RESET, {
      user_id,
      code,
      password: NEW_PASSWORD,
      repeatedPassword: NEW_PASSWORD,
    });
    expect(answer.status).toBe(204);
  }

  test('comes in by the link of a mail, though the strangers go on; other browsers are forgotten', async () => {
    const [before, locked] = [newBrowser(), newBrowser()];
    await before.logIn('cleo');
    app.clock.pass(60);
    await guess(app, 'cleo', 10);
    expectRefusal(await locked.logIn('cleo'), 423, 'USER_LOCKED');
    await resetIn(locked, 'cleo');
    app.clock.pass(60);
    expect(await guess(app, 'cleo', 10)).toEqual(Array(10).fill(401));
    expect((await locked.logIn('cleo', NEW_PASSWORD)).status).toBe(200);
    expectRefusal(await before.logIn('cleo', NEW_PASSWORD), 423, 'USER_LOCKED');
  });
});
