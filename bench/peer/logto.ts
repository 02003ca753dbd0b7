/**
 * Logto, an open product of the same kind, where somebody runs it beside: what it is asked as an integrator asks it, by
 * its documented Management API and as an OpenID Connect provider.
 */
import { Client, type Dispatcher } from 'undici';
import { Refusal } from '../options.ts';

/** Where it is, and what may ask it: a machine-to-machine application that has the Management API's role. */
export type LogtoSettings = { url: string; id: string; secret: string };

/** Everything the asking process has to know. */
export type Logto = {
  url: string;
  /** Of the Management API; it is good for an hour. */
  token: string;
  /** A single-page application that may get refresh tokens, and where it gets its codes. */
  client: { id: string; redirectUri: string };
  /** Ids and user names of people who sign in by `PASSWORD`. */
  people: readonly { id: string; userName: string }[];
  organizations: readonly string[];
};

export type Answered = { status: number; headers: Dispatcher.ResponseData['headers']; text: string };
export type LogtoWire = {
  /**
   * One request; `body` goes as JSON, `form` as a form. Throws with status and text when the answer is an error (400 or
   * more).
   */
  send(method: 'GET' | 'POST' | 'PUT', path: string, ask?: LogtoAsk): Promise<Answered>;
  close(): Promise<void>;
};
type LogtoAsk = { headers?: Record<string, string>; body?: unknown; form?: Record<string, string> };

export const PASSWORD = 'Correct-horse-9-battery';
const REDIRECT_URI = 'http://127.0.0.1:3499/callback';
const NAME = 'Signet bench';
/** One for each connection, so that no sign-in waits for another of the same person. */
const PEOPLE = 16;
/** A token is good for an hour; one that is given out must outlast its case. */
const FRESH_MS = 1_800_000;
/** Ids that are asked for; read by pages of the most that it gives at once. */
const ORGANIZATIONS = 2_000;
const PAGE = 100;

/** One keep-alive connection. */
export function openLogto(url: string): LogtoWire {
  const client = new Client(url, { pipelining: 1, keepAliveTimeout: 60_000, bodyTimeout: 0, headersTimeout: 0 });
  return {
    async send(method, path, { headers = {}, body, form } = {}) {
      const content =
        form === undefined
          ? { type: 'application/json', text: JSON.stringify(body) }
          : { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
      const hasBody = body !== undefined || form !== undefined;
      const answer = await client.request({
        method,
        path,
        headers: hasBody ? { ...headers, 'content-type': content.type } : headers,
        ...(hasBody ? { body: content.text } : {}),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 400)
        throw new Error(`Logto: ${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
      return { status: answer.statusCode, headers: answer.headers, text };
    },
    close: () => client.close(),
  };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function tokenOf(wire: LogtoWire, { id, secret }: LogtoSettings): Promise<string> {
  const { text } = await wire.send('POST', '/oidc/token', {
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    form: { grant_type: 'client_credentials', resource: 'https://default.logto.app/api', scope: 'all' },
  });
  return (JSON.parse(text) as { access_token: string }).access_token;
}

async function signInClient(wire: LogtoWire, token: string): Promise<string> {
  const { text } = await wire.send('POST', '/api/applications', {
    headers: bearer(token),
    body: {
      name: NAME,
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [REDIRECT_URI], postLogoutRedirectUris: [] },
    },
  });
  return (JSON.parse(text) as { id: string }).id;
}

async function person(wire: LogtoWire, token: string): Promise<Logto['people'][number]> {
  const userName = `bench_${crypto.randomUUID().slice(0, 8)}`;
  const { text } = await wire.send('POST', '/api/users', {
    headers: bearer(token),
    body: { username: userName, password: PASSWORD, name: NAME },
  });
  return { id: (JSON.parse(text) as { id: string }).id, userName };
}

async function organizationsOf(wire: LogtoWire, token: string, wanted: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < ORGANIZATIONS; page += 1) {
    const { text, headers } = await wire.send('GET', `/api/organizations?page=${page}&page_size=${PAGE}`, {
      headers: bearer(token),
    });
    const total = Number(headers['total-number']);
    if (total < wanted)
      throw new Refusal(`Logto has ${total} organizations; it must have ${wanted} to be held beside.`);
    const found = (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
    if (found.length === 0) break;
    ids.push(...found);
  }
  return ids;
}

async function during<T>(url: string, work: (wire: LogtoWire) => Promise<T>): Promise<T> {
  const wire = openLogto(url);
  try {
    return await work(wire);
  } finally {
    await wire.close();
  }
}

/**
 * Makes people and an application of its own in it, and answers what it can be asked by, with a token that is good for
 * half an hour at least. `wanted` is how many organizations it must have. Throws a Refusal where it has fewer, and with
 * what it answered where it refuses.
 */
export async function prepareLogto(settings: LogtoSettings, wanted: number): Promise<() => Promise<Logto>> {
  const { url } = settings;
  const made = await during(url, async (wire) => {
    const token = await tokenOf(wire, settings);
    const organizations = await organizationsOf(wire, token, wanted);
    const client = { id: await signInClient(wire, token), redirectUri: REDIRECT_URI };
    const people: Logto['people'][number][] = [];
    while (people.length < PEOPLE) people.push(await person(wire, token));
    return { url, token, client, people, organizations };
  });
  let [token, since] = [made.token, performance.now()];
  return async () => {
    if (performance.now() - since > FRESH_MS) {
      token = await during(url, (wire) => tokenOf(wire, settings));
      since = performance.now();
    }
    return { ...made, token };
  };
}
