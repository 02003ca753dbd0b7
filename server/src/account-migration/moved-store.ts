/**
 * What an account owns, table by table in the order in which rows can be made: what of each moves with it, and what its
 * columns refer to. A test compares this with the tables of the migrated database: each of them moves, or is named in
 * STAYS with the reason.
 */
import { sql, type RawBuilder } from 'kysely';
import { peopleOfNoOther } from '../db/deletion.ts';
import type { Database } from '../db/schema.ts';
import { secretContext } from '../sign-in/oidc/config-store.ts';
import { seedContext } from '../sign-in/second-factor/app-store.ts';
import { samlKeyContext } from '../sign-in/saml/key-store.ts';

/** A row as it is on its way: columns by name, as PostgreSQL writes them. */
export type MovedRow = Readonly<Record<string, string | null>>;

/** What becomes of a row whose column names something that has not come: it comes without it, or not at all. */
export type Reference = { to: string; else: 'null' | 'leave_out'; also?: 'predefined' | 'built_in' | 'partner' };

export type MovedTable = {
  name: keyof Database;
  key: readonly [string, ...string[]];
  /** Its rows of an account, whose id is given; `t` is the alias of the table. */
  of: (account: string) => RawBuilder<boolean>;
  /** Columns that the database keeps by a trigger, and those that mean nothing at another address. */
  skip?: readonly string[];
  /** Sealed under the platform key, and by which context: opened at the source, sealed anew here. */
  sealed?: Readonly<Record<string, (row: MovedRow) => string>>;
  /** Not sealed here, but not for everybody who has the file either: hashes of passwords, tokens, codes. */
  secret?: readonly string[];
  refers: Readonly<Record<string, Reference>>;
  /** Columns that refer to rows which can only come later, or in the same table. */
  late?: readonly string[];
  /** What each row must be, whoever wrote the file. */
  must?: Readonly<Record<string, readonly string[]>>;
  /** Columns with addresses that mail goes to, which takes none that is no address. */
  mailed?: readonly string[];
};

const toAccount: Reference = { to: 'account', else: 'leave_out' };
const toPerson: Reference = { to: 'app_user', else: 'leave_out' };
/** Who did something, where that may be nobody. */
const byPerson: Reference = { to: 'app_user', else: 'null' };
const NOTHING: Reference = { to: '', else: 'null' };

const ofAccount = (account: string): RawBuilder<boolean> => sql<boolean>`t.account_id = ${account}`;
const people = (account: string): RawBuilder<unknown> =>
  sql`(select u.id from app_user u where ${peopleOfNoOther(account)})`;
const ofPeople = (account: string): RawBuilder<boolean> => sql<boolean>`t.user_id in ${people(account)}`;

