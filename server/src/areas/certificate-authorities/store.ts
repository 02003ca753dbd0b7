import type {
  Authority,
  AuthorityCheckResult,
  AuthorityListQuery,
  AuthorityRow,
} from '@signet/contract/areas/certificate-authorities';
import {
  AUTHORITY_FILTERS,
  whyNotPublishList,
  whyNotRenewAuthority,
  whyNotRetireAuthority,
  whyNotRevokeAuthority,
  type AUTHORITY_SORT,
  type AuthorityKind,
  type AuthorityState,
} from '@signet/contract/areas/certificate-authority-rules';
import { storedDateTime } from '@signet/contract/dates';
import type { KeyType } from '@signet/contract/key-types';
import { LIMITS } from '@signet/contract/limits';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { addressesOf, chainOf } from '../../authority/authority-store.ts';
import { authorityFacts, checkAuthority } from '../../authority/health-store.ts';
import { authorityStands } from '../../db/authority-stands.ts';
import { contains, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { savedByName } from '../../db/version.ts';
import { visibleAuthorities } from '../../sight.ts';
import { countEntries, octetsToCount } from '../../x509/crl.ts';
import { toParsedCertificate } from '../../x509/parsed-certificate.ts';
import { readCertificate } from '../../x509/read-certificate.ts';

type Selected = {
  id: string;
  name: string;
  kind: AuthorityKind;
  state: AuthorityState;
  account_id: string | null;
  account_name: string | null;
  issuer_id: string | null;
  issuer_name: string | null;
  key_type: KeyType;
  valid_from: Date;
  valid_to: Date;
};

const KIND = sql`case when ca.issuer_id is null then 'root' else 'issuing' end`;
const ROW = sql`ca.id, ca.name, ${KIND} as kind, ca.state, ca.account_id, a.name as account_name, ca.issuer_id,
  above.name as issuer_name, ca.key_type, ca.valid_from, ca.valid_to`;
const JOINS = sql`left join account a on a.id = ca.account_id
  left join certificate_authority above on above.id = ca.issuer_id`;

const toRow = ({ valid_from, valid_to, ...row }: Selected): AuthorityRow => ({
  ...row,
  valid_from: storedDateTime(valid_from),
  valid_to: storedDateTime(valid_to),
});

const SORTS = {
  name: sql`ca.name collate "und-x-icu"`,
  valid_to: sql`ca.valid_to`,
} satisfies Record<(typeof AUTHORITY_SORT)[number], unknown>;

const CONDITIONS: FilterConditions<typeof AUTHORITY_FILTERS> = {
  name: (text) => contains(sql`folded(ca.name)`, text),
  state: (state) => sql<boolean>`ca.state = ${state}`,
  kind: (kind) => sql<boolean>`(ca.issuer_id is null) = ${kind === 'root'}`,
  account_id: (id) => sql<boolean>`ca.account_id = ${id}`,
};

/** One page of the authorities a viewer may see. */
export function listAuthorities(viewer: Viewer, db: Db, query: AuthorityListQuery): Promise<ListOf<AuthorityRow>> {
  const list = listQuery(
    {
      from: sql`certificate_authority ca`,
      id: sql`ca.id`,
      columns: ROW,
      joins: JOINS,
      row: toRow,
      visible: visibleAuthorities(viewer),
      filters: AUTHORITY_FILTERS,
      conditions: CONDITIONS,
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
    },
    query,
  );
  return listPage(db, query, list);
}

type SelectedOne = Selected & {
  version: number;
  created_at: Date;
  updated_at: Date;
  updated_by_name: string | null;
  key_location: 'sealed' | 'pkcs11';
  replaces_id: string | null;
  replaces_name: string | null;
  replaced_by_id: string | null;
  replaced_by_name: string | null;
  number: string | null;
  this_update: Date | null;
  next_update: Date | null;
  list_begins: Buffer | null;
};

const named = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });

/** Where the viewer needs no id of an account to know of whose certificates it hears. */
const seesAllOf = (viewer: Viewer, accountId: string | null): boolean =>
  viewer.scope === 'system' || accountId !== null;

async function countValid(db: Db, id: string, now: Date): Promise<{ valid: number; exact: boolean }> {
  const { rows } = await sql<{ valid: number }>`select count(*)::int as valid from (
    select from certificate c where c.authority_id = ${id} and c.state = 'issued' and ${authorityStands('c')}
      and c.valid_to > ${now} and c.valid_from <= ${now} and not c.purposes = '{ocsp_signing}'
    limit ${LIMITS.countBound + 1}) counted`.execute(db);
  const valid = rows[0]?.valid ?? 0;
  return { valid: Math.min(valid, LIMITS.countBound), exact: valid <= LIMITS.countBound };
}

/** Beyond it, how many it issued in a month is not counted. */
const ISSUED_BOUND = 1_000;

