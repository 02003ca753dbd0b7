/** An account that signs in by SAML, and the server its provider's metadata stands at. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { pemOf } from '../x509/pem.ts';
import { daysOn } from '../x509/testing/authority.ts';
import type { Made } from '../x509/testing/any-certificate.ts';
import type { Answer, Name, TestApp } from './app.ts';
import { onePlatform } from './one-platform.ts';
import { entityDescriptor, samlSave, signingCertificate } from './saml-metadata.ts';

export const START = '2026-11-21T12:00:00Z';
export const CONFIG = '/account/ui-api/v1/federation/config';
export const SERVICE = '/imauth/api/v1/saml/';

export const [first, second, third] = [
  signingCertificate(),
  signingCertificate({ subject: 'Nordmark, from 2027', to: daysOn(900) }),
  signingCertificate({ subject: 'Nordmark, from 2028', to: daysOn(950) }),
];
export const ended = signingCertificate({ from: daysOn(-900), to: daysOn(-1) });
export const metadata = entityDescriptor({ certificates: [first] });
export const pem = ({ der }: Made): string => pemOf('CERTIFICATE', der);
export const print = ({ read }: Made): string => read.fingerprints.sha256;

/** What is saved with certificates of somebody's choice. */
export const provided = (certificates: object[], xml = metadata) => ({
  identity_provider_config: { metadata: { metadata: xml }, certificates },
});
/** The thumb print and the state of each certificate that an answer has. */
export const states = ({ body }: Answer): string[][] =>
  body.identity_provider_config.certificates.map((one: Record<string, string>) => [one['thumb_print'], one['state']]);
/** The status of a refusal, and the fields it names. */
export const refusal = ({ status, body }: Answer) => [status, body.error.status, Object.keys(body.error.fields ?? {})];

/** One platform for all tests of a file, at `START` before each; `set` gets it, and the account's id. */
export function samlOfAccount(set: (app: TestApp, accountId: string) => void) {
  let app: TestApp;
  let nordmark: string;
  let provider: Server;
  /** What stands at the provider's address; null for what was uploaded. */
  let served: string | null = null;
  onePlatform(
    (next) => {
      app = next;
      nordmark = app.accountIds.get('nordmark-lb') ?? '';
      served = null;
      app.clock.set(START);
      set(app, nordmark);
    },
    {
      config: { OWN_NETWORK_PROVIDERS: true, CLIENT_AUTH_URL: 'https://localhost' },
      signedIn: ['ada', 'cleo', 'carl', 'emil', 'ben'],
    },
  );
  beforeAll(async () => {
    provider = createServer((request, response) => {
      response.end(request.url === '/utf16' ? Buffer.from(`\uFEFF${metadata}`, 'utf16le') : (served ?? metadata));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => provider.once('listening', resolve));
  });
  afterAll(() => void provider.close());

  return {
    save: (person: Name, more: object = {}, xml = metadata): Promise<Answer> =>
      app.call(person, 'POST', CONFIG, samlSave(nordmark, xml, more)),
    read: (person: Name = 'cleo', id = nordmark): Promise<Answer> => app.call(person, 'GET', `${CONFIG}/${id}`),
    /** From now on this stands at the provider's address. */
    serve: (xml: string | null) => void (served = xml),
    address: () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/metadata`,
    /** A job looks at another time than that at which people have signed in. */
    at: async <T>(time: Date, look: () => Promise<T>): Promise<T> => {
      app.clock.set(time.toISOString());
      const done = await look();
      app.clock.set(START);
      return done;
    },
    /** What the log has of changes, the oldest first. */
    changes: () =>
      sql<{ actor_via: string; before: object | null; after: Record<string, unknown> | null }>`
        select actor_via, before, after from audit_event where resource_type = 'SAML2_CONFIG' and action = 'UPDATE'
          and result = 'success'
        order by at, id`
        .execute(app.db)
        .then(({ rows }) => rows),
  };
}
