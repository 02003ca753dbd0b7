/** Partners, accounts, their organizations and contacts, as rows to copy. */
import type { Value } from './copy.ts';
import { draw, pick } from './draw.ts';
import { companyName, personName, placeName, plainName, scriptOf } from './names.ts';
import { accountOf, dayFrom, id, madeAt, ofCleo, partnerOf, type Plan } from './plan.ts';

export const ACCOUNT_COLUMNS = [
  'id',
  'name',
  'display_name',
  'friendly_identifier',
  'active',
  'service_from',
  'service_to',
  'locale',
  'type',
  'partner_account_id',
  'system_account',
  'created_at',
  'updated_at',
] as const;

/**
 * The first and the last day of an account's service: six of a hundred have ended, two have not begun, five have no
 * end.
 */
function service(plan: Plan, n: number): [from: string, to: string | null] {
  const fate = draw(n, 2);
  const began = dayFrom(plan, -400 - Math.floor(draw(n, 3) * 2_000));
  if (fate < 0.06) return [began, dayFrom(plan, -1 - Math.floor(draw(n, 4) * 300))];
  if (fate < 0.08) return [dayFrom(plan, 1 + Math.floor(draw(n, 4) * 60)), null];
  return [began, fate < 0.13 ? null : dayFrom(plan, Math.floor(draw(n, 4) * 1_000))];
}

/** The platform's own account, then the partners, then everybody else, so that partners come before their customers. */
export function* accountRows(plan: Plan): Generator<Value[]> {
  const kept = new Set([...ofCleo(plan), 0, 1]);
  for (let n = 0; n <= plan.accounts; n += 1) {
    const partner = partnerOf(plan, n);
    const name = n === 0 ? 'Signet platform' : companyName(n);
    const [from, to] = kept.has(n) ? [dayFrom(plan, -900), null] : service(plan, n);
    const type = n >= 1 && n <= plan.partners ? 'partner' : 'standard';
    const made = new Date(madeAt(plan, n, plan.accounts + 1));
    yield [
      id(plan, 'account', n),
      name,
      name,
      n === 0 ? 'signet-platform' : plainName(n),
      kept.has(n) || draw(n, 5) > 0.04,
      from,
      to,
      scriptOf(n).locale,
      type,
      partner === null ? null : id(plan, 'account', partner),
      n === 0,
      made,
      made,
    ];
  }
}

export const ORGANIZATION_COLUMNS = [
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
/** Where it is. */
export const organizationCountry = (n: number): string => pick(COUNTRIES, n, 6);

/** Ten organizations for each account. */
export function* organizationRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.organizations; n += 1) {
    const place = placeName(OTHERS + n);
    const made = new Date(madeAt(plan, n, plan.organizations));
    yield [
      id(plan, 'organization', n),
      id(plan, 'account', accountOf(n)),
      organizationName(n),
      `${place} ${1 + Math.floor(draw(n, 7) * 200)}`,
      '',
      place,
      '',
      String(10_000 + Math.floor(draw(n, 8) * 89_999)),
      organizationCountry(n),
      `+4930${1_000_000 + Math.floor(draw(n, 9) * 8_999_999)}`,
      made,
      made,
    ];
  }
}

export const CONTACT_COLUMNS = [
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
export function* contactRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.organizations; n += 1) {
    const { first, last } = personName(OTHERS + n);
    const made = new Date(madeAt(plan, n, plan.organizations));
    yield [
      id(plan, 'contact', n),
      id(plan, 'organization', n),
      first,
      last,
      `${plainName(n)}@contact.example`,
      '',
      made,
      made,
    ];
  }
}
