/** What an invited person does with the link of an enrollment: the steps, with real keys and requests by OpenSSL. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openSsl } from '../x509/testing/openssl.ts';
import { startTestApp, type Answer, type Name, type TestApp } from './app.ts';
import { withAuthorities } from './authorities.ts';
import { allowCertificates } from './certificate-sign-in.ts';
import { mails } from './sign-in.ts';

export const V1 = '/account/ui-api/v1';
export const V2 = '/account/ui-api/v2';
export const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const HOW = { enrollment_method: 'DTA', keystore_type: 'browser' };

export type Link = { id: string; code: string };

/** The steps on a platform of the file's own, which `onStart` is given. */
export function enrolling(onStart: (app: TestApp) => void) {
  const ssl = openSsl();
  let app: TestApp;
  let template: string;
  let counter = 0;
  beforeAll(async () => {
    app = await startTestApp();
    onStart(app);
    await withAuthorities(app);
    await allowCertificates(app, 'nordmark-lb');
    template = await newTemplate();
  });
  afterAll(async () => {
    rmSync(ssl.folder, { recursive: true });
    await app.close();
  });
  beforeEach(() => {
    // Guesses are counted by the minute.
    app.clock.pass(61);
    for (const person of ['cleo', 'carl', 'ada'] as const) app.forget(person);
  });

  const idOf = (person: Name): string => app.userIds.get(person) ?? '';
  const post = (person: Name, path: string, body: object): Promise<Answer> => app.call(person, 'POST', path, body);

  async function newTemplate(more: object = {}, days = 730): Promise<string> {
    counter += 1;
    const profile = await post('cleo', `${V1}/profile`, {
      name: `Badges ${counter}`,
      key_usage: ['digitalSignature'],
      purposes: ['client_auth'],
      key_types: ['ec_p256', 'rsa_2048'],
      days,
    });
    const made = await post('cleo', `${V1}/template`, {
      name: `Badge ${counter}`,
      profile_id: profile.body.id,
      seat_types: ['user', 'device'],
      organization: 'Nordmark',
      ...more,
    });
    return made.body.id;
  }
  async function newSeat(): Promise<string> {
    counter += 1;
    const seat = { type: 'device', name: `Gate ${counter}`, identifier: `SN-${counter}` };
    return (await post('cleo', `${V1}/seat`, seat)).body.id;
  }

  const linkOf = ({ body }: Answer): Link => ({ id: body.id, code: body.link.split('/').at(-1) });
  /** An invitation for a new seat. */
  async function invited(more: object = {}): Promise<Link & { seat: string }> {
    const seat = await newSeat();
    const made = await post('cleo', `${V2}/enrollment`, {
      seat_id: seat,
      template_id: template,
      email: 'gates@nordmark-lb.example',
      keystore_location: 'browser',
      ...more,
    });
    expect(made.status).toBe(201);
    return { ...linkOf(made), seat };
  }
  /** The code of the newest invitation that was mailed to an address. */
  async function mailedTo(address: string): Promise<Link> {
    const text = (await mails(app, address, 'enrollment')).at(-1)?.text ?? '';
    const [, id = '', code = ''] = /\/account\/enrollment\/([\w-]+)\/([\w-]{43})/.exec(text) ?? [];
    return { id, code };
  }

  /** A new key and its request, by OpenSSL, in lines of 64. */
  function newRequest(kind = EC, file = 'key.pem'): string {
    ssl.run('genpkey', ...kind, '-out', file);
    return requestOf(file);
  }
  function requestOf(file: string): string {
    ssl.run('req', '-new', '-key', file, '-subj', '/CN=evil.example/O=Wish', '-out', 'request.pem');
    return ssl.get('request.pem').toString();
  }

  const open = ({ id, code }: Link) => app.request('GET', `${V2}/enrollment/${id}/${code}`);
  const generate = ({ id, code }: Link, csr: string, more: object = {}) =>
    app.request('POST', `${V1}/enrollment/${id}/client-auth-certificate`, {
      enrollment_code: code,
      csr,
      ...HOW,
      ...more,
    });
  const redeem = ({ id, code }: Link, body: object = {}) => app.request('PUT', `${V2}/enrollment/${id}/${code}`, body);
  const statusOf = async ({ id }: Link) => (await app.call('cleo', 'GET', `${V2}/enrollment/${id}/status`)).body.status;
  const certificatesOf = (seat: string) =>
    app.db.selectFrom('certificate').selectAll().where('seat_id', '=', seat).orderBy('created_at').execute();

  return {
    ssl,
    template: () => template,
    idOf,
    post,
    newTemplate,
    invited,
    mailedTo,
    newRequest,
    requestOf,
    open,
    generate,
    redeem,
    statusOf,
    certificatesOf,
  };
}
