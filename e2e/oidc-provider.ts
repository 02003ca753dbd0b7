/** A real provider of OpenID Connect on loopback (oidc-provider), with the sign-in page that it ships for trials. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { Provider, type JWK } from 'oidc-provider';
import { freePort } from '../tools/free-port.ts';

export const CLIENT = { id: 'signet', secret: 'a secret of the client' } as const;

const newKey = (kid: string): JWK => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid,
  use: 'sig',
});

/** Starts it; whoever signs in has the mail address that `emailOf` says. */
export async function startOidcProvider(emailOf: (login: string) => string) {
  const issuer = `http://localhost:${await freePort()}`;
  const [first, second] = [newKey('first'), newKey('second')];
  let redirectUri = '';

  /** It signs with the first key, and publishes all. */
  const listener = (keys: JWK[]): RequestListener => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
      jwks: { keys },
      cookies: { keys: ['of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: emailOf(sub), email_verified: true }),
      }),
    });
    const callback = provider.callback();
    return (request, response) => void callback(request, response);
  };
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => void server.listen(Number(new URL(issuer).port), resolve));
  return {
    issuer,
    /** Knows the platform as its client from now on. */
    know(uri: string): void {
      redirectUri = uri;
      answer = listener([first, second]);
    },
    /** Signs with the key that was published beside the first one. */
    rollOver(): void {
      answer = listener([second, first]);
    },
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}
