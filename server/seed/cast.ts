/** The demo cast: one person of each kind, and the accounts they stand for. Tests and the demo share it. */
import { inDays, type SeedAccount } from './accounts.ts';
import type { SeedPerson } from './people.ts';

export const SYSTEM_ACCOUNT: SeedAccount = {
  name: 'Signet platform',
  identifier: 'signet-platform',
  system: true,
  from: '2021-01-01',
  to: null,
};

/**
 * Two partners, each with a customer: whoever belongs to one side must see nothing of the other. All outlive the
 * evaluation license of a year, so that a demo that was furnished long ago still lets its people in.
 */
export function castAccounts(now: Date): SeedAccount[] {
  return [
    SYSTEM_ACCOUNT,
    {
      name: 'Umbra Trust Services',
      identifier: 'umbra-trust',
      type: 'partner',
      from: '2021-07-01',
      to: inDays(now, 586),
    },
    {
      name: 'Calder Identity',
      identifier: 'calder-identity',
      type: 'partner',
      from: '2022-03-01',
      to: inDays(now, 465),
    },
    {
      name: 'Nordmark Landesbank',
      identifier: 'nordmark-lb',
      partner: 'umbra-trust',
      from: '2025-01-01',
      to: inDays(now, 405),
    },
    {
      name: 'Orsini Custody',
      identifier: 'orsini-custody',
      partner: 'calder-identity',
      from: '2024-10-10',
      to: inDays(now, 687),
    },
  ];
}

const ADMINISTRATOR = ['account_manager/Account administrator'];

export const CAST: SeedPerson[] = [
  {
    first: 'Ada',
    last: 'Lindqvist',
    userName: 'ada',
    scope: 'system',
    accounts: ['signet-platform'],
    roles: ['account_manager/Platform administrator'],
  },
  {
    first: 'Ben',
    last: 'Okafor',
    userName: 'ben',
    scope: 'partner',
    accounts: ['umbra-trust'],
    roles: ['account_manager/Partner administrator'],
  },
  {
    first: 'Bea',
    last: 'Castellan',
    userName: 'bea',
    scope: 'partner',
    accounts: ['calder-identity'],
    roles: ['account_manager/Partner administrator'],
  },
  {
    first: 'Cleo',
    last: 'Marchetti',
    userName: 'cleo',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ADMINISTRATOR,
  },
  {
    first: 'Carl',
    last: 'Vestergaard',
    userName: 'carl',
    scope: 'account',
    accounts: ['orsini-custody'],
    roles: ADMINISTRATOR,
  },
  {
    first: 'Dora',
    last: 'Service',
    userName: 'dora',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ADMINISTRATOR,
    serviceUser: true,
  },
  { first: 'Emil', last: 'Haugen', userName: 'emil', scope: 'end_user', accounts: ['nordmark-lb'], roles: [] },
];
