/** Many people who are to be made: what is wrong with each, by the rules by which a single one is refused. */
import { administratorCreate } from '@signet/contract/areas/administrators';
import type { ListedPeople, ListedPerson } from '@signet/contract/areas/administrators-bulk';
import { whyNotNameAt } from '@signet/contract/areas/email-domain-rules';
import { whyNotScope } from '@signet/contract/areas/person-rules';
import { reasonOfIssue } from '@signet/contract/issue-reason';
import type { Reason } from '@signet/contract/problem';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { lowered } from '@signet/contract/lowered';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { ListedVerdict } from '../../bulk/listed-rows.ts';
import type { Db } from '../../db/open.ts';
import { roomFor } from '../../license-ledger/counted.ts';
import {
  closedAccounts,
  memberAccounts,
  ownAccount,
  whyNotMembership,
  type Membership,
} from '../../people/account-store.ts';
import { givenRoles, whyNotRoles } from '../../people/role-store.ts';
import { leadingDomains } from '../../sign-in/federation/domain-store.ts';
import { knownLikenesses, likenessOf, takenNames } from './new-people-store.ts';

export type NewPerson = z.output<typeof administratorCreate>;
/** What comes of a row: a person who can be made, somebody who is there already, or what is wrong. */
type NewPersonVerdict = ListedVerdict<{ person: NewPerson }>;

/** So many rows are judged without a pause: others are answered in between. */
const SLICE = 500;

/** The people of a request, each with what holds for all. */
export const listedPeople = ({ users, defaults }: ListedPeople): ListedPerson[] =>
  users.map((user) => ({ ...defaults, ...user }));

/**
 * A verdict for each person, in their order. Nothing is changed, and nothing is read for one row alone. Who stands
 * twice in the list is refused the second time.
 */
export async function judgeNewPeople(
  viewer: Viewer,
  db: Db,
  listed: readonly unknown[],
  now: Date,
): Promise<NewPersonVerdict[]> {
  const drafts: Draft[] = [];
  for (const [at, one] of listed.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    drafts.push(draftOf(one));
  }
  const facts = await readFacts(viewer, db, drafts, now);
  const before = { names: new Map<string, number>(), likenesses: new Map<string, number>() };
  return drafts.map((draft, at) => judge(viewer, draft, at + 1, facts, before));
}

/** A row as far as it can be judged by itself: the person, or what is wrong by field. */
type Draft = { person: NewPerson } | { fields: Record<string, Reason> };

/** Of what is wrong with an element of a list, the list is the field. */
function draftOf(listed: unknown): Draft {
  const outcome = administratorCreate.safeParse(listed, { reportInput: true });
  if (outcome.success) return { person: outcome.data };
  const fields: Record<string, Reason> = {};
  for (const issue of outcome.error.issues) fields[String(issue.path[0] ?? '')] ??= reasonOfIssue(issue);
  return { fields };
}

const accountIds = ({ primary_account_id, account_ids = [] }: NewPerson, own: string | null): string[] => {
  const first = primary_account_id ?? own;
  return [...new Set([...(first === null ? [] : [first]), ...account_ids])];
};

async function readFacts(viewer: Viewer, db: Db, drafts: readonly Draft[], now: Date) {
  const people = drafts.flatMap((draft) => ('person' in draft ? [draft.person] : []));
  const scopes = [...new Set(people.map(({ access_scope }) => access_scope))];
  const own = new Map<Scope, string | null>();
  for (const scope of scopes) own.set(scope, await ownAccount(viewer, db, scope));
  const ownOf = ({ access_scope }: NewPerson): string | null => own.get(access_scope) ?? null;
  const accounts = await memberAccounts(viewer, db, [...new Set(people.flatMap((one) => accountIds(one, ownOf(one))))]);
  const names = people.map(({ user_name }) => user_name);
  return {
    ownOf,
    accounts,
    closed: await closedAccounts(db, [...accounts.keys()], now),
    roles: await givenRoles(viewer, db, [...new Set(people.flatMap(({ role_ids }) => role_ids))]),
    names: await takenNames(db, names),
    domains: await leadingDomains(db, names),
    likenesses: await knownLikenesses(
      viewer,
      db,
      people.map(({ email }) => email),
    ),
    whyNoRoom: await roomFor(db, 'administrator', [...accounts.keys()]),
  };
}
type Facts = Awaited<ReturnType<typeof readFacts>>;
/** In which row somebody with this name, or of this likeness, stood before. */
type Before = { names: Map<string, number>; likenesses: Map<string, number> };

/** Whether the mail would let the person in nowhere, as `hasOpenAccount` has it. */
function isShutOut(
  { access_scope }: NewPerson,
  { primary_account_id, account_ids }: Membership,
  { closed }: Facts,
): boolean {
  if (access_scope === 'system') return false;
  return (access_scope === 'partner' ? [primary_account_id] : account_ids).every((id) => closed.has(id));
}

function judge(viewer: Viewer, draft: Draft, row: number, facts: Facts, before: Before): NewPersonVerdict {
  if ('fields' in draft) return { verdict: 'refused', fields: draft.fields, reason: null };
  const { person } = draft;
  const fields: Record<string, Reason> = {};
  const own = facts.ownOf(person);
  const first = person.primary_account_id ?? own;
  const ids = accountIds(person, own);
  const scope = whyNotScope(viewer, person.access_scope);
  if (scope) fields['access_scope'] = scope;
  if (first === null) fields['primary_account_id'] = { status: 'REQUIRED_CHOICE' };
  else {
    const membership = { primary_account_id: first, account_ids: ids };
    const wrong = whyNotMembership(person.access_scope, membership, facts.accounts);
    if (wrong) fields[wrong.field] = wrong.reason;
    else if (isShutOut(person, membership, facts)) fields['primary_account_id'] = { status: 'ACCOUNT_OUT_OF_SERVICE' };
  }
  const holder = { access_scope: person.access_scope, account_ids: ids };
  const roles = whyNotRoles(viewer, holder, [...new Set(person.role_ids)], facts.roles);
  if (roles) fields['role_ids'] = roles;
  const name = lowered(person.user_name);
  const stands = { access_scope: person.access_scope, primary_account_id: first };
  const foreign = whyNotNameAt(facts.domains.get(person.user_name) ?? null, stands);
  const likeness = likenessOf(person);
  const twice = before.names.get(name) ?? before.likenesses.get(likeness);
  if (!before.names.has(name)) before.names.set(name, row);
  if (!before.likenesses.has(likeness)) before.likenesses.set(likeness, row);
  const isThere = facts.likenesses.has(likeness);
  if (twice !== undefined) fields['user_name'] = { status: 'LISTED_TWICE', params: { row: twice } };
  else if (!isThere && facts.names.has(person.user_name)) fields['user_name'] = { status: 'USERNAME_EXISTS' };
  else if (!isThere && foreign) fields['user_name'] = foreign;
  if (Object.keys(fields).length > 0) return { verdict: 'refused', fields, reason: null };
  if (isThere) return { verdict: 'same', person };
  const room = person.access_scope === 'end_user' || first === null ? null : facts.whyNoRoom(first);
  return room ? { verdict: 'refused', fields, reason: room } : { verdict: 'create', person };
}
