import type { Column, Columns } from '@signet/contract/record';
import { RECORDS } from '@signet/contract/records';
import type { Insertable, Selectable } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { openDatabase } from './open.ts';
import type { Database } from './schema.ts';

/** PostgreSQL's name of the type that the driver reads as this one. */
type TypeOf<Value> = Value extends Date
  ? 'timestamptz'
  : Value extends Uint8Array
    ? 'bytea'
    : Value extends readonly string[]
      ? 'text[]'
      : Value extends string
        ? 'text' | 'uuid' | 'date' | 'int8'
        : Value extends number
          ? 'int4' | 'int2'
          : Value extends boolean
            ? 'bool'
            : 'jsonb';
/** Whether it may be null, and else whether an insert may leave it to the database. */
type MayBe<Table, C extends keyof Selectable<Table>> = null extends Selectable<Table>[C]
  ? ' null'
  : C extends keyof Insertable<Table>
    ? undefined extends Insertable<Table>[C]
      ? ' default'
      : ''
    : ' generated';
type Spelled<Table> = {
  [C in keyof Selectable<Table>]: `${TypeOf<NonNullable<Selectable<Table>[C]>>}${MayBe<Table, C>}`;
};

/** The same of a declared record. */
const TYPES = {
  id: 'uuid',
  text: 'text',
  choice: 'text',
  day: 'date',
  instant: 'timestamptz',
  integer: 'int4',
  boolean: 'bool',
  texts: 'text[]',
} as const satisfies Record<Column['type'], string>;
const spelled = (columns: Columns): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, nullable, from }]) => [
      name,
      `${TYPES[type]}${nullable ? ' null' : from ? ` ${from}` : ''}`,
    ]),
  );

/**
 * Every column that no declaration describes. The compiler holds them against schema.ts, the test against the database.
 */
