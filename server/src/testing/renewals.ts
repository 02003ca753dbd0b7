/** Certificates that came by an enrollment and are renewed: the steps, with OpenSSL as whoever has the keys. */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { renewalStatement } from '@signet/contract/areas/renewal-rules';
import { expect } from 'vitest';
import { openSsl } from '../x509/testing/openssl.ts';
import type { Answer, TestApp } from './app.ts';
import { allowCertificates } from './certificate-sign-in.ts';
import { mails } from './sign-in.ts';

export const V1 = '/account/ui-api/v1';
export const V2 = '/account/ui-api/v2';
const DAY = 86_400;
const HOW = { enrollment_method: 'DTA', keystore_type: 'browser' };

export type Link = { id: string; code: string };
export type Holder = Link & { key: string; certificate: string; seat: string; template: string; address: string };

/** The steps on the platform that `app` answers; `done` takes the keys away. */
export function renewing(app: () => TestApp) {
  const ssl = openSsl();
  let counter = 0;

  const nordmark = () => app().accountIds.get('nordmark-lb') ?? '';
  const post = async (path: string, body: object): Promise<Answer['body']> => {
    app().forget('cleo');
    return (await app().call('cleo', 'POST', path, body)).body;
  };

  function newKey(type = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']): string {
    counter += 1;
    ssl.run('genpkey', ...type, '-out', `key-${counter}.pem`);
    return `key-${counter}.pem`;
  }
  function requestOf(key: string): string {
    ssl.run('req', '-new', '-key', key, '-subj', '/CN=Wish', '-out', 'request.pem');
    return ssl.get('request.pem').toString();
  }
  const open = ({ id, code }: Link) => app().request('GET', `${V2}/enrollment/${id}/${code}`);
  const generate = ({ id, code }: Link, csr: string, more: object = {}) =>
    app().request('POST', `${V1}/enrollment/${id}/client-auth-certificate`, {
      enrollment_code: code,
      csr,
      ...HOW,
      ...more,
    });
  const redeem = ({ id, code }: Link) => app().request('PUT', `${V2}/enrollment/${id}/${code}`, {});
  const challengeOf = async ({ id, code }: Link): Promise<string> =>
    (await app().request('POST', `${V2}/enrollment/${id}/challenge`, { enrollment_code: code })).body.challenge;

  /** What a key signs for a request, by OpenSSL. */
  function proofBy(key: string, challenge: string, csr: string, digest = '-sha256') {
    const der = Buffer.from(csr.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    ssl.put('said.txt', Buffer.from(renewalStatement(challenge, createHash('sha256').update(der).digest('hex'))));
    ssl.run('dgst', digest, '-sign', key, '-out', 'said.sig', 'said.txt');
    return { proof: { challenge, signature: ssl.get('said.sig').toString('base64') } };
  }

  /** Invites for a seat; answers the link. */
  async function invite({ seat, template, address }: Pick<Holder, 'seat' | 'template' | 'address'>): Promise<Link> {
    const made = await post(`${V2}/enrollment`, {
      seat_id: seat,
      template_id: template,
      email: address,
      keystore_location: 'browser',
    });
    return { id: made.id, code: made.link.split('/').at(-1) };
  }
  /** Somebody who has got a certificate of so many days by an enrollment. */
  async function holder(days = 60, key = newKey()): Promise<Holder> {
    counter += 1;
    const address = `holder-${counter}@nordmark-lb.example`;
    const profile = await post(`${V1}/profile`, {
      name: `Gates ${counter}`,
      key_usage: ['digitalSignature'],
      purposes: ['client_auth'],
      key_types: ['ec_p256', 'ec_p384', 'rsa_2048'],
      days,
    });
    const { id: template } = await post(`${V1}/template`, {
      name: `Gate ${counter}`,
      profile_id: profile.id,
      seat_types: ['device'],
    });
    const { id: seat } = await post(`${V1}/seat`, {
      type: 'device',
      name: `Gate ${counter}`,
      identifier: `G-${counter}`,
    });
    const link = await invite({ seat, template, address });
    const { body } = await generate(link, requestOf(key));
    expect((await redeem(link)).status).toBe(204);
    return { ...link, key, certificate: body.x509_cert, seat, template, address };
  }
  /** Emil, who signs in with what he has got by an enrollment. */
  async function ofEmil(): Promise<{ key: string; certificate: string; address: string }> {
    const address = 'emil@nordmark-lb.example';
    await allowCertificates(app(), 'nordmark-lb');
    const { id } = await post(`${V2}/enrollment`, { user_id: app().userIds.get('emil'), keystore_location: 'browser' });
    const [mail] = (await mails(app(), address, 'enrollment')).slice(-1);
    const code = /\/account\/enrollment\/[\w-]+\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const key = newKey();
    const { body } = await generate({ id, code }, requestOf(key));
    expect((await redeem({ id, code })).status).toBe(204);
    return { key, certificate: body.x509_cert, address };
  }
  const renewalMails = (address: string) => mails(app(), address, 'renewal');
  /** The link of the newest mail. */
  async function linkTo({ address }: { address: string }): Promise<Link> {
    const text = (await renewalMails(address)).at(-1)?.text ?? '';
    const [, id = '', code = ''] = /\/account\/enrollment\/([\w-]+)\/([\w-]{43})/.exec(text) ?? [];
    return { id, code };
  }
  const ask = ({ certificate }: { certificate: string }) =>
    app().request('POST', `${V2}/enrollment/renewal`, { certificate });
  /** In the last month of a certificate of sixty days, with a link. */
  async function renewable(key?: string): Promise<{ old: Holder; link: Link }> {
    const old = await holder(60, key);
    app().clock.pass(31 * DAY);
    expect((await ask(old)).status).toBe(204);
    return { old, link: await linkTo(old) };
  }
  const certificatesOf = (seat: string) =>
    app().db.selectFrom('certificate').selectAll().where('seat_id', '=', seat).orderBy('created_at').execute();

  return {
    nordmark,
    post,
    newKey,
    requestOf,
    open,
    generate,
    redeem,
    challengeOf,
    proofBy,
    invite,
    holder,
    ofEmil,
    renewalMails,
    linkTo,
    ask,
    renewable,
    certificatesOf,
    done: () => rmSync(ssl.folder, { recursive: true }),
  };
}
