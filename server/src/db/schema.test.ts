import type { Selectable } from 'kysely';
import { expect, test } from 'vitest';
import { CONTACT_FIELDS, ORGANIZATION_FIELDS } from '@signet/contract/areas/organizations';
import { createDatabase } from '../testing/database.ts';
import { openDatabase } from './open.ts';
import type { Database } from './schema.ts';

/** Fields of the contract that are columns of the same name. */
const filledIn = <F extends string>(fields: readonly F[]): Record<F, 'set'> =>
  Object.fromEntries(fields.map((field) => [field, 'set'])) as Record<F, 'set'>;

/**
 * Every column with its nullability. The compiler holds it against schema.ts, the test against the migrated database.
 */
const COLUMNS: {
  [T in keyof Database]: {
    [C in keyof Selectable<Database[T]>]: null extends Selectable<Database[T]>[C] ? 'null' : 'set';
  };
} = {
  account: {
    id: 'set',
    name: 'set',
    name_folded: 'set',
    partner_account_name: 'null',
    partner_since: 'null',
    owner_account_id: 'set',
    display_name: 'set',
    friendly_identifier: 'set',
    active: 'set',
    service_from: 'set',
    service_to: 'null',
    locale: 'set',
    type: 'set',
    partner_account_id: 'null',
    system_account: 'set',
    dta_enabled: 'set',
    license_version: 'set',
    federated_account_id: 'null',
    federated_account_name: 'null',
    federated_account_details_url: 'null',
    federation_status: 'null',
    allow_user_creation_via_sso: 'set',
    version: 'set',
    updated_by: 'null',
    created_at: 'set',
    updated_at: 'set',
    deleted_at: 'null',
  },
  app_user: {
    id: 'set',
    user_name: 'set',
    email: 'set',
    first_name: 'set',
    last_name: 'set',
    phone: 'set',
    locale: 'set',
    date_format: 'null',
    access_scope: 'set',
    primary_account_id: 'null',
    service_user: 'set',
    active: 'set',
    verified_at: 'null',
    password_hash: 'null',
    agreement_accepted_at: 'null',
    agreement_locale: 'null',
    aliases: 'set',
    onelogin_id: 'null',
    onelogin_url: 'null',
    saml_username: 'null',
    oidc_username: 'null',
    created_at: 'set',
    updated_at: 'set',
    deleted_at: 'null',
  },
  audit_checkpoint: {
    tree_size: 'set',
    root_hash: 'set',
    note: 'set',
    at: 'set',
  },
  audit_event: {
    id: 'set',
    at: 'set',
    action: 'set',
    resource_type: 'set',
    resource_id: 'null',
    resource_name: 'null',
    account_id: 'null',
    actor_id: 'null',
    actor_name: 'null',
    actor_scope: 'null',
    actor_via: 'set',
    ip: 'null',
    user_agent: 'null',
    correlation_id: 'null',
    result: 'set',
    message: 'null',
    before: 'null',
    after: 'null',
    leaf_hash: 'set',
    tree_index: 'null',
  },
  audit_node: {
    level: 'set',
    index: 'set',
    hash: 'set',
  },
  feature_flag: {
    name: 'set',
    key: 'set',
    enabled: 'set',
    updated_at: 'set',
  },
  contact: {
    ...filledIn(CONTACT_FIELDS),
    id: 'set',
    organization_id: 'set',
    version: 'set',
    created_at: 'set',
    updated_at: 'set',
    updated_by: 'null',
  },
  list_setting: {
    user_id: 'set',
    list: 'set',
    value: 'set',
    updated_at: 'set',
  },
  organization: {
    ...filledIn(ORGANIZATION_FIELDS),
    id: 'set',
    account_id: 'set',
    name_folded: 'set',
    owner_account_id: 'null',
    version: 'set',
    created_at: 'set',
    updated_at: 'set',
    updated_by: 'null',
  },
  login_failure: {
    id: 'set',
    user_name: 'set',
    at: 'set',
  },
  login_transaction: {
    state_hash: 'set',
    user_name: 'set',
    locale: 'set',
    created_at: 'set',
    expires_at: 'set',
  },
  mail: {
    id: 'set',
    created_at: 'set',
    sent_at: 'null',
    recipient: 'set',
    subject: 'set',
    body_sealed: 'null',
    kind: 'set',
    locale: 'set',
    user_id: 'null',
    status: 'set',
    attempts: 'set',
    error: 'null',
  },
  platform_license: {
    id: 'set',
    body: 'set',
    installed_at: 'set',
    installed_by: 'null',
  },
  platform_setting: {
    name: 'set',
    value: 'set',
    updated_at: 'set',
  },
  rate_window: {
    bucket: 'set',
    window_start: 'set',
    hits: 'set',
  },
  refresh_token: {
    token_hash: 'set',
    session_id: 'set',
    issued_at: 'set',
    expires_at: 'set',
    used_at: 'null',
    successor_sealed: 'null',
  },
  role: {
    id: 'set',
    app_code: 'set',
    name: 'set',
    description: 'set',
    icon: 'null',
    account_id: 'null',
    predefined: 'set',
    permissions: 'set',
    created_at: 'set',
    archived_at: 'null',
  },
  sealed_key: {
    name: 'set',
    sealed: 'set',
    public: 'set',
    created_at: 'set',
  },
  search_entry: {
    id: 'set',
    kind: 'set',
    account_id: 'null',
    owner_account_id: 'null',
    begins: 'set',
    named: 'set',
    holds: 'set',
    sampled: 'set',
  },
  session: {
    id: 'set',
    user_id: 'set',
    created_at: 'set',
    last_used_at: 'set',
    expires_at: 'set',
    ip: 'set',
    user_agent: 'set',
    ended_at: 'null',
    ended_reason: 'null',
  },
  user_account: {
    user_id: 'set',
    account_id: 'set',
  },
  user_code: {
    code_hash: 'set',
    user_id: 'set',
    purpose: 'set',
    state_hash: 'null',
    created_at: 'set',
    expires_at: 'set',
    used_at: 'null',
  },
  user_role: {
    user_id: 'set',
    role_id: 'set',
  },
};

test('the typed tables are the tables of the migrated database, column by column', async () => {
  const database = await createDatabase();
  const { pool, close } = openDatabase(database.connection, 1);
  const { rows } = await pool.query<{ name: string; columns: Record<string, string> }>(`
    select table_name as name, json_object_agg(column_name, case is_nullable when 'YES' then 'null' else 'set' end) as columns
    from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration' group by table_name`);
  await close();
  await database.drop();
  expect(Object.fromEntries(rows.map((row) => [row.name, row.columns]))).toEqual(COLUMNS);
});
