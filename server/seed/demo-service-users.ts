/** Service users of the demo platform, and what Dora of the cast does there. */
import type { FurnishStep } from './demo.ts';
import { seedPeople, type SeedPerson } from './people.ts';

type SeedServiceUser = Pick<SeedPerson, 'userName' | 'scope' | 'accounts' | 'roles'> & {
  name: string;
  description: string;
  disabled?: true;
};

/** Of each scope one, one that is disabled, one without any role. */
const SERVICE_USERS: SeedServiceUser[] = [
  {
    name: 'Payment gateway',
    description: 'Signs payment orders before they leave the bank',
    userName: 'payment-gateway',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ['account_manager/Auditor'],
  },
  {
    name: 'Certificate inventory',
    description: 'Replaced by the scanner in the new network',
    userName: 'certificate-inventory',
    scope: 'account',
    accounts: ['nordmark-lb'],
    roles: ['account_manager/Support'],
    disabled: true,
  },
  {
    name: 'HSM bridge',
    description: '',
    userName: 'hsm-bridge',
    scope: 'account',
    accounts: ['orsini-custody'],
    roles: [],
  },
  {
    name: 'Customer sync',
    description: 'Takes new customers over from the order system',
    userName: 'customer-sync',
    scope: 'partner',
    accounts: ['umbra-trust'],
    roles: ['account_manager/Partner administrator'],
  },
  {
    name: 'Platform monitor',
    description: 'Reads the audit log into the collector',
    userName: 'platform-monitor',
    scope: 'system',
    accounts: ['signet-platform'],
    roles: ['account_manager/Auditor'],
  },
];

/** Tests call her by a name as people have; a bank names a program after its work. */
const DORA = { first_name: 'Card issuing batch', last_name: '', description: 'Orders certificates for new cards' };

/** Inserts them, and gives Dora her task. */
export const furnishServiceUsers: FurnishStep = async ({ db, now, accountIds, personIds }) => {
  const people = SERVICE_USERS.map(({ name, description: _, disabled: __, ...rest }) => ({
    ...rest,
    first: name,
    last: '',
    serviceUser: true,
  }));
  const ids = await seedPeople(db, people, accountIds, 'no password', now);
  for (const { userName, description, disabled } of SERVICE_USERS)
    await db
      .updateTable('app_user')
      .set({ description, active: disabled !== true })
      .where('id', '=', ids.get(userName) ?? '')
      .execute();
  await db
    .updateTable('app_user')
    .set(DORA)
    .where('id', '=', personIds.get('dora') ?? '')
    .execute();
  return {};
};
