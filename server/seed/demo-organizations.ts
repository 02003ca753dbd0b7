/** Organizations of the demo platform with their contacts: every account has one, a few have several. */
import { newId } from '../src/ids.ts';
import { phoneAt, placeOf } from './demo-places.ts';
import type { FurnishStep } from './demo.ts';

/** Branches of the accounts people read about. */
const SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'nordmark-lb': ['Nordmark Landesbank', 'Nordmark Leasing', 'Nordmark Treasury', 'Nordmark Card Services'],
  'orsini-custody': ['Orsini Custody', 'Orsini Fund Services'],
  'umbra-trust': ['Umbra Trust Services', 'Umbra Validation'],
  'signet-platform': ['Signet platform operations'],
};
const FIRST = ['Ada', 'Bea', 'Ines', 'Åse', 'Luca', 'Mirela', 'Jonas', 'Sol', 'Tove', 'Yuki'] as const;
const LAST = [
  'Ahlgren',
  'Brandt',
  'Conti',
  'Dvořák',
  'Falk',
  'Ferrer',
  'Haugen',
  'Lindqvist',
  'Nordhoff',
  'Tanaka',
] as const;

/** Takes one from a list, going round. */
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** A name in the letters of an email address. */
const plain = (name: string): string => name.normalize('NFKD').replace(/[^\w]/g, '').toLowerCase();

/** Inserts organizations with their contacts for every account of the demo. */
export const furnishOrganizations: FurnishStep = async ({ db, now, accounts, accountIds }) => {
  const stamps = { created_at: now, updated_at: now };
  const organizations = accounts
    .flatMap((account) => (SEVERAL[account.identifier] ?? [account.name]).map((name) => ({ name, account })))
    .map(({ name, account }, n) => {
      const place = placeOf(account.identifier);
      return {
        id: newId(),
        account_id: accountIds.get(account.identifier) ?? '',
        name,
        address: place.street.replace('#', String(2 + ((n * 7) % 60))),
        city: place.city,
        state: place.state,
        zip_code: place.zipCode,
        country: place.country,
        phone: phoneAt(place, 100 + n),
        domain: account.identifier,
        ...stamps,
      };
    });
  await db
    .insertInto('organization')
    .values(organizations.map(({ domain: _, ...row }) => row))
    .execute();
  const contacts = organizations.flatMap((organization, n) =>
    Array.from({ length: 1 + (n % 3) }, (_, k) => {
      const [first, last] = [pick(FIRST, n + k * 3), pick(LAST, n * 7 + k)];
      return {
        id: newId(),
        organization_id: organization.id,
        first_name: first,
        last_name: last,
        email: `${plain(first)}.${plain(last)}@${organization.domain}.example`,
        phone: k === 0 ? organization.phone : '',
        ...stamps,
      };
    }),
  );
  await db.insertInto('contact').values(contacts).execute();
  return {};
};
