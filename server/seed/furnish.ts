import { ConfigError } from '../src/config.ts';
import { inviteUser } from '../src/sign-in/invitation.ts';
import { hasAdministrator } from '../src/areas/setup/store.ts';
import { evaluationLicense } from '../src/license/evaluation.ts';
import { installLicense } from '../src/license/license-store.ts';
import type { Platform } from '../src/platform.ts';
import { newSecret } from '../src/secrets.ts';
import { CAST, castAccounts, emailOf, seedAccounts, seedPeople, type SeedPerson } from './cast.ts';
import { demoAccounts } from './demo-accounts.ts';
import { seedOrganizations } from './demo-organizations.ts';

const MARK = 'demo';

/**
 * People beside the cast: of an account about to end, with German texts; whose first account has ended; an auditor; one
 * of two accounts; one who has not accepted the terms; one whom an identity provider knows; one who is invited.
 */
const NEIGHBOURS: SeedPerson[] = [
  {
    first: 'Ines',
    last: 'Falk',
    userName: 'ines',
    scope: 'account',
    accounts: ['vesper-leasing'],
    roles: ['account_manager/Account administrator'],
    locale: 'de_DE',
  },
  {
    first: 'Jonas',
    last: 'Brandt',
    userName: 'jonas',
    scope: 'account',
    accounts: ['halcyon-mutual', 'nordmark-lb'],
    roles: ['account_manager/Account administrator'],
  },
  {
    first: 'Maren',
    last: 'Nordhoff',
    userName: 'maren',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ['account_manager/Auditor'],
  },
  {
    first: 'Nils',
    last: 'Ekdahl',
    userName: 'nils',
    scope: 'account',
    accounts: ['nordmark-lb', 'orsini-custody'],
    roles: ['account_manager/Account administrator'],
  },
  {
    first: 'Tove',
    last: 'Ahlgren',
    userName: 'tove',
    scope: 'account',
    accounts: ['orsini-custody'],
    roles: ['account_manager/Auditor'],
    agreed: false,
  },
  {
    first: 'Sol',
    last: 'Ferrer',
    userName: 'sol',
    scope: 'end_user',
    accounts: ['orsini-custody'],
    roles: [],
    onelogin: { id: 'ext-4711', url: 'https://id.orsini-custody.example/me' },
  },
  {
    first: 'Ravi',
    last: 'Lund',
    userName: 'ravi',
    scope: 'account',
    accounts: ['orsini-custody'],
    roles: ['account_manager/Auditor'],
    invited: true,
  },
];

/**
 * Furnishes an empty platform: evaluation license, people of every scope, accounts in every state. A platform that was
 * furnished before is left as it is; one that is in use is refused (ConfigError). The password is random, the same for
 * all, and answered only by the call that made it.
 */
export async function furnish(
  platform: Platform,
  password = `${newSecret(9)}-Demo1`,
): Promise<{ people: string[]; password: string | null }> {
  const { db, clock } = platform;
  const now = clock.now();
  const people = CAST.filter((person) => !person.serviceUser).map((person) => person.userName);
  const mark = await db.selectFrom('platform_setting').select('name').where('name', '=', MARK).executeTakeFirst();
  if (mark) return { people, password: null };
  if (await hasAdministrator(db))
    throw new ConfigError(
      'This platform is in use: the demo furnishes only an empty one. Choose another DATA_DIR or DATABASE_URL.',
    );
  const hash = await platform.passwords.hash(password);
  const license = await evaluationLicense(now);
  await db.transaction().execute(async (tx) => {
    await installLicense(tx, license, null, now);
    const wanted = [...castAccounts(now), ...demoAccounts(now)];
    const accounts = await seedAccounts(tx, wanted, now);
    await seedOrganizations(tx, wanted, accounts, now);
    const ids = await seedPeople(tx, [...CAST, ...NEIGHBOURS], accounts, hash, now);
    for (const person of NEIGHBOURS.filter(({ invited }) => invited)) {
      await inviteUser(tx, platform, {
        id: ids.get(person.userName) ?? '',
        email: emailOf(person),
        locale: person.locale ?? 'en_US',
        name: `${person.first} ${person.last}`,
      });
    }
    await tx
      .insertInto('platform_setting')
      .values({ name: MARK, value: JSON.stringify(true), updated_at: now })
      .execute();
  });
  return { people, password };
}
