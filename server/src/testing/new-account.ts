/** Accounts as tests ask for them. */
import type { TestApp } from './app.ts';

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
