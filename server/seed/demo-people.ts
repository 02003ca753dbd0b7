/** People of the demo platform. */
import { DEFAULT_LOCALE, type Locale } from '@signet/contract/locales';
import { inviteUser } from '../src/sign-in/invitation.ts';
import { CAST } from './cast.ts';
import type { FurnishStep } from './demo.ts';
import { emailOf, seedPeople, type SeedPerson } from './people.ts';

/**
 * People beside the cast: of an account about to end, with German texts; whose first account has ended; an auditor; one
 * of two accounts; one who has not accepted the terms; one whom an identity provider knows; one who is invited; those
 * of accounts that sign in by a provider.
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
  {
    first: 'Petra',
    last: 'Sund',
    userName: 'petra',
    scope: 'account',
    accounts: ['helvion-insurance'],
    roles: ['account_manager/Account administrator'],
  },
  {
    first: 'Viktor',
    last: 'Aasen',
    userName: 'viktor',
    scope: 'account',
    accounts: ['helvion-insurance'],
    roles: ['account_manager/Auditor'],
  },
  {
    first: 'Ueli',
    last: 'Brunner',
    userName: 'ueli',
    scope: 'account',
    accounts: ['zuerich-treuhand'],
    roles: ['account_manager/Account administrator'],
    locale: 'de_DE',
  },
];

type Administrator = [first: string, last: string, userName: string, account: string, locale?: Locale];

/** Those who look after accounts that end within the next months: each has somebody to ask. */
const ADMINISTRATORS: Administrator[] = [
  ['Mikael', 'Sjöblom', 'mikael', 'abo-sparbank'],
  ['Anneke', 'Dekker', 'anneke', 'veldrecht'],
  ['Reto', 'Amstutz', 'reto', 'arven-land-registry', 'de_DE'],
  ['Katrin', 'Vogel', 'katrin', 'fed-land-records', 'de_DE'],
  ['Hélène', 'Garnier', 'helene', 'caisse-vexane', 'fr_FR'],
  ['Liis', 'Tamm', 'liis', 'kestria-justice'],
  ['Grant', 'Holloway', 'grant', 'sable-ridge'],
  ['Aino', 'Laine', 'aino', 'aalto-clearing'],
  ['Fiona', 'Quint', 'fiona', 'calder-bay-port'],
  ['Lucía', 'Ferrán', 'lucia', 'banco-miralta'],
];

/** Inserts the cast, its neighbours and those administrators, and invites who has not answered yet. */
export const furnishPeople: FurnishStep = async ({ db, runtime, now, accountIds, passwordHash }) => {
  const administrators = ADMINISTRATORS.map(([first, last, userName, account, locale]): SeedPerson => ({
    first,
    last,
    userName,
    scope: 'account',
    accounts: [account],
    roles: ['account_manager/Account administrator'],
    ...(locale ? { locale } : {}),
  }));
  const personIds = await seedPeople(db, [...CAST, ...NEIGHBOURS, ...administrators], accountIds, passwordHash, now);
  for (const person of NEIGHBOURS.filter(({ invited }) => invited)) {
    await inviteUser(db, runtime, {
      id: personIds.get(person.userName) ?? '',
      user_name: person.userName,
      email: emailOf(person),
      locale: person.locale ?? DEFAULT_LOCALE,
      name: `${person.first} ${person.last}`,
    });
  }
  return { personIds };
};
