/** The search over everything that the palette asks with every letter typed. */
import { endpoints } from '@signet/contract';
import { addressOf } from '../load/api.ts';
import { id, ofCleo, type Person, type Plan } from '../seed/plan.ts';
import { CONNECTIONS, DONE, type Case } from './case.ts';
import { PERSONS } from './list.ts';

const PATH = '/account/ui-api/v1/search';
/**
 * What is in the field after some letters: beginnings and whole words, common and rare, one that finds nothing. All
 * folded.
 */
const TYPED = [
  'nor',
  'oster',
  'ostermoor',
  'grun',
  'savings',
  'ada',
  'cleo',
  '銀行',
  'город',
  'ravengate',
  'min',
  'lan',
  'universit',
  'quillwick',
  'ada nord',
  'nowhereatall',
];
const KINDS = ['account', 'organization', 'person'] as const;
const READ = 11;
const COMPARED = 5_000;

/** The keys by which the index knows what a person may find. */
function keysOf(plan: Plan, person: Person, kind: string): string[] {
  if (person === 'system') return [kind];
  if (person === 'partner') return [`${kind} under ${id(plan, 'account', 1)}`];
  return ofCleo(plan).map((n) => `${kind} of ${id(plan, 'account', n)}`);
}

/**
 * Every three characters in a row of each word; of a shorter word its beginning, as the index has it; marked as those
 * of all that is known.
 */
function gramsOf(text: string): string[] {
  return text.split(' ').flatMap((word) => {
    const letters = Array.from(word.length < 3 ? ` ${word}` : word);
    return letters.slice(2).map((_, start) => `~${letters.slice(start, start + 3).join('')}`);
  });
}

/**
 * One statement on the index that the product has: of each kind the first names that begin with the text, and the
 * first of those that hold its words anywhere. What is best first is the product's affair, so that the answers are not
 * held against each other.
 */
function statement(): string {
  const visible = `(s.account_id = any($2::uuid[]) or s.owner_account_id = $3::uuid or $4)`;
  const found = KINDS.map((kind, index) => {
    const keys = `$${5 + index}::text[]`;
    const begins = `select s.kind, s.id, s.begins from search_entry s
      where s.kind || ' ' || s.begins like '${kind} ' || $1 || '%' and ${visible}
      order by s.kind || ' ' || s.begins, s.id limit ${READ}`;
    const grams = 'search_grams(s.kind, s.account_id, s.owner_account_id, s.named, s.holds)';
    const holds = `select s.kind, s.id, s.begins from (
        select * from search_entry s where ${grams} @> $8::text[] and ${grams} && ${keys} limit ${COMPARED}
      ) s
      where s.holds like all ($9::text[]) order by s.begins, s.id limit ${READ}`;
    return `(${begins}) union (${holds})`;
  });
  return `select found.kind, found.id, coalesce(a.name, o.name, u.first_name || ' ' || u.last_name) as name
    from (${found.join(' union all ')}) found
    left join account a on found.kind = 'account' and a.id = found.id
    left join organization o on found.kind = 'organization' and o.id = found.id
    left join app_user u on found.kind = 'person' and u.id = found.id`;
}

function searchCase(plan: Plan, viewer: Person): Case {
  const text = statement();
  return {
    area: 'Search',
    name: 'everything',
    viewer,
    async api(api, { lane, n }, world) {
      const query = new URLSearchParams({ text: TYPED[n % TYPED.length] ?? '' });
      const found = await api.ask<{ accounts?: unknown[]; organizations?: unknown[]; people?: unknown[] }>(
        'GET',
        `${PATH}?${query}`,
        { token: world.tokens[viewer], from: addressOf(n * CONNECTIONS + lane) },
      );
      if (!Array.isArray(found.accounts) || !Array.isArray(found.organizations) || !Array.isArray(found.people))
        throw new Error('The search answered not all kinds.');
      return { ...DONE, rows: found.accounts.length + found.organizations.length + found.people.length };
    },
    async floor(db, { n }) {
      const typed = TYPED[n % TYPED.length] ?? '';
      const owners = [
        viewer === 'account' ? ofCleo(plan).map((one) => id(plan, 'account', one)) : [],
        viewer === 'partner' ? id(plan, 'account', 1) : null,
        viewer === 'system',
      ];
      // The planner can't know how many rows hold three letters together; the product tells it the same.
      await db.run('begin read only; set local enable_seqscan = off; set local max_parallel_workers_per_gather = 0');
      const rows = await db.plan<{ id: string }>(text, [
        typed,
        ...owners,
        ...KINDS.map((kind) => keysOf(plan, viewer, kind)),
        gramsOf(typed),
        typed.split(' ').map((word) => `%${word}%`),
      ]);
      await db.run('commit');
      return { ...DONE, rows: rows.length };
    },
  };
}

/** The search by each viewer; none on a version that has no such endpoint. */
export function searchCases(plan: Plan): Case[] {
  return endpoints.some(({ path }) => path === PATH) ? PERSONS.map((person) => searchCase(plan, person)) : [];
}
