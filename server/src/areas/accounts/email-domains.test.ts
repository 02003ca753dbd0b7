/** The email domains of an account: who sets them, what they may be, and what proves them. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Name, TestApp } from '../../testing/app.ts';
import { startNameServer } from '../../testing/name-server.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { events, expectRefusal, verifyName } from '../../testing/sign-in.ts';

const dns = await startNameServer();
afterAll(() => dns.close());

let app: TestApp;
onePlatform((one) => (app = one), {
  signedIn: ['ada', 'ben', 'cleo', 'carl'],
  config: { DNS_SERVERS: [dns.address] },
});
const of = (account: string) => `/account/ui-api/v1/account/${app.accountIds.get(account)}`;
let nordmark: string;
beforeEach(() => {
  nordmark = of('nordmark-lb');
  dns.records.clear();
  dns.silent = false;
});

type At = { as?: Name; at?: string };
type Sent = At & { read?: string[] };
const save = (method: 'POST' | 'PUT', domains: unknown, { as = 'ada', at = nordmark, read: old }: Sent = {}) =>
  app.call(as, method, `${at}/sso-email-domains`, { domains, ...(old ? { old_domains: old } : {}) });
const read = (as: Name = 'ada', at = nordmark) => app.call(as, 'GET', `${at}/sso-email-domains`);
const remove = (as: Name = 'ada') => app.call(as, 'DELETE', `${nordmark}/sso-email-domains`);
const validate = (domains: string, as: Name = 'ada') =>
  app.call(as, 'GET', `${nordmark}/validate-domains?${new URLSearchParams({ domains }).toString()}`);
const verify = (domain: string, by: string, { as = 'ada', at = nordmark }: At = {}) =>
  app.call(as, 'PUT', `${at}/sso-email-domains/${domain}/verified`, { by });
const names = (answer: { body: { domains: { name: string }[] } }): string[] =>
  answer.body.domains.map(({ name }) => name);

describe('the configuration', () => {
  test('[A-172 A-174 A-178 A-179 A-180] is created, read, changed and removed, each audited', async () => {
    expect((await read()).body).toEqual({ domains: [], can_edit: true });
    const made = await save('POST', ['b.org', ' A.com ', 'a.com']);
    expect([made.status, names(made)]).toEqual([201, ['a.com', 'b.org']]);
    expect(made.body.domains[0]).toMatchObject({ verified: false, verified_by: null });
    expectRefusal(await save('POST', ['c.org']), 409, 'DOMAINS_CONFIGURED');
    const changed = await save('PUT', ['b.org', 'c.org']);
    expect([changed.status, names(changed)]).toEqual([200, ['b.org', 'c.org']]);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'EMAIL_DOMAIN',
      before: { domains: ['a.com', 'b.org'] },
      after: { domains: ['b.org', 'c.org'] },
    });
    expectRefusal(await save('PUT', []), 400, 'domainsRequired');
    expect((await remove()).status).toBe(204);
    expect((await read()).body.domains).toEqual([]);
    expectRefusal(await remove(), 404, 'NOT_FOUND');
    expectRefusal(await save('PUT', ['a.com']), 404, 'NOT_FOUND');
  });

  test('[A-179 A-180] a list that is not as it was read is not overwritten, and says who changed it', async () => {
    const refused = async (method: 'POST' | 'PUT', domains: string[], old: string[]) => {
      const late = await save(method, domains, { read: old });
      expectRefusal(late, 409, 'CHANGED_MEANWHILE');
      return late.body.error.params;
    };
    expect((await save('POST', ['a.com'], { read: [] })).status).toBe(201);
    expect(await refused('POST', ['b.org'], [])).toMatchObject({ by: 'Ada Lindqvist', named: 'yes' });
    expect((await save('PUT', ['c.org', 'a.com'], { read: ['a.com'] })).status).toBe(200);
    await refused('PUT', ['a.com', 'b.org'], ['a.com']);
    expect(names(await read())).toEqual(['a.com', 'c.org']);
    // In whichever order it was read.
    expect((await save('PUT', ['a.com', 'b.org'], { read: ['c.org', 'a.com'] })).status).toBe(200);
    // Nor are domains taken away that nobody has read.
    const removeRead = (old_domains: string, old_verified = '') => {
      const query = new URLSearchParams({ old_domains, old_verified }).toString();
      return app.call('ada', 'DELETE', `${nordmark}/sso-email-domains?${query}`);
    };
    expectRefusal(await removeRead('a.com'), 409, 'CHANGED_MEANWHILE');
    expect(names(await read())).toEqual(['a.com', 'b.org']);
    await verify('b.org', 'administrator');
    expectRefusal(await removeRead('b.org, a.com'), 409, 'CHANGED_MEANWHILE');
    expect((await removeRead('b.org, a.com', 'b.org')).status).toBe(204);
    await refused('PUT', ['a.com'], ['a.com', 'b.org']);
    expect(names(await read())).toEqual([]);
  });

  test('[A-171] is for system scope; others read it, without what proves a domain', async () => {
    await save('POST', ['nordmark.example']);
    for (const as of ['ben', 'cleo'] as const) {
      expectRefusal(await save('POST', ['a.com'], { as }), 403, 'FORBIDDEN');
      expectRefusal(await save('PUT', ['a.com'], { as }), 403, 'FORBIDDEN');
      expectRefusal(await validate('a.com', as), 403, 'FORBIDDEN');
      expectRefusal(await remove(as), 403, 'FORBIDDEN');
      expectRefusal(await verify('nordmark.example', 'administrator', { as }), 403, 'FORBIDDEN');
      expect((await read(as)).body).toMatchObject({
        domains: [{ name: 'nordmark.example', record: null }],
        can_edit: false,
      });
    }
    expectRefusal(await read('carl'), 404, 'NOT_FOUND');
  });

  test.each([
    ['', 'domainsRequired'],
    [' , ', 'domainsRequired'],
    ['bad', 'INVALID_DOMAIN'],
    ['a.com, -x.org', 'INVALID_DOMAIN'],
    ['user@a.com', 'INVALID_DOMAIN'],
    ['a.com, Gmail.com', 'PUBLIC_DOMAIN'],
    [Array.from({ length: 51 }, (_, index) => `d${index}.org`).join(','), 'TOO_MANY_DOMAINS'],
  ])('[A-173 A-175 A-176] %j is refused with %s, when it is checked and when it is saved', async (typed, status) => {
    const checked = await validate(typed);
    expect(checked.status).toBe(400);
    expect(checked.body.error.fields.domains.status).toBe(status);
    const saved = await save(
      'POST',
      typed.split(',').filter((one) => one.trim() !== ''),
    );
    expect([saved.status, saved.body.error.fields.domains.status]).toEqual([400, status]);
  });

  test('[A-175 A-176] a list that is fine is answered as it would be kept', async () => {
    expect(await validate('B.org;a.com, b.org')).toMatchObject({ status: 200, body: { domains: ['b.org', 'a.com'] } });
  });
});

describe('a domain is verified', () => {
  const recordOf = async (at = nordmark) => (await read('ada', at)).body.domains[0].record;

  test('by its record in the DNS, and then leads its people to the provider', async () => {
    await app.db.updateTable('account').set({ saml_sign_in: true }).where('name', 'like', 'Nordmark%').execute();
    await save('POST', ['nordmark.example']);
    const { name, value } = await recordOf();
    expect(name).toBe('_signet-verification.nordmark.example');
    expectRefusal(await verify('nordmark.example', 'dns'), 409, 'DOMAIN_RECORD_MISSING');
    dns.records.set(name, `${value}x`);
    expectRefusal(await verify('nordmark.example', 'dns'), 409, 'DOMAIN_RECORD_MISSING');
    expectRefusal(await verifyName(app, 'x@nordmark.example'), 404, 'username_not_found');
    dns.records.set(name, value);
    const verified = await verify('nordmark.example', 'dns');
    expect(verified.body.domains).toMatchObject([{ verified: true, verified_by: 'dns', record: null }]);
    expect((await verifyName(app, 'x@nordmark.example')).body.next).toBe('saml');
    // What is verified stays so when others are added.
    expect((await save('PUT', ['nordmark.example', 'b.org'])).body.domains).toMatchObject([
      { name: 'b.org', verified: false },
      { name: 'nordmark.example', verified: true },
    ]);
  });

  test('by the word of an administrator, which the log keeps', async () => {
    await save('POST', ['nordmark.example']);
    expect((await verify('nordmark.example', 'administrator')).body.domains).toMatchObject([
      { verified: true, verified_by: 'administrator' },
    ]);
    expect((await events(app, 'UPDATE')).at(-1)).toMatchObject({
      resource_type: 'EMAIL_DOMAIN',
      actor_name: 'Ada Lindqvist',
      after: { domain: 'nordmark.example', verified: true, verified_by: 'administrator' },
    });
    expectRefusal(await verify('other.example', 'administrator'), 404, 'NOT_FOUND');
    expectRefusal(await verify('nordmark.example', 'guess'), 400, 'INVALID_INPUT');
  });

  test('not by a record of before: the domain was set anew while the name server was asked', async () => {
    await save('POST', ['nordmark.example']);
    const { record } = (await read()).body.domains[0];
    dns.records.set(record.name, record.value);
    dns.meanwhile = async () => {
      await remove();
      await save('POST', ['nordmark.example']);
    };
    expectRefusal(await verify('nordmark.example', 'dns'), 409, 'DOMAIN_RECORD_MISSING');
    expect((await read()).body.domains).toMatchObject([{ verified: false }]);
  });

  test('for one account: another one is refused it, and hears so when it is typed', async () => {
    const orsini = of('orsini-custody');
    await save('POST', ['shared.example']);
    await save('POST', ['shared.example'], { at: orsini });
    await verify('shared.example', 'administrator', { at: orsini });
    const refused = await verify('shared.example', 'administrator');
    expect([refused.status, refused.body.error.fields.domains.status]).toEqual([400, 'DOMAIN_TAKEN']);
    expect((await validate('shared.example')).body.error.fields.domains.status).toBe('DOMAIN_TAKEN');
    expect((await save('PUT', ['shared.example', 'b.org'])).body.error.fields.domains.status).toBe('DOMAIN_TAKEN');
  });

  test('alone: neither the account’s other domains nor those of other accounts change with it', async () => {
    const orsini = of('orsini-custody');
    const states = async (at: string) =>
      (await read('ada', at)).body.domains.map(
        ({ name, verified_by }: { name: string; verified_by: string | null }) => `${name} ${verified_by ?? 'unproved'}`,
      );
    await save('POST', ['same.example', 'own.example'], { at: orsini });
    await verify('own.example', 'administrator', { at: orsini });
    await save('POST', ['one.example', 'same.example', 'two.example']);
    await verify('one.example', 'administrator');
    dns.records.set('_signet-verification.one.example', 'whatever');
    expect((await verify('one.example', 'dns')).status).toBe(200);
    expect(await states(nordmark)).toEqual([
      'one.example administrator',
      'same.example unproved',
      'two.example unproved',
    ]);
    await save('PUT', ['one.example']);
    expect(await states(orsini)).toEqual(['own.example administrator', 'same.example unproved']);
    await remove();
    expect(await states(orsini)).toEqual(['own.example administrator', 'same.example unproved']);
  });

  test('not by a name server that says nothing: it is told in time', { timeout: 30_000 }, async () => {
    await save('POST', ['nordmark.example']);
    dns.silent = true;
    expectRefusal(await verify('nordmark.example', 'dns'), 409, 'DNS_UNAVAILABLE');
  });
});