export const MOVED: readonly MovedTable[] = [
  {
    name: 'account',
    key: ['id'],
    of: (account) => sql<boolean>`t.id = ${account}`,
    skip: ['partner_account_name'],
    refers: { partner_account_id: { to: '', else: 'null', also: 'partner' }, updated_by: byPerson },
    late: ['updated_by'],
    must: { system_account: ['false'], deleted_at: [] },
  },
  {
    name: 'app_user',
    key: ['id'],
    of: (account) => sql<boolean>`t.id in ${people(account)}`,
    // Whoever was invited is invited anew: the link of before opens nothing at the other address. That somebody reads
    // mail to an address is told to other programs, which a platform says on no other platform's word.
    skip: ['owner_account_id', 'invited_at', 'email_proved'],
    secret: ['password_hash'],
    refers: { primary_account_id: toAccount, oauth_client_id: NOTHING, updated_by: byPerson },
    late: ['updated_by'],
    must: { access_scope: ['partner', 'account', 'end_user'], deleted_at: [] },
    mailed: ['email'],
  },
  {
    name: 'role',
    key: ['id'],
    of: (account) => sql<boolean>`t.account_id = ${account} and t.deleted_at is null`,
    refers: { account_id: toAccount, cloned_from_id: { to: 'role', else: 'null' }, updated_by: byPerson },
    late: ['cloned_from_id'],
    must: { predefined: ['false'] },
  },
  {
    name: 'user_account',
    key: ['user_id', 'account_id'],
    of: (account) => sql<boolean>`${ofAccount(account)} and ${ofPeople(account)}`,
    refers: { account_id: toAccount, user_id: toPerson },
  },
  {
    name: 'user_role',
    key: ['user_id', 'role_id'],
    of: ofPeople,
    skip: ['owner_account_id', 'primary_account_id', 'living', 'service_user', 'name'],
    refers: { user_id: toPerson, role_id: { to: 'role', else: 'leave_out', also: 'predefined' } },
  },
  {
    name: 'organization',
    key: ['id'],
    of: ofAccount,
    skip: ['owner_account_id'],
    refers: { account_id: toAccount, updated_by: byPerson },
  },
  {
    name: 'contact',
    key: ['id'],
    of: (account) =>
      sql<boolean>`t.organization_id in (select o.id from organization o where o.account_id = ${account})`,
    refers: { organization_id: { to: 'organization', else: 'leave_out' }, updated_by: byPerson },
  },
  {
    name: 'api_token',
    key: ['id'],
    of: ofPeople,
    secret: ['token_hash'],
    refers: { user_id: toPerson, created_by: byPerson, updated_by: byPerson },
  },
  {
    name: 'account_feature',
    key: ['account_id', 'app_code', 'feature_id'],
    of: ofAccount,
    refers: { account_id: toAccount, updated_by: byPerson },
  },
  {
    name: 'account_package',
    key: ['account_id', 'application_code'],
    of: ofAccount,
    refers: { account_id: toAccount, enabled_by: byPerson },
  },
  { name: 'account_license', key: ['account_id', 'app_code'], of: ofAccount, refers: { account_id: toAccount } },
  {
    name: 'feature_flag',
    // What is switched for one person is between that person and this platform: the account has no part in it.
    key: ['name', 'key'],
    of: (account) => sql<boolean>`t.key = ${account}::text`,
    refers: { key: toAccount },
  },
  {
    name: 'oauth_client',
    key: ['id'],
    of: ofAccount,
    refers: { account_id: toAccount, updated_by: byPerson },
  },
  {
    name: 'oauth_client_secret',
    key: ['id'],
    of: (account) => sql<boolean>`t.client_id in (select c.id from oauth_client c where c.account_id = ${account})`,
    secret: ['secret_hash'],
    refers: { client_id: { to: 'oauth_client', else: 'leave_out' } },
  },
  {
    name: 'signing_client',
    key: ['id'],
    of: ofAccount,
    refers: {
      account_id: toAccount,
      oauth_client_id: { to: 'oauth_client', else: 'leave_out' },
      updated_by: byPerson,
    },
  },
  { name: 'list_setting', key: ['user_id', 'list'], of: ofPeople, refers: { user_id: toPerson } },
  {
    name: 'authenticator_app',
    key: ['id'],
    of: (account) => sql<boolean>`${ofPeople(account)} and t.confirmed_at is not null`,
    sealed: { seed_sealed: ({ id }) => seedContext(id ?? '') },
    refers: { user_id: toPerson },
  },
  {
    name: 'recovery_code',
    key: ['user_id', 'code_hash'],
    of: ofPeople,
    secret: ['code_hash'],
    refers: { user_id: toPerson },
  },
  {
    name: 'saml_config',
    key: ['account_id'],
    of: ofAccount,
    refers: { account_id: toAccount, updated_by: byPerson },
  },
  {
    name: 'saml_certificate',
    key: ['account_id', 'thumb_print'],
    of: ofAccount,
    refers: { account_id: { to: 'saml_config', else: 'leave_out' } },
  },
  {
    name: 'saml_key',
    key: ['id'],
    of: ofAccount,
    sealed: { key_sealed: ({ id }) => samlKeyContext(id ?? '') },
    refers: { account_id: { to: 'saml_config', else: 'leave_out' } },
  },
  {
    name: 'oidc_config',
    key: ['id'],
    of: ofAccount,
    refers: { account_id: toAccount, updated_by: byPerson },
  },
  {
    name: 'oidc_connection',
    key: ['config_id'],
    of: (account) => sql<boolean>`t.config_id in (select c.id from oidc_config c where c.account_id = ${account})`,
    sealed: { secret_sealed: ({ config_id }) => secretContext(config_id ?? '') },
    refers: { config_id: { to: 'oidc_config', else: 'leave_out' } },
  },
  {
    name: 'account_email_domain',
    key: ['account_id', 'name'],
    of: ofAccount,
    refers: { account_id: toAccount, created_by: byPerson },
  },
  {
    name: 'certificate_profile',
    key: ['id'],
    of: ofAccount,
    refers: { account_id: toAccount, updated_by: byPerson },
    must: { built_in: [], cert_type: ['end_entity'] },
  },
  {
    name: 'certificate_template',
    key: ['id'],
    of: ofAccount,
    refers: {
      account_id: toAccount,
      profile_id: { to: 'certificate_profile', else: 'leave_out', also: 'built_in' },
      authority_id: NOTHING,
      updated_by: byPerson,
    },
  },
  {
    name: 'seat',
    key: ['id'],
    of: ofAccount,
    skip: ['owner_account_id'],
    refers: { account_id: toAccount, updated_by: byPerson },
  },
  {
    name: 'certificate',
    key: ['id'],
    of: (account) => sql<boolean>`t.account_id = ${account} and t.cert_type = 'end_entity' and t.state <> 'intended'
      and (t.user_id is null or t.user_id in ${people(account)})`,
    skip: ['owner_account_id'],
    refers: {
      account_id: toAccount,
      authority_id: NOTHING,
      profile_id: { to: 'certificate_profile', else: 'null', also: 'built_in' },
      template_id: { to: 'certificate_template', else: 'null' },
      seat_id: { to: 'seat', else: 'null' },
      user_id: toPerson,
      created_by: byPerson,
      updated_by: byPerson,
      revoked_by: byPerson,
    },
    must: { cert_type: ['end_entity'], state: ['issued', 'revoked'] },
  },
  {
    name: 'enrollment',
    key: ['id'],
    of: (account) => sql<boolean>`t.account_id = ${account} and t.certificate_id is not distinct from (
        select c.id from certificate c where c.id = t.certificate_id and c.account_id = ${account})
      and (t.user_id is null or t.user_id in ${people(account)})`,
    // What was asked of the old key for a renewal is over within minutes; mail stays with who sent it.
    skip: ['owner_account_id', 'challenge_hash', 'challenge_until', 'mail_id'],
    secret: ['code_hash'],
    mailed: ['email'],
    refers: {
      account_id: toAccount,
      seat_id: { to: 'seat', else: 'null' },
      user_id: toPerson,
      template_id: { to: 'certificate_template', else: 'leave_out' },
      certificate_id: { to: 'certificate', else: 'leave_out' },
      renews: { to: 'certificate', else: 'leave_out' },
      created_by: byPerson,
      updated_by: byPerson,
    },
  },
];