/** How many certificates it issued in each of the last twelve months, the present one last. */
async function countIssued(db: Db, id: string, now: Date): Promise<NonNullable<Authority['issued']>> {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(month, 'YYYY-MM') as month, issued.count
    from generate_series(
      date_trunc('month', ${now}::timestamptz at time zone 'UTC') - interval '11 months',
      date_trunc('month', ${now}::timestamptz at time zone 'UTC'), interval '1 month') month,
    lateral (select count(*)::int as count from (
      select from certificate c where c.authority_id = ${id}
        and c.created_at >= month at time zone 'UTC'
        and c.created_at < (month + interval '1 month') at time zone 'UTC'
        and c.state <> 'intended' and not c.purposes = '{ocsp_signing}'
      limit ${ISSUED_BOUND + 1}) counted) issued
    order by month`.execute(db);
  return rows.map(({ month, count }) => ({
    month,
    count: Math.min(count, ISSUED_BOUND),
    exact: count <= ISSUED_BOUND,
  }));
}

/** How one authority fares, as it is answered. */
async function healthOf(db: Db, id: string, now: Date): Promise<AuthorityCheckResult[]> {
  const [facts] = await authorityFacts(db, sql<boolean>`ca.id = ${id}`);
  return (facts ? checkAuthority(facts, now) : []).map(({ at, ...result }) => ({
    ...result,
    at: at && storedDateTime(at),
  }));
}

type Reading = { now: Date; pkiUrl: string };

/**
 * One authority with what the viewer may do to it; with `lock` it stays as it is until the transaction ends. Throws
 * 404.
 */
export async function readAuthority(
  viewer: Viewer,
  db: Db,
  id: string,
  { now, pkiUrl, lock = false }: Reading & { lock?: boolean },
): Promise<Authority> {
  const { rows } = await sql<SelectedOne>`
    select ${ROW}, ca.version, ca.created_at, ca.updated_at, ${savedByName(viewer, 'ca')} as updated_by_name,
      ca.key_location, old.id as replaces_id, old.name as replaces_name, young.id as replaced_by_id,
      young.name as replaced_by_name, l.number, l.this_update, l.next_update,
      substring(l.list for ${octetsToCount(LIMITS.countBound)}) as list_begins
    from certificate_authority ca ${JOINS}
    left join certificate_authority old on old.id = ca.replaces_id
    left join lateral (select next.id, next.name from certificate_authority next
      where next.replaces_id = ca.id and next.certificate_id is not null
      order by next.created_at desc limit 1) young on true
    left join certificate_revocation_list l on l.authority_id = ca.id
    where ca.id = ${id} and ${visibleAuthorities(viewer)} ${lock ? sql`for no key update of ca` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  const chain = (await chainOf(db, id)).flatMap((der) => {
    const read = readCertificate(der);
    return 'fault' in read ? [] : [toParsedCertificate(read, now)];
  });
  const [certificate] = chain;
  if (!certificate) throw new Error(`The authority ${id} has no certificate.`);
  const health = await healthOf(db, id, now);
  const list = row.number !== null && row.this_update && row.next_update;
  const judged = { kind: row.kind, state: row.state, account_id: row.account_id };
  return {
    ...toRow(row),
    version: row.version,
    created_at: storedDateTime(row.created_at),
    updated_at: storedDateTime(row.updated_at),
    updated_by_name: row.updated_by_name,
    key_location: row.key_location,
    certificate,
    chain,
    addresses: addressesOf(pkiUrl, id),
    list:
      list && row.this_update && row.list_begins
        ? {
            number: Number(row.number),
            this_update: storedDateTime(row.this_update),
            next_update: storedDateTime(list),
            entries: countEntries(row.list_begins, LIMITS.countBound),
          }
        : null,
    responder_ends: health.find(({ check }) => check === 'responder')?.at ?? null,
    replaces: named(row.replaces_id, row.replaces_name),
    replaced_by: named(row.replaced_by_id, row.replaced_by_name),
    certificates: seesAllOf(viewer, row.account_id) ? await countValid(db, id, now) : null,
    issued: seesAllOf(viewer, row.account_id) ? await countIssued(db, id, now) : null,
    health,
    why_not: {
      publish: whyNotPublishList(viewer, judged, certificate.isValid),
      renew: whyNotRenewAuthority(viewer, judged),
      retire: whyNotRetireAuthority(viewer, judged),
      revoke: whyNotRevokeAuthority(viewer, judged),
    },
  };
}

export type AuthorityFile = { name: string; chain: Buffer[] };

/** The certificates of an authority from its own up to the root, with a name for the file. Throws 404. */
export async function authorityFile(viewer: Viewer, db: Db, id: string): Promise<AuthorityFile> {
  const { rows } = await sql<{ name: string }>`select ca.name from certificate_authority ca
    where ca.id = ${id} and ${visibleAuthorities(viewer)}`.execute(db);
  if (!rows[0]) throw notFound();
  const name = rows[0].name.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  return { name: name || 'authority', chain: await chainOf(db, id) };
}
