/** The three viewers, signed in, and the people whose sign-in is measured. */
import pg from 'pg';
import { PERSONS } from './cases/list.ts';
import type { Wire } from './console/measure.ts';
import { PASSWORD, USER_NAMES, type Person, type Plan } from './seed/plan.ts';

/** Access tokens end after five minutes; those of a case must outlast it. */
const FRESH_MS = 100_000;

/** Signs a viewer in. Throws with what the product answered. */
export async function signIn(url: string, person: Person): Promise<Wire> {
  const answer = await fetch(`${url}/account/ui-api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: USER_NAMES[person], password: PASSWORD }),
  });
  if (answer.status !== 200)
    throw new Error(`${USER_NAMES[person]} could not sign in: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Wire;
}

/** Answers access tokens that are good for three minutes at least. */
export function openViewers(url: string): () => Promise<Record<Person, string>> {
  let tokens: Record<Person, string> | null = null;
  let since = 0;
  return async () => {
    if (tokens && performance.now() - since < FRESH_MS) return tokens;
    since = performance.now();
    const wires = await Promise.all(PERSONS.map((person) => signIn(url, person)));
    tokens = Object.fromEntries(PERSONS.map((person, index) => [person, wires[index]?.access_token ?? ''])) as Record<
      Person,
      string
    >;
    return tokens;
  };
}

/** User names of people who may sign in today, in the order of their ids. Throws when there are none. */
export async function peopleWhoMaySignIn(connection: pg.ClientConfig, plan: Plan): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ user_name: string }>(
      `select u.user_name from app_user u join account a on a.id = u.primary_account_id
        where u.access_scope = 'account' and not u.service_user and u.active and a.active
          and a.service_from <= $1 and (a.service_to is null or a.service_to >= $1)
        order by u.id limit 10000`,
      [plan.today],
    );
    if (rows.length === 0) throw new Error('Nobody may sign in.');
    return rows.map((row) => row.user_name);
  } finally {
    await client.end();
  }
}
