/** Organizations and their contacts, as rows to copy. */
import { copyRows, type Value } from './copy.ts';
import { draw, pick } from './draw.ts';
import { companyName, personName, placeName, plainName } from './names.ts';
import { accountOf, id, madeAt, partnerOf, type Plan } from './plan.ts';
import { copyUnsearched, type Step } from './step.ts';

const ORGANIZATION_COLUMNS = [
  'id',
  'account_id',
  'name',
  'address',
  'address2',
  'city',
  'state',
  'zip_code',
  'country',
  'phone',
  'created_at',
  'updated_at',
] as const;
const COUNTRIES = [
  'AT',
  'BR',
  'CH',
  'CN',
  'DE',
  'DK',
  'EG',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'IN',
  'IT',
  'JP',
  'KR',
  'MX',
  'NL',
  'NO',
  'PL',
  'SE',
  'TR',
  'UA',
  'US',
] as const;
/** Names of organizations begin where those of accounts can't reach. */
const OTHERS = 20_000_000;

/** What an organization is called. */
export const organizationName = (n: number): string => companyName(OTHERS + n);
/** Where it is: the customers of a partner are in one country, and Ben's in that which lists have last. */
export function organizationCountry(plan: Plan, n: number): string {
  const partner = partnerOf(plan, accountOf(n));
  return partner === 1 ? 'US' : pick(COUNTRIES, partner ?? n, 6);
}

/** Ten organizations for each account. */
export function* organizationRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.organizations; n += 1) {
    const place = placeName(OTHERS + n);
    const createdAt = new Date(madeAt(plan, n, plan.organizations));
    yield [
      id(plan, 'organization', n),
      id(plan, 'account', accountOf(n)),
      organizationName(n),
      `${place} ${1 + Math.floor(draw(n, 7) * 200)}`,
      '',
      place,
      '',
      String(10_000 + Math.floor(draw(n, 8) * 89_999)),
      organizationCountry(plan, n),
      `+4930${1_000_000 + Math.floor(draw(n, 9) * 8_999_999)}`,
      createdAt,
      createdAt,
    ];
  }
}

const CONTACT_COLUMNS = [
  'id',
  'organization_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'created_at',
  'updated_at',
] as const;

/** One contact for each organization. */
function* contactRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.organizations; n += 1) {
    const { first, last } = personName(OTHERS + n);
    const createdAt = new Date(madeAt(plan, n, plan.organizations));
    yield [
      id(plan, 'contact', n),
      id(plan, 'organization', n),
      first,
      last,
      `${plainName(n)}@contact.example`,
      '',
      createdAt,
      createdAt,
    ];
  }
}

export const organizationSteps = (plan: Plan): Step[] => [
  {
    name: 'organizations',
    rows: plan.organizations,
    run: (client) => copyUnsearched(client, 'organization', ORGANIZATION_COLUMNS, organizationRows(plan)),
  },
  {
    name: 'contacts',
    rows: plan.organizations,
    run: (client) => copyRows(client, 'contact', CONTACT_COLUMNS, contactRows(plan)),
  },
];
