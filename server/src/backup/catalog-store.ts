/** What the database itself says of its tables. */
import pg from 'pg';

export type StoredTable = {
  name: string;
  /** Those that hold what was written: none that is generated of others. */
  columns: { name: string; type: string }[];
  /** What rows are read from, and their order, as SQL: two databases with the same rows agree. */
  source: string;
};

const quote = (name: string): string => pg.escapeIdentifier(name);

/** The rows of a table in the order of backups, as SQL: of all its columns, or of these. */
export const rowsQuery = ({ columns, source }: StoredTable, names = columns.map(({ name }) => name)): string =>
  `select ${names.map(quote).join(', ')} from ${source}`;

type Row = { name: string; column: string; type: string; key: number | null; text: boolean };

/**
 * The tables of the platform, by name. An extension's are none of ours. Their order is that of the primary key, in
 * which texts go by their bytes: how letters follow each other differs between servers.
 */
export async function storedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<Row>(
    `select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
       array_position(i.indkey::int2[], a.attnum) as key, t.typcollation <> 0 as text
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     join pg_type t on t.oid = a.atttypid
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C", a.attnum`,
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
    source: `public.${quote(name)} order by ${orderOf(name, columns)}`,
  }));
}

function orderOf(name: string, columns: Row[]): string {
  const key = columns
    .filter((column) => column.key !== null)
    .toSorted((one, other) => (one.key ?? 0) - (other.key ?? 0))
    .map(({ column, text }) => `${quote(column)}${text ? ' collate "C"' : ''}`);
  return key.length > 0 ? key.join(', ') : `${quote(name)}::text collate "C"`;
}

/**
 * The jobs that wait or were given up, as they can be asked for anew: under the name of no table of the platform. One
 * that is in hand waits by then, and has a try left: its last one comes to no end there.
 */
export const JOBS: StoredTable = {
  name: 'graphile_worker_job',
  columns: [
    { name: 'identifier', type: 'text' },
    { name: 'payload', type: 'json' },
    { name: 'queue_name', type: 'text' },
    { name: 'run_at', type: 'timestamp with time zone' },
    { name: 'max_attempts', type: 'smallint' },
    { name: 'key', type: 'text' },
    { name: 'priority', type: 'smallint' },
    { name: 'flags', type: 'jsonb' },
    { name: 'attempts', type: 'smallint' },
  ],
  source: `(select j.id, t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority, j.flags,
      case when j.locked_at is null then j.attempts else least(j.attempts, j.max_attempts - 1)::smallint end as attempts
    from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id) job order by job.id`,
};

export type Server = { version: string; encoding: string; at: string };

/** What kind of server it is, and the moment of its snapshot. */
export async function serverOf(client: pg.ClientBase): Promise<Server> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  if (!rows[0]) throw new Error('The database did not say what it is.');
  return rows[0];
}
