import {
  OAUTH_CLIENT,
  type OAUTH_CLIENT_FILTERS as FILTERS,
  OAUTH_CLIENT_FILTERS,
  type OAUTH_CLIENT_SORT,
} from '@signet/contract/areas/oauth-client-record';
import {
  whyNotDeleteOauthClient,
  whyNotEditOauthClient,
  whyNotRegenerateSecret,
  whyNotSwitchOauthClient,
} from '@signet/contract/areas/oauth-client-rules';
import type { OauthClient, OauthClientQuery } from '@signet/contract/areas/oauth-clients';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { changeRecord, deleteRecord, type Changed, type Deleted, type RecordKind } from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { visibleOauthClients } from '../../sight.ts';

type Listed = 'authentication' | 'grant_types' | 'scopes';
type Told = 'accountId' | 'clientId' | 'dtaClient' | 'account_name' | 'updated_by_name' | 'secrets' | 'signing_clients';
type Row = Omit<Selected<typeof OAUTH_CLIENT, MemberName<typeof OAUTH_CLIENT>>, Listed> &
  Pick<OauthClient, Listed | Told> & { enabled: boolean; createdDate: Date };

const FROM = sql`oauth_client c`;
const JOINS = sql`join account a on a.id = c.account_id`;
const STORED = `YYYY-MM-DD HH24:MI:SS`;
const columnsFor = (viewer: Viewer, now: Date) => sql`${selected('c', memberNames(OAUTH_CLIENT))},
  c.account_id as "accountId", c.client_id as "clientId", c.enabled, c.dta_client as "dtaClient",
  c.created_at as "createdDate", a.name as account_name, ${savedByName(viewer, 'c')} as updated_by_name,
  (select count(*)::int from signing_client link where link.oauth_client_id = c.id) as signing_clients,
  coalesce((select jsonb_agg(jsonb_build_object('last_four', s.last_four,
      'created_at', to_char(s.created_at at time zone 'UTC', ${STORED}),
      'expires_at', to_char(s.expires_at at time zone 'UTC', ${STORED})) order by s.expires_at desc nulls first)
    from oauth_client_secret s
    where s.client_id = c.id and (s.expires_at is null or s.expires_at > ${now})), '[]') as secrets`;

const answer =
  (viewer: Viewer) =>
  ({ enabled, ...row }: Row): OauthClient => {
    const one = { ...answered(row), status: enabled ? ('ENABLED' as const) : ('DISABLED' as const) };
    const why_not = {
      edit: whyNotEditOauthClient(viewer, one),
      regenerate: whyNotRegenerateSecret(viewer, one),
      enable: whyNotSwitchOauthClient(viewer, one, true),
      disable: whyNotSwitchOauthClient(viewer, one, false),
      delete: whyNotDeleteOauthClient(viewer, one),
    };
    return { ...one, why_not };
  };

const CONDITIONS: FilterConditions<typeof FILTERS> = {
  name: (text) => contains(sql`folded(c.name)`, text),
};

const SORTS = {
  name: sql`c.name collate "und-x-icu"`,
  created_at: sql`c.created_at`,
  last_used_at: sql`coalesce(c.last_used_at, '-infinity')`,
} satisfies Record<(typeof OAUTH_CLIENT_SORT)[number], unknown>;

/** The id of the account named, of the platform's own for null. Throws 404 for one that the viewer does not see. */
export async function requireAccount(viewer: Viewer, db: Db, named: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`select a.id from account a
    where ${named === null ? sql`a.system_account` : sql`a.id = ${named}`}
      and ${visibleOauthClients(viewer)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0].id;
}

/** One page of the clients of an account, or of the platform's own. Throws 404. */
export async function listClients(
  viewer: Viewer,
  db: Db,
  named: string | null,
  query: OauthClientQuery,
  now: Date,
): Promise<ListOf<OauthClient>> {
  const accountId = await requireAccount(viewer, db, named);
  const list = listQuery(
    {
      from: FROM,
      id: sql`c.id`,
      columns: columnsFor(viewer, now),
      joins: JOINS,
      row: answer(viewer),
      // The viewer sees all of an account that it sees.
      visible: sql<boolean>`c.account_id = ${accountId}`,
      filters: OAUTH_CLIENT_FILTERS,
      conditions: CONDITIONS,
      sorts: SORTS,
      defaultSort: 'name:asc',
      ties: 'name',
      ownedByFew: true,
    },
    query,
  );
  return listPage(db, query, list);
}

/** Throws 404; with `lock` the client stays as it is until the transaction ends. */
export async function readClient(
  viewer: Viewer,
  db: Db,
  id: string,
  { lock = false, now }: { lock?: boolean; now: Date },
): Promise<OauthClient> {
  const { rows } = await sql<Row>`select ${columnsFor(viewer, now)} from ${FROM} ${JOINS}
    where c.id = ${id} and ${visibleOauthClients(viewer)} ${lock ? sql`for update of c` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return answer(viewer)(rows[0]);
}

export const KIND: RecordKind<'oauth_client', string, OauthClient> = {
  table: 'oauth_client',
  columns: OAUTH_CLIENT,
  read: readClient,
  stored: (one) => ({
    ...one,
    account_id: one.accountId,
    client_id: one.clientId,
    enabled: one.status === 'ENABLED',
  }),
  name: (one) => one.name,
  account: (one) => one.accountId,
  uniqueIndexes: { oauth_client_name: { field: 'name', status: 'OAUTH_CLIENT_NAME_EXISTS' } },
};

/** Enables or disables it. Throws 404, and the reason of the rule. */
export const switchClient = (
  viewer: Viewer,
  tx: Db,
  id: string,
  enabled: boolean,
  now: Date,
): Promise<Changed<OauthClient>> =>
  changeRecord(KIND, viewer, tx, id, {
    now,
    whyNot: (before) => whyNotSwitchOauthClient(viewer, before, enabled),
    set: () => ({ enabled }),
  });

/** Deletes it with its secrets. Throws 404, and the reason of the rule. */
export const deleteClient = (viewer: Viewer, tx: Db, id: string, now: Date): Promise<Deleted<OauthClient>> =>
  deleteRecord(KIND, viewer, tx, id, {
    now,
    whyNot: (before) => whyNotDeleteOauthClient(viewer, before),
  });
