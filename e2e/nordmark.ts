/** Who is invited in the stories. */
import type { Caller } from '../tools/running-server.ts';

type Person = { id: string; name: string };

/** Somebody of Nordmark's, whose people may come in by certificate. */
export async function emilOf({ call }: Pick<Caller, 'call'>): Promise<Person> {
  const { primary_account_id: account } = await call<{ primary_account_id: string }>(
    'cleo',
    'GET',
    '/account/api/v1/user/me',
  );
  await call('cleo', 'PUT', `/account/ui-api/v1/account/${account}/enable-cac`, { enabled: true });
  const { items } = await call<{ items: Person[] }>('cleo', 'GET', '/account/ui-api/v1/user?name=emil&limit=1');
  const [emil] = items;
  if (!emil) throw new Error('Nordmark has no Emil.');
  return emil;
}
