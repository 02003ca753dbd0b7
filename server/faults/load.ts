/** People at work while something goes wrong: what they were told, and how long they waited. */
import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD, type Platform } from './platform.ts';

/** Longer than anybody may wait: what takes this long counts as hanging. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 25;
const WRITERS = 3;

export type Load = {
  /** Ids of what was acknowledged. */
  acknowledged: string[];
  /** Requests by status; 0 where there was no answer. */
  statuses: Map<number, number>;
  longestMs: number;
  /** Of the health check: answers, and those that were none. */
  healthy: number;
  unhealthy: number;
  /** When a change was acknowledged last, by performance.now(). */
  lastChangeAt: number;
  /** Whether the sign-in of before still holds, and can be renewed. */
  sessionLives: () => Promise<boolean>;
  stop: () => Promise<void>;
};

type Answer = { status: number; body: Record<string, string> };

async function ask(url: string, method: string, body?: object, token?: string): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : {} };
  } catch {
    return { status: 0, body: {} };
  }
}

/** Signs in, and has people make organizations, read lists and ask for the process's health, until stopped. */
export async function startLoad(platform: Platform): Promise<Load> {
  const at = (to: string): string => `${platform.url()}${to}`;
  const signedIn = await ask(at('/account/ui-api/v1/auth/login'), 'POST', { user_name: 'ada', password: PASSWORD });
  if (signedIn.status !== 200) throw new Error(`Nobody could sign in: ${signedIn.status}.`);
  let { access_token: token = '', refresh_token: successor = '' } = signedIn.body;
  /** As the console does once its token has ended, all who wait for it at once. */
  let renewing: Promise<boolean> | null = null;
  const renew = (): Promise<boolean> =>
    (renewing ??= ask(at('/imauth/api/v1/refresh'), 'POST', { refresh_token: successor })
      .then(({ status, body }) => {
        if (status === 200) ({ access_token: token = '', refresh_token: successor = '' } = body);
        return status === 200;
      })
      .finally(() => (renewing = null)));
  const [account] = await platform.sql<{ id: string }>(
    `select id from account where friendly_identifier = 'nordmark-lb'`,
  );
  const load: Load = {
    acknowledged: [],
    statuses: new Map(),
    longestMs: 0,
    healthy: 0,
    unhealthy: 0,
    lastChangeAt: 0,
    async sessionLives() {
      const renewed = await renew();
      const me = await ask(at('/account/api/v1/user/me'), 'GET', undefined, token);
      return renewed && me.status === 200;
    },
    async stop() {
      ending.abort();
      await Promise.all(people);
    },
  };
  const ending = new AbortController();
  const timed = async (to: string, method: string, body?: object): Promise<Answer> => {
    const began = performance.now();
    const first = await ask(at(to), method, body, token);
    const answer = first.status === 401 && (await renew()) ? await ask(at(to), method, body, token) : first;
    load.longestMs = Math.max(load.longestMs, performance.now() - began);
    load.statuses.set(answer.status, (load.statuses.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    while (!ending.signal.aborted) {
      await work();
      await pause(PAUSE_MS);
    }
  };
  let made = 0;
  const change = async (): Promise<void> => {
    made += 1;
    const body = { name: `Body ${process.pid} ${made}`, country: 'DE', account_id: account?.id };
    const answer = await timed('/account/ui-api/v1/organization', 'POST', body);
    if (answer.status !== 201) return;
    load.acknowledged.push(answer.body['id'] ?? '');
    load.lastChangeAt = performance.now();
  };
  const read = async (): Promise<void> => void (await timed('/account/ui-api/v1/account', 'GET'));
  const health = async (): Promise<void> => {
    if ((await timed('/healthz', 'GET')).status === 200) load.healthy += 1;
    else load.unhealthy += 1;
  };
  const people = [...Array.from({ length: WRITERS }, () => repeat(change)), repeat(read), repeat(health)];
  return load;
}
