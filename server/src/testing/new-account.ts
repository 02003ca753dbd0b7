/** Accounts as tests ask for them. */
import type { Answer, Name, TestApp } from './app.ts';

export const ACCOUNTS = '/account/ui-api/v1/account';

/** The day on which tests begin. */
export const TODAY = '2026-11-21';

let n = 0;

/** The body of a new account with its first organization; each has an identifier of its own. */
export const wantedAccount = (more: object = {}) => ({
  name: 'Müller & Co. (Berlin)',
  friendly_identifier: `mueller-${(n += 1)}`,
  service_period: { from: TODAY, to: '2027-11-20' },
  locale: 'de_DE',
  organization: { name: 'Müller & Co.' },
  ...more,
});

/** How many accounts there are, deleted ones too. */
export async function countAccounts({ db }: TestApp): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Accounts of a platform, which may start later, as people read, change and create them by the API. */
export function accountsIn(platform: () => TestApp) {
  const call = (person: Name, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    platform().call(person, method, `${ACCOUNTS}${path}`, body);
  const idOf = (identifier: string): string => platform().accountIds.get(identifier) ?? '';
  const read = async (person: Name, id: string): Promise<Answer['body']> => (await call(person, 'GET', `/${id}`)).body;
  const status = async (...[person, method, path, body]: Parameters<typeof call>): Promise<number> =>
    (await call(person, method, `/${path}`, body)).status;
  const create = async (person: Name, more: object = {}): Promise<Answer['body']> =>
    (await call(person, 'POST', '', wantedAccount(more))).body;
  return { idOf, read, status, create };
}
