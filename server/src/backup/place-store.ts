/** Where a backup is restored to: a database with nothing in it, and how it is held until it is finished. */
import type pg from 'pg';
import { UNFINISHED_RESTORE } from '../db/migrate.ts';

/** What stands in a database. */
export type Place =
  | { is: 'empty' }
  /** A restore that was cut off: of which backup, and whether its rows are in. */
  | { is: 'unfinished'; sha256: string; loaded: boolean }
  /** Somebody's: what is there, for a person. */
  | { is: 'used'; what: string };

/** Everything of ours or of anybody's, but for what extensions have brought. */
const THINGS = `
  select c.oid, c.relname as name, case when c.relkind = 'v' then 'view' else 'table' end as kind,
    c.oid::regclass::text as called
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  union all
  select p.oid, p.proname, 'routine', p.oid::regprocedure::text
  from pg_proc p where p.pronamespace = 'public'::regnamespace`;
const OWN_THINGS = `select thing.* from (${THINGS}) thing
  where not exists (select from pg_depend d where d.objid = thing.oid and d.deptype = 'e')`;

type Thing = { name: string; kind: string; called: string };

/** Looks, and changes nothing. */
export async function findPlace(client: pg.ClientBase): Promise<Place> {
  const { rows: things } = await client.query<Thing>(OWN_THINGS);
  const { rows: schemas } = await client.query("select from pg_namespace where nspname = 'graphile_worker'");
  if (things.length === 0 && schemas.length === 0) return { is: 'empty' };
  if (things.some(({ name }) => name === UNFINISHED_RESTORE)) {
    const { rows } = await client.query<{ sha256: string; loaded: boolean }>(
      `select sha256, loaded from ${UNFINISHED_RESTORE}`,
    );
    return { is: 'unfinished', sha256: rows[0]?.sha256 ?? '', loaded: rows[0]?.loaded ?? false };
  }
  const tables = things.filter(({ kind }) => kind === 'table').map(({ name }) => name);
  return { is: 'used', what: (await platformIn(client, tables)) ?? othersIn(tables) };
}

async function platformIn(client: pg.ClientBase, tables: string[]): Promise<string | null> {
  if (!['account', 'app_user', 'audit_event', 'schema_migration'].every((name) => tables.includes(name))) return null;
  const { rows } = await client.query<{ accounts: string; people: string; events: string }>(
    `select (select count(*) from account where deleted_at is null) as accounts,
       (select count(*) from app_user where deleted_at is null) as people,
       (select count(*) from audit_event) as events`,
  );
  const { accounts = '0', people = '0', events = '0' } = rows[0] ?? {};
  return `a platform with ${accounts} accounts, ${people} people and ${events} events in its audit log`;
}

function othersIn(tables: string[]): string {
  const named = tables.slice(0, 5).join(', ');
  return tables.length === 0 ? 'something that is no table' : `tables (${named}${tables.length > 5 ? ', …' : ''})`;
}

/**
 * Marks the database, so that no platform is started on it before it is finished. Takes away what a former try left.
 */
export async function beginRestore(client: pg.ClientBase, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    const { rows } = await client.query<Thing>(OWN_THINGS);
    for (const { kind, called } of rows) await client.query(`drop ${kind} if exists ${called} cascade`);
    await client.query('drop schema if exists graphile_worker cascade');
    await client.query(
      `create table ${UNFINISHED_RESTORE} (sha256 text not null, loaded boolean not null, begun_at timestamptz)`,
    );
    await client.query(`insert into ${UNFINISHED_RESTORE} values ($1, false, now())`, [sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** In the transaction that brings the rows: they are in. */
export const rowsAreIn = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query(`update ${UNFINISHED_RESTORE} set loaded = true`));
