/** People of an account as tests make them, read them and edit them by the API. */
import { seedPeople } from '../../seed/people.ts';
import { PASSWORD, type Answer, type Name, type TestApp } from './app.ts';

export const ADMINISTRATORS = '/account/ui-api/v1/user';

/** Status and reason of an answer. */
export const why = ({ status, body }: Answer) => [status, body.error?.status];
export const underField = ({ body }: Answer, field: string) => body.error?.fields?.[field]?.status;

/** Those of Nordmark on a platform, which may start later. */
export function administratorsIn(platform: () => TestApp) {
  let made = 0;
  /** Of the password that everybody here has: making one takes long. */
  let hash: Promise<string> | null = null;
  const accountOf = (identifier: string): string => platform().accountIds.get(identifier) ?? '';

  /** What a form sends for somebody new. */
  function fields(change: object = {}) {
    made += 1;
    const name = { first_name: 'Nils', last_name: `Berg ${made}`, user_name: `nils.${made}` };
    const reach = { email: `nils.${made}@nordmark-lb.example`, phone: '', locale: 'de_DE' };
    return { ...name, ...reach, access_scope: 'account', primary_account_id: accountOf('nordmark-lb'), ...change };
  }

  /** Verified, with the password of all; answers the ids. */
  async function seeded(people: Parameters<typeof seedPeople>[1]): Promise<string[]> {
    const { db, runtime, accountIds, clock } = platform();
    hash ??= runtime.passwords.hash(PASSWORD);
    return [...(await seedPeople(db, people, accountIds, await hash, clock.now())).values()];
  }

  /** Somebody of Nordmark, verified, with these roles. */
  async function somebody(...roles: string[]): Promise<string> {
    made += 1;
    const place = { accounts: ['nordmark-lb'], roles: roles.map((role) => `account_manager/${role}`) };
    const one = { first: 'Nils', last: `Berg ${made}`, userName: `nils.${made}`, scope: 'account' as const, ...place };
    return (await seeded([one]))[0] ?? '';
  }

  const create = (person: Name, change: object = {}) => platform().call(person, 'POST', ADMINISTRATORS, fields(change));
  const read = async (id: string, person: Name = 'cleo') =>
    (await platform().call(person, 'GET', `${ADMINISTRATORS}/${id}`)).body;
  /** Sends what a form does that changes this alone. */
  async function edit(person: Name, id: string, change: object, query = ''): Promise<Answer> {
    const { first_name, last_name, user_name, email, phone, locale } = await read(id, 'ada');
    const names = { first_name, last_name, user_name, email, phone, locale };
    return platform().call(person, 'PUT', `${ADMINISTRATORS}/${id}${query}`, { ...names, ...change });
  }
  const signIn = (user_name: string) =>
    platform().request('POST', '/account/ui-api/v1/auth/login', { user_name, password: PASSWORD });

  return { accountOf, seeded, somebody, create, read, edit, signIn };
}
