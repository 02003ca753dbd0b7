/** Who is who on the platform that is measured: everything follows from three numbers and a day. */
import { draw, idOf, type Kind } from './draw.ts';

/** How many accounts (partners among them), users (Ada, Ben and Cleo among them) and audit events. */
export type Size = { accounts: number; users: number; audit: number };

export type Plan = Size & {
  /** The day on which everything is measured, YYYY-MM-DD. */
  today: string;
  partners: number;
  organizations: number;
  certificates: number;
  /** Of the first people, one for each; whom the platform's own account has gets none. */
  enrollments: number;
  serviceUsers: number;
  seats: number;
  /** Roles that accounts made, beside those that come with the platform. */
  roles: number;
  mails: number;
  /** Profiles of certificates that accounts made, each with a template. */
  profiles: number;
  /** Runs of bulk acts. */
  plans: number;
};

const DAY = 86_400_000;
export const ORGANIZATIONS_PER_ACCOUNT = 10;
const CERTIFICATES_PER_ACCOUNT = 10;
const ENROLLMENTS_PER_ACCOUNT = 20;
const SERVICE_USERS_PER_ACCOUNT = 2;
const SEATS_PER_ACCOUNT = 10;
const MAILS_PER_ACCOUNT = 20;
/** Runs are kept for a month. */
const PLANS = 2_000;
/** Accounts that Cleo belongs to. */
const MEMBERSHIPS = 3;
/** Rows were made over this time before today. */
const AGE = 700 * DAY;

/** Throws a RangeError for less than the 20 accounts, 10 users and 10 events that every part of the platform needs. */
export function planOf({ accounts, users, audit }: Size, today: string): Plan {
  if (accounts < 20 || users < 10 || audit < 10)
    throw new RangeError('There must be at least 20 accounts, 10 users and 10 audit events.');
  return {
    accounts,
    users,
    audit,
    today,
    partners: Math.max(2, Math.round(accounts / 100)),
    organizations: accounts * ORGANIZATIONS_PER_ACCOUNT,
    certificates: accounts * CERTIFICATES_PER_ACCOUNT,
    enrollments: Math.min(users, accounts * ENROLLMENTS_PER_ACCOUNT),
    serviceUsers: accounts * SERVICE_USERS_PER_ACCOUNT,
    seats: accounts * SEATS_PER_ACCOUNT,
    roles: Math.ceil(accounts / 2),
    mails: accounts * MAILS_PER_ACCOUNT,
    profiles: Math.ceil(accounts / 5),
    plans: PLANS,
  };
}

const begin = (plan: Plan): number => Date.parse(`${plan.today}T00:00:00Z`) - AGE;

/** When the `n`-th of `all` was made, in milliseconds since 1970: evenly over the platform's age. */
export function madeAt(plan: Plan, n: number, all: number): number {
  return begin(plan) + Math.floor((AGE * n) / all);
}

/** The first people have certificates by which they sign in, each so many. */
export const CERTIFIED = 1_000;
export const CERTIFICATES_OF_ONE = 3;

/** How many there are of a kind. */
function countOf(plan: Plan, kind: Kind): number {
  const counts: Record<Kind, number> = {
    account: plan.accounts + 1,
    organization: plan.organizations,
    contact: plan.organizations,
    user: plan.users,
    event: plan.audit,
    session: 1,
    certificate: plan.certificates,
    client: plan.accounts,
    enrollment: plan.enrollments,
    serviceUser: plan.serviceUsers,
    token: plan.serviceUsers,
    seat: plan.seats,
    role: plan.roles,
    mail: plan.mails,
    ownCertificate: CERTIFIED * CERTIFICATES_OF_ONE,
    profile: plan.profiles,
    template: plan.profiles,
    plan: plan.plans,
  };
  return counts[kind];
}

/** The id of the `n`-th of a kind. Account 0 is the platform's own, 1 Ben's partner. */
export function id(plan: Plan, kind: Kind, n: number): string {
  return idOf(kind, n, madeAt(plan, n, countOf(plan, kind)));
}

/** A day so many days from the day of measurement, YYYY-MM-DD. */
export function dayFrom(plan: Plan, days: number): string {
  return new Date(Date.parse(`${plan.today}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/**
 * The partner of an account, by its number; null for partners and for accounts of the platform itself. Every fifth
 * account is Ben's, two of five have other partners.
 */
export function partnerOf(plan: Plan, account: number): number | null {
  if (account <= plan.partners) return null;
  if (account % 5 === 0) return 1;
  return account % 5 <= 2 ? 2 + Math.floor(draw(account, 1) * (plan.partners - 1)) : null;
}

/**
 * The account of a thing, by their numbers: each gets one after the other, over all of the platform's age. So are
 * certificates, seats, service users, roles, profiles.
 */
export const accountInTurn = ({ accounts }: Plan, n: number): number => 1 + (n % accounts);

/** The account of an organization, by their numbers. */
export const accountOf = (organization: number): number => 1 + Math.floor(organization / ORGANIZATIONS_PER_ACCOUNT);

/** The accounts that Cleo is a member of: the first that have no partner. All are in service. */
export function ofCleo(plan: Plan): number[] {
  const accounts: number[] = [];
  for (let n = plan.partners + 1; accounts.length < MEMBERSHIPS && n <= plan.accounts; n += 1)
    if (partnerOf(plan, n) === null) accounts.push(n);
  return accounts;
}

/** Who looks: Ada sees everything, Ben his partner's accounts, Cleo the accounts she belongs to. */
export type Person = 'system' | 'partner' | 'account';
export const USER_NAMES: Record<Person, string> = { system: 'ada', partner: 'ben', account: 'cleo' };
/** The password of everybody on this platform, which lives for a benchmark. */
export const PASSWORD = 'Quiet-harbour-42-lights';

/** The numbers of the accounts that a person sees. The platform's own account is one for Ada. */
export function accountsSeen(plan: Plan, person: Person): number[] {
  if (person === 'account') return ofCleo(plan);
  const all = Array.from({ length: plan.accounts + 1 }, (_, n) => n);
  return person === 'system' ? all : all.filter((n) => n === 1 || partnerOf(plan, n) === 1);
}

/** The numbers of the organizations that a person sees. */
export function organizationsSeen(plan: Plan, person: Person): number[] {
  const first = (account: number): number => (account - 1) * ORGANIZATIONS_PER_ACCOUNT;
  return accountsSeen(plan, person)
    .filter((account) => account > 0)
    .flatMap((account) => Array.from({ length: ORGANIZATIONS_PER_ACCOUNT }, (_, i) => first(account) + i));
}

/** The numbers of what a person sees of `all` things that accounts get in turn. */
export function seenInTurn(plan: Plan, person: Person, all: number): number[] {
  const accounts = accountsSeen(plan, person).filter((account) => account > 0);
  return Array.from({ length: Math.ceil(all / plan.accounts) }, (_, round) =>
    accounts.map((account) => account - 1 + round * plan.accounts),
  )
    .flat()
    .filter((n) => n < all);
}

/** The numbers of the certificates that a person sees. */
export const certificatesSeen = (plan: Plan, person: Person): number[] => seenInTurn(plan, person, plan.certificates);
