/** Organizations of the demo platform with their contacts: every account has one, a few have several. */
import { newId } from '../src/ids.ts';
import type { FurnishStep } from './demo.ts';

const PLACES = [
  ['Kiel', 'Schleswig-Holstein', '24103', 'DE', 'Hafenstraße 7'],
  ['Łódź', 'Łódzkie', '90-001', 'PL', 'ul. Piotrkowska 12'],
  ['Oslo', '', '0150', 'NO', 'Dronningens gate 4'],
  ['Zürich', 'ZH', '8001', 'CH', 'Bahnhofstrasse 31'],
  ['Lyon', 'Auvergne-Rhône-Alpes', '69002', 'FR', '18 rue de la République'],
  ['Porto', '', '4000-322', 'PT', 'Rua das Flores 90'],
  ['Bristol', '', 'BS1 4DJ', 'GB', '5 Welsh Back'],
  ['Tampere', '', '33100', 'FI', 'Hämeenkatu 9'],
  ['大阪市', '大阪府', '530-0001', 'JP', '梅田 1-2-3'],
  ['Tartu', '', '51007', 'EE', 'Rüütli 2'],
] as const;
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
      const [city, state, zip_code, country, address] = pick(PLACES, n);
      return {
        id: newId(),
        account_id: accountIds.get(account.identifier) ?? '',
        name,
        address,
        city,
        state,
        zip_code,
        country,
        phone: `+4943155${String(1000 + n)}`,
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