const RUNNING = 'it is of sign-ins that are under way, and ends within minutes';
const PAST = 'triggers keep it, of what happens here';
const LEDGER = 'the ledger of a platform adds up by itself; the account is given anew what it was allocated';
const LOG = 'the log of a platform is its own; what it says of the account comes as a file beside';
const AUTHORITY = 'it is of authorities, whose keys leave no platform';
const PLATFORM = 'it is of the platform, and no account’s';
const MOVING = 'it is of accounts on their way';
const TOKEN = 'it is of tokens and codes, which clients get anew at another address';
const BULK = 'plans and runs are of those who made them there';

/** Tables of which nothing moves with an account, and why. */
export const STAYS: Readonly<Record<string, string>> = {
  account_past: PAST,
  app_user_past: PAST,
  feature_flag_past: PAST,
  role_past: PAST,
  user_account_past: PAST,
  user_role_past: PAST,
  administrator: 'triggers keep it, of memberships and roles',
  search_entry: 'triggers keep it, of what can be found',
  row_count: 'it adds up what triggers keep of every list',
  row_count_delta: 'triggers keep it, of the rows of lists',
  session: 'people sign in anew at another address',
  refresh_token: 'it is of sessions',
  known_device: 'browsers prove themselves by a cookie of the other address',
  user_code: RUNNING,
  login_transaction: RUNNING,
  pending_sign_in: RUNNING,
  key_challenge: RUNNING,
  federated_request: RUNNING,
  federated_answer: RUNNING,
  saml_assertion: RUNNING,
  saml_form: RUNNING,
  login_failure: RUNNING,
  second_factor_failure: RUNNING,
  second_factor_reset: 'it lets somebody in without a second factor, by a mail of the other platform',
  rate_window: RUNNING,
  security_key: 'a security key answers to one address alone',
  oauth_artifact: TOKEN,
  oauth_client_told: 'when the log of the other platform last told of a client',
  oauth_consent: 'people are asked anew at another address',
  oauth_signing_key: PLATFORM,
  self_service_link: 'its address is one of the other platform',
  self_service_request: 'it was begun by such a link',
  self_service_code: 'it was begun by such a link',
  sign_in_setup_link: 'its address is one of the other platform',
  ending_snooze: 'what people of the other platform have put off is due again here',
  calendar_feed: 'its address is one of the other platform',
  ending_webhook: 'its secret is one of the other platform',
  mail: 'what was sent stays in the list of who sent it',
  bulk_plan: BULK,
  bulk_row: BULK,
  license_pool: LEDGER,
  license_slot: LEDGER,
  license_move: LEDGER,
  license_entry: LEDGER,
  license_operation: LEDGER,
  license_use: LEDGER,
  platform_license: PLATFORM,
  platform_setting: PLATFORM,
  sealed_key: PLATFORM,
  client_auth_server: PLATFORM,
  audit_receiver: PLATFORM,
  audit_delivery: PLATFORM,
  audit_event: LOG,
  audit_node: LOG,
  audit_checkpoint: LOG,
  certificate_authority: AUTHORITY,
  certificate_revocation_list: AUTHORITY,
  certificate_finding: AUTHORITY,
  ocsp_responder: AUTHORITY,
  account_departure: MOVING,
  account_departure_part: MOVING,
  account_arrival: MOVING,
  account_arrival_part: MOVING,
  account_arrival_row: MOVING,
  account_arrival_history: MOVING,
  schema_migration: PLATFORM,
};

/** A moved table by its name; undefined for what never moves. */
export const movedTable = (name: string): MovedTable | undefined => MOVED.find((table) => table.name === name);

/** What names a row within its table. */
export const keyOf = ({ key }: MovedTable, row: MovedRow): string =>
  key.map((column) => (row[column] ?? '').replaceAll(/[\\/]/g, String.raw`\$&`)).join('/');
