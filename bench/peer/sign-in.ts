/** A whole sign-in at Logto by name and password, as a single-page application sees it, and what follows. */
import { createHash, randomBytes } from 'node:crypto';
import { PASSWORD, type Answered, type Logto, type LogtoWire } from './logto.ts';

/** The cookies of one browser; all of them go with every request, whatever their path. */
class Cookies {
  #pairs = new Map<string, string>();

  keep({ headers }: Answered): void {
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      this.#pairs.set(name, value.join('='));
    }
  }

  get header(): Record<string, string> {
    return { cookie: [...this.#pairs].map(([name, value]) => `${name}=${value}`).join('; ') };
  }
}

const pathOf = (url: unknown): string => {
  const { pathname, search } = new URL(String(url), 'http://any');
  return pathname + search;
};

/** Signs `userName` in and answers the refresh token. Throws with what Logto answered. */
export async function signInAtLogto(wire: LogtoWire, logto: Logto, userName: string): Promise<string> {
  const cookies = new Cookies();
  const verifier = randomBytes(32).toString('base64url');
  const send = async (...[method, path, ask]: Parameters<LogtoWire['send']>): Promise<Answered> => {
    const answer = await wire.send(method, path, { ...ask, headers: { ...cookies.header, ...ask?.headers } });
    cookies.keep(answer);
    return answer;
  };
  const redirectAfter = (answer: Answered): string =>
    pathOf((JSON.parse(answer.text) as { redirectTo: string }).redirectTo);

  const asked = new URLSearchParams({
    client_id: logto.client.id,
    redirect_uri: logto.client.redirectUri,
    response_type: 'code',
    scope: 'openid offline_access',
    prompt: 'consent',
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await send('GET', `/oidc/auth?${asked}`);
  await send('PUT', '/api/experience', { body: { interactionEvent: 'SignIn' } });
  const verified = await send('POST', '/api/experience/verification/password', {
    body: { identifier: { type: 'username', value: userName }, password: PASSWORD },
  });
  await send('POST', '/api/experience/identification', {
    body: { verificationId: (JSON.parse(verified.text) as { verificationId: string }).verificationId },
  });
  const submitted = await send('POST', '/api/experience/submit', { body: {} });
  await send('GET', redirectAfter(submitted));
  const consented = await send('POST', '/api/interaction/consent', { body: {} });
  const { headers } = await send('GET', redirectAfter(consented));
  const code = new URL(String(headers.location)).searchParams.get('code');
  if (code === null) throw new Error(`Logto gave no code: ${String(headers.location)}`);
  return refreshTokenOf(
    await wire.send('POST', '/oidc/token', {
      form: {
        grant_type: 'authorization_code',
        client_id: logto.client.id,
        redirect_uri: logto.client.redirectUri,
        code,
        code_verifier: verifier,
      },
    }),
  );
}

function refreshTokenOf({ text }: Answered): string {
  const { refresh_token: token } = JSON.parse(text) as { refresh_token?: string };
  if (token === undefined) throw new Error('Logto gave no refresh token.');
  return token;
}

/** The refresh token that follows `before`. Throws when it does not change. */
export async function refreshAtLogto(wire: LogtoWire, logto: Logto, before: string): Promise<string> {
  const after = refreshTokenOf(
    await wire.send('POST', '/oidc/token', {
      form: { grant_type: 'refresh_token', client_id: logto.client.id, refresh_token: before },
    }),
  );
  if (after === before) throw new Error('Logto did not rotate the token.');
  return after;
}
