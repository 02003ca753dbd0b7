/** Certificates that carry the address of a person's seat as user principal name; OpenSSL reads them. */
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import { meanwhile } from '../../testing/meanwhile.ts';
import { openSsl } from '../../x509/testing/openssl.ts';

const V1 = '/account/ui-api/v1';
const V2 = '/account/ui-api/v2';
const AUTHORITIES = '/certificate-authority/api/v1/ca';

const ssl = openSsl();
let app: TestApp;
let template: string;
let counter = 0;
beforeAll(async () => {
  app = await startTestApp();
  await withAuthorities(app);
  template = await newTemplate(true);
});
afterAll(async () => {
  rmSync(ssl.folder, { recursive: true });
  await app.close();
});
beforeEach(async () => {
  app.clock.pass(61);
  for (const person of ['cleo', 'ada'] as const) app.forget(person);
  // Each begins without a domain.
  await app.db.deleteFrom('account_email_domain').execute();
});

const cleo = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Answer> =>
  app.call('cleo', method, url, body);

async function newTemplate(principal_names: boolean): Promise<string> {
  counter += 1;
  const profile = await cleo('POST', `${V1}/profile`, {
    name: `People ${counter}`,
    key_usage: ['digitalSignature'],
    purposes: ['client_auth'],
    key_types: ['ec_p256'],
    days: 365,
  });
  const values = { name: `Person ${counter}`, profile_id: profile.body.id, seat_types: ['user', 'device'] };
  const made = await cleo('POST', `${V1}/template`, { ...values, principal_names });
  expect(made.body).toMatchObject({ principal_names });
  return made.body.id;
}
async function newSeat(identifier: string, type = 'user'): Promise<string> {
  counter += 1;
  return (await cleo('POST', `${V1}/seat`, { type, name: `Seat ${counter}`, identifier })).body.id;
}
/** Gives an account a domain, and has it verified where that is said. */
async function domain(name: string, { account = 'nordmark-lb', verified = true } = {}): Promise<void> {
  const at = `${V1}/account/${app.accountIds.get(account)}/sso-email-domains`;
  expect((await app.call('ada', 'POST', at, { domains: [name] })).status).toBe(201);
  if (!verified) return;
  const answer = await app.call('ada', 'PUT', `${at}/${name}/verified`, { by: 'administrator' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

const invite = (seat_id: string, template_id = template, as: Name = 'cleo'): Promise<Answer> =>
  app.call(as, 'POST', `${V2}/enrollment`, {
    seat_id,
    template_id,
    email: 'somebody@nordmark-lb.example',
    keystore_location: 'browser',
  });
const linkOf = ({ body }: Answer): { id: string; code: string } => ({
  id: body.id,
  code: body.link.split('/').at(-1),
});
const open = ({ id, code }: { id: string; code: string }) => app.request('GET', `${V2}/enrollment/${id}/${code}`);

function newRequest(): string {
  ssl.run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'key.pem');
  ssl.run('req', '-new', '-key', 'key.pem', '-subj', '/CN=Wish', '-out', 'request.pem');
  return ssl.get('request.pem').toString();
}
const generate = ({ id, code }: { id: string; code: string }) =>
  app.request('POST', `${V1}/enrollment/${id}/client-auth-certificate`, {
    enrollment_code: code,
    csr: newRequest(),
    enrollment_method: 'DTA',
    keystore_type: 'browser',
  });
/** A certificate as OpenSSL reads it. */
function textOf(certificate: string): string {
  ssl.put('made.pem', Buffer.from(certificate));
  return ssl.run('x509', '-in', 'made.pem', '-noout', '-text').toString();
}
const refusal = ({ status, body }: Answer) => [status, body.error?.fields ?? body.error?.status];
const notVerified = (field: string, name: string) => [
  400,
  { [field]: expect.objectContaining({ status: 'PRINCIPAL_DOMAIN_NOT_VERIFIED', params: { domain: name } }) as object },
];

test('[S-102] the address is shown to whom it invites, and stands in the certificate a second time', async () => {
  await domain('nordmark-lb.example');
  const link = linkOf(await invite(await newSeat('Emil.Ek@Nordmark-LB.example')));
  expect((await open(link)).body).toMatchObject({
    emails: ['Emil.Ek@Nordmark-LB.example'],
    user_principal_names: ['Emil.Ek@Nordmark-LB.example'],
  });
  const made = await generate(link);
  expect(made.status).toBe(201);
  expect(textOf(made.body.x509_cert)).toMatch(
    /email:Emil\.Ek@Nordmark-LB\.example, othername: UPN:+ ?Emil\.Ek@Nordmark-LB\.example/,
  );
  const seen = await cleo('GET', `${V1}/certificate?limit=1&offset=0&sort=created_at:desc`);
  const { body } = await cleo('GET', `${V1}/certificate/${seen.body.items[0].id}`);
  expect(body.parsed.alternativeNames).toContainEqual({ kind: 'principal', value: 'Emil.Ek@Nordmark-LB.example' });
});

test('[S-102] by another template, and for what is no person, there is none', async () => {
  const plain = await newTemplate(false);
  for (const [seat, by] of [
    [await newSeat('frida@nordmark-lb.example'), plain],
    [await newSeat('SN-100', 'device'), template],
  ] as const) {
    const link = linkOf(await invite(seat, by));
    expect((await open(link)).body.user_principal_names).toEqual([]);
    const made = await generate(link);
    expect(made.status).toBe(201);
    expect(textOf(made.body.x509_cert)).not.toContain('UPN');
  }
});

test('nobody is invited by an address of a domain that was not verified, or is another account’s', async () => {
  const own = await newSeat('gita@nordmark-lb.example');
  expect(refusal(await invite(own))).toEqual(notVerified('seat_id', 'nordmark-lb.example'));
  await domain('nordmark-lb.example', { verified: false });
  expect(refusal(await invite(own))).toEqual(notVerified('seat_id', 'nordmark-lb.example'));
  await app.db.deleteFrom('account_email_domain').execute();
  await domain('bank.example', { account: 'orsini-custody' });
  const foreign = await newSeat('admin@bank.example');
  expect(refusal(await invite(foreign))).toEqual(notVerified('seat_id', 'bank.example'));
  // Nor one below, nor one that only ends alike.
  await domain('it.example');
  for (const name of ['sub.it.example', 'notit.example'])
    expect(refusal(await invite(await newSeat(`admin@${name}`)))).toEqual(notVerified('seat_id', name));
});

test('nor does an administrator have one made by a file, nor many by a list', async () => {
  const seat_id = await newSeat('hugo@nordmark-lb.example');
  const asked = { seat_id, template_id: template, csr: newRequest() };
  const refused = await cleo('POST', `${V1}/certificate`, asked);
  expect(refusal(refused)).toEqual(notVerified('seat_id', 'nordmark-lb.example'));
  const row = { email: 'ida@nordmark-lb.example', first_name: 'Ida', last_name: 'Berg' };
  const defaults = {
    account_id: app.accountIds.get('nordmark-lb'),
    template_id: template,
    keystore_location: 'browser',
  };
  const list = { defaults, enrollments: [{ seat_id, email: 'hugo@nordmark-lb.example' }, row] };
  const { body } = await cleo('POST', `${V2}/enrollment/bulk/validate`, list);
  expect(JSON.stringify(body).match(/PRINCIPAL_DOMAIN_NOT_VERIFIED/g)).toHaveLength(2);
});

test('a domain that is given up meanwhile ends the invitation, which says nothing of why', async () => {
  await domain('nordmark-lb.example');
  const link = linkOf(await invite(await newSeat('jens@nordmark-lb.example')));
  await app.db.deleteFrom('account_email_domain').execute();
  const refused = await generate(link);
  expect([refused.status, refused.body.error.status]).toEqual([409, 'SUSPENDED']);
});

test('[S-102] an authority of the account’s own signs any: who trusts it trusts this account alone', async () => {
  const authority = (name: string, account_id: string) =>
    app.call('ada', 'POST', AUTHORITIES, { name, account_id, common_name: name, key_type: 'ec_p256' });
  // Another account's own is not this one's.
  expect((await authority('Orsini CA', app.accountIds.get('orsini-custody') ?? '')).status).toBe(201);
  const seat = await newSeat('karl@nordmark-lb.example');
  expect(refusal(await invite(seat))).toEqual(notVerified('seat_id', 'nordmark-lb.example'));
  expect((await authority('Nordmark CA', app.accountIds.get('nordmark-lb') ?? '')).status).toBe(201);
  const made = await generate(linkOf(await invite(seat)));
  expect(textOf(made.body.x509_cert)).toMatch(/Issuer: .*Nordmark CA[^]*UPN:+ ?karl@nordmark-lb\.example/);
  // Retired while it would sign, it leaves that to one that does not.
  const link = linkOf(await invite(await newSeat('lena@nordmark-lb.example')));
  const own = sql`account_id = ${app.accountIds.get('nordmark-lb')} and state = 'active'`;
  const refused = await meanwhile(
    app,
    // As whoever retires it does, who gives back what it uses of the license.
    [sql`select from license_slot for update`, sql`update certificate_authority set state = 'retired' where ${own}`],
    () => generate(link),
  );
  expect([refused.status, refused.body.error.status]).toEqual([409, 'SUSPENDED']);
});