const COLUMNS: { [T in Exclude<keyof Database, Lowercase<keyof typeof RECORDS>>]: Spelled<Database[T]> } = {
  app_user: {
    id: 'uuid',
    user_name: 'text',
    email: 'text',
    first_name: 'text',
    last_name: 'text',
    phone: 'text default',
    locale: 'text default',
    date_format: 'text null',
    access_scope: 'text',
    primary_account_id: 'uuid null',
    service_user: 'bool default',
    active: 'bool default',
    verified_at: 'timestamptz null',
    password_hash: 'text null',
    agreement_accepted_at: 'timestamptz null',
    agreement_locale: 'text null',
    aliases: 'jsonb default',
    onelogin_id: 'text null',
    onelogin_url: 'text null',
    saml_username: 'text null',
    oidc_username: 'text null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    deleted_at: 'timestamptz null',
  },
  audit_checkpoint: {
    tree_size: 'int8',
    root_hash: 'bytea',
    note: 'text',
    at: 'timestamptz',
  },
  audit_event: {
    id: 'uuid',
    at: 'timestamptz',
    action: 'text',
    resource_type: 'text',
    resource_id: 'text null',
    resource_name: 'text null',
    account_id: 'uuid null',
    actor_id: 'uuid null',
    actor_name: 'text null',
    actor_scope: 'text null',
    actor_via: 'text',
    ip: 'text null',
    user_agent: 'text null',
    correlation_id: 'text null',
    result: 'text',
    message: 'text null',
    before: 'jsonb null',
    after: 'jsonb null',
    leaf_hash: 'bytea',
    mac: 'bytea null',
    refused_at: 'timestamptz null',
    tree_index: 'int8 null',
  },
  audit_node: {
    level: 'int2',
    index: 'int8',
    hash: 'bytea',
  },
  feature_flag: {
    name: 'text',
    key: 'text default',
    enabled: 'bool',
    updated_at: 'timestamptz',
  },
  bulk_plan: {
    id: 'uuid',
    made_by: 'uuid',
    act: 'text',
    input: 'jsonb null',
    filters: 'jsonb null',
    undoes: 'uuid null',
    effects: 'jsonb',
    typed: 'bool',
    made_at: 'timestamptz',
    expires_at: 'timestamptz',
    run_by: 'jsonb null',
    started_at: 'timestamptz null',
    stop_asked_at: 'timestamptz null',
    ended_at: 'timestamptz null',
  },
  bulk_row: {
    plan_id: 'uuid',
    position: 'int4',
    target_id: 'uuid',
    name: 'text',
    version: 'int4',
    verdict: 'text',
    reason: 'jsonb null',
    input: 'jsonb null',
    outcome: 'text null',
    outcome_reason: 'jsonb null',
    undo_input: 'jsonb null',
    done_version: 'int4 null',
  },
  list_setting: {
    user_id: 'uuid',
    list: 'text',
    value: 'jsonb',
    updated_at: 'timestamptz',
  },
  known_device: {
    user_id: 'uuid',
    device_hash: 'bytea',
    signed_in_at: 'timestamptz',
  },
  login_failure: {
    id: 'uuid',
    user_name: 'text',
    device_hash: 'bytea null',
    at: 'timestamptz',
  },
  login_transaction: {
    state_hash: 'bytea',
    user_name: 'text',
    locale: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  mail: {
    id: 'uuid',
    created_at: 'timestamptz',
    sent_at: 'timestamptz null',
    recipient: 'text',
    subject: 'text',
    body_sealed: 'bytea null',
    kind: 'text',
    locale: 'text',
    user_id: 'uuid null',
    status: 'text',
    attempts: 'int4 default',
    error: 'text null',
  },
  platform_license: {
    id: 'uuid',
    body: 'text',
    installed_at: 'timestamptz',
    installed_by: 'uuid null',
  },
  platform_setting: {
    name: 'text',
    value: 'jsonb',
    updated_at: 'timestamptz',
  },
  rate_window: {
    bucket: 'text',
    window_start: 'timestamptz',
    hits: 'int4',
  },
  refresh_token: {
    token_hash: 'bytea',
    session_id: 'uuid',
    issued_at: 'timestamptz',
    expires_at: 'timestamptz',
    used_at: 'timestamptz null',
    successor_sealed: 'bytea null',
  },
  role: {
    id: 'uuid',
    app_code: 'text',
    name: 'text',
    description: 'text default',
    icon: 'text null',
    account_id: 'uuid null',
    predefined: 'bool default',
    permissions: 'text[]',
    created_at: 'timestamptz',
    archived_at: 'timestamptz null',
  },
  sealed_key: {
    name: 'text',
    sealed: 'bytea',
    public: 'bytea',
    created_at: 'timestamptz',
  },
  search_entry: {
    id: 'uuid',
    kind: 'text',
    account_id: 'uuid null',
    owner_account_id: 'uuid null',
    begins: 'text',
    named: 'text',
    holds: 'text',
    sampled: 'bool generated',
  },
  session: {
    id: 'uuid',
    user_id: 'uuid',
    created_at: 'timestamptz',
    last_used_at: 'timestamptz',
    expires_at: 'timestamptz',
    ip: 'text',
    user_agent: 'text',
    ended_at: 'timestamptz null',
    ended_reason: 'text null',
  },
  user_account: {
    user_id: 'uuid',
    account_id: 'uuid',
  },
  user_code: {
    code_hash: 'bytea',
    user_id: 'uuid',
    purpose: 'text',
    state_hash: 'bytea null',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    used_at: 'timestamptz null',
  },
  user_role: {
    user_id: 'uuid',
    role_id: 'uuid',
  },
};

test('the typed tables are those of the migrated database: type, nullability and default of each column', async () => {
  const database = await createDatabase();
  const { pool, close } = openDatabase(database.connection, 1);
  const { rows } = await pool.query<{ name: string; columns: Record<string, string> }>(`
    select table_name as name, json_object_agg(column_name, regexp_replace(udt_name, '^_(.*)', '\\1[]') || case
      when is_nullable = 'YES' then ' null'
      when is_generated = 'ALWAYS' then ' generated'
      when column_default is not null then ' default'
      else '' end) as columns
    from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration'
    group by table_name`);
  await close();
  await database.drop();
  const declared = Object.entries(RECORDS).map(([name, columns]) => [name.toLowerCase(), spelled(columns)]);
  expect(Object.fromEntries(rows.map((row) => [row.name, row.columns]))).toEqual({
    ...COLUMNS,
    ...Object.fromEntries(declared),
  });
});
