/**
 * Every column that refers to an account or a person, and what their deletion does to it. Accounts and people are
 * marked deleted and stay as rows, so a column may go on naming them. deletion.ts carries this out; a test compares it
 * with the foreign keys of the migrated database. A new table adds a line for each such column.
 */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from './schema.ts';

/** `table.column` of the database. */
export type Column = {
  [T in keyof Database]: `${T}.${keyof Selectable<Database[T]> & string}`;
}[keyof Database];

/** What the audit log counts of a deletion, since it may be very much: the events of the deleted say how many ended. */
export type Counted = 'certificates_revoked' | 'enrollments_canceled';
type Told = {
  as: Counted;
  /** Which of the rows count. */
  which: RawBuilder<boolean>;
};

/** What becomes of the rows whose column names what is deleted. */
export type Consequence =
  /** They are deleted with it; `many` where an account may have very many. */
  | { is: 'deleted'; many?: true; told?: Told }
  /** They stay, and name nobody: the column becomes null. */
  | { is: 'detached' }
  /**
   * They stay and are over: these columns are set, where `open` holds. Rows whose column `parts` names them go, and so
   * do those for which `gone` holds, of which none is open.
   */
  | {
      is: 'ended';
      set: (now: Date) => RawBuilder<unknown>;
      open: RawBuilder<boolean>;
      parts?: Column;
      gone?: RawBuilder<boolean>;
      many?: true;
      told?: Told;
    }
  /** They stay with somebody else: the statement that gives them away, for the ids of what somebody deletes. */
  | { is: 'handed on'; by: (ids: readonly string[], now: Date, deletedBy: string) => RawBuilder<unknown> }
  /** They stay as they are, for this reason. */
  | { is: 'kept'; why: string }
  /** The database itself keeps the column, by a trigger or a generated column. */
  | { is: 'followed' };

export type References = Partial<Record<Column, Consequence>>;

const deleted: Consequence = { is: 'deleted' };
const manyDeleted: Consequence = { is: 'deleted', many: true };
const followed: Consequence = { is: 'followed' };
const kept = (why: string): Consequence => ({ is: 'kept', why });

const EVIDENCE = 'what happened stays told';
const SAVED_BY = 'who saved it stays named';

/**
 * SQL for the ids of the living accounts of a person but some; `person` is the alias of app_user in the query,
 * `accounts` those, a list or a subquery in parentheses.
 */
export const otherAccountsOf = (person: string, accounts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select other.account_id from user_account other join account living on living.id = other.account_id
  where other.user_id = ${sql.ref(`${person}.id`)} and other.account_id not in ${accounts}
    and living.deleted_at is null`;

/**
 * SQL for the accounts that somebody `u` goes on with once these are deleted: those that they can belong to first then.
 */
export const heirsOf = (accounts: RawBuilder<unknown>): RawBuilder<unknown> => sql`${otherAccountsOf('u', accounts)}
  and (u.access_scope <> 'partner' or living.type = 'partner')`;

/** Nobody is left whom it could stand for, or who could release it from a hold. Its authority's next list has it. */
export const REVOKED_WITH_OWNER = {
  is: 'ended',
  set: (now) => sql`state = 'revoked', revoked_at = ${now}, revocation_reason = 'cessationOfOperation'`,
  open: sql<boolean>`(state = 'issued' or state = 'revoked' and revocation_reason = 'certificateHold')
    and cert_type = 'end_entity' and authority_id is not null`,
} satisfies Consequence;
const REVOKED: Told = { as: 'certificates_revoked', which: REVOKED_WITH_OWNER.open };

const OPEN_ENROLLMENT = sql<boolean>`stage in ('invited', 'generated')`;
const CANCELED: Told = { as: 'enrollments_canceled', which: OPEN_ENROLLMENT };

/** The people of an account who belong to no other are deleted with it, before any of this. */
export const TO_ACCOUNT: References = {
  'account.partner_account_id': kept('a partner with customers is not deleted; customers deleted before it name it'),
  'organization.account_id': manyDeleted,
  'administrator.account_id': manyDeleted,
  'account_feature.account_id': deleted,
  'account_package.account_id': deleted,
  'user_account.account_id': kept(
    'that somebody belonged to it; what is asked of memberships is asked of living accounts',
  ),
  // Partner scope looks after the customers of its first account: to another partner or to none, and then it is over.
  // Certificates and enrollments of people go with them.
  'app_user.primary_account_id': {
    is: 'handed on',
    by: (ids, now, deletedBy) => sql`
      with handed as (
        update app_user u set updated_at = ${now}, updated_by = ${deletedBy}, primary_account_id = coalesce((
          ${heirsOf(sql`(u.primary_account_id)`)} order by other.account_id limit 1), u.primary_account_id)
        where u.primary_account_id = any(${ids}) and u.deleted_at is null and u.access_scope <> 'system'
        returning u.id, u.primary_account_id as account_id
      ), enrolled as (
        update enrollment e set account_id = h.account_id from handed h
        where e.user_id = h.id and e.account_id <> h.account_id
      )
      update certificate c set account_id = h.account_id from handed h
      where c.user_id = h.id and c.account_id is distinct from h.account_id`,
  },
  'user_account_past.account_id': followed,
  'account_past.account_id': followed,
  'license_pool.account_id': kept('what it held was given back before, and its entries tell of it'),
  'license_use.account_id': kept('that it was used; it was given back before'),
  'license_operation.account_id': kept('an operation sent again is one, also where the account is gone by now'),
  'account_license.account_id': deleted,
  'role.account_id': {
    is: 'ended',
    set: (now) => sql`deleted_at = ${now}, archived_at = coalesce(archived_at, ${now})`,
    open: sql<boolean>`deleted_at is null`,
  },
  'self_service_link.account_id': deleted,
  'sign_in_setup_link.account_id': deleted,
  'certificate_profile.account_id': {
    is: 'ended',
    set: (now) => sql`archived_at = ${now}`,
    open: sql<boolean>`archived_at is null`,
  },
  // What it has signed can still be asked about: lists and answers go on until they have ended.
  'certificate_authority.account_id': {
    is: 'ended',
    set: (now) => sql`state = 'retired', updated_at = ${now}`,
    open: sql<boolean>`state = 'active'`,
  },
  // With all else that the end of its account changes of it: a certificate stands in many indexes, and each time that
  // it is written takes as long. Those that are over already lose their seat and their owner, too.
  'certificate.account_id': {
    is: 'ended',
    set: (now) => sql`
      state = case when ${REVOKED_WITH_OWNER.open} then 'revoked' else state end,
      revoked_at = case when ${REVOKED_WITH_OWNER.open} then ${now}::timestamptz else revoked_at end,
      revocation_reason = case when ${REVOKED_WITH_OWNER.open} then 'cessationOfOperation' else revocation_reason end,
      seat_id = null, owner_account_id = null`,
    open: sql<boolean>`(owner_account_id is not null or ${REVOKED_WITH_OWNER.open})`,
    many: true,
    told: REVOKED,
  },
  // Where it went stays told; a file that lies ready has the hashes of passwords.
  'account_departure.account_id': {
    is: 'ended',
    set: () => sql`state = 'revoked', code_sealed = null`,
    open: sql<boolean>`state in ('making', 'ready')`,
    parts: 'account_departure_part.departure_id',
  },
  // Before its seats, which it names.
  'enrollment.account_id': { is: 'deleted', many: true, told: CANCELED },
  'seat.account_id': manyDeleted,
  'federated_request.account_id': deleted,
  'login_transaction.account_id': deleted,
  'federated_answer.account_id': deleted,
  'saml_config.account_id': deleted,
  'saml_assertion.account_id': deleted,
  'oidc_config.account_id': deleted,
  // Before clients, which it names.
  'signing_client.account_id': deleted,
  'oauth_client.account_id': deleted,
  'account_email_domain.account_id': deleted,
  'ending_snooze.account_id': deleted,
  'certificate_template.account_id': {
    is: 'ended',
    set: (now) => sql`archived_at = ${now}`,
    open: sql<boolean>`archived_at is null`,
  },
};

/** Columns without a foreign key that hold the id of an account. */
export const TO_ACCOUNT_UNCHECKED: References = {
  'account.owner_account_id': followed,
  'organization.owner_account_id': followed,
  'app_user.owner_account_id': followed,
  'user_role.owner_account_id': followed,
  'user_role.primary_account_id': followed,
  'certificate.owner_account_id': followed,
  'seat.owner_account_id': followed,
  'enrollment.owner_account_id': followed,
  'search_entry.id': followed,
  'search_entry.account_id': followed,
  'search_entry.owner_account_id': followed,
  'row_count_delta.account_id': followed,
  'row_count_delta.owner_account_id': followed,
  'row_count.account_id': followed,
  'row_count.owner_account_id': followed,
  'feature_flag.key': kept('a switch for a deleted account is listed nowhere and switches nothing'),
  'feature_flag_past.key': followed,
  'app_user_past.primary_account_id': followed,
  'bulk_row.target_id': kept('a run tells what came of each row, until it is swept'),
  'license_use.subject_id': kept('that it counted; what it used is given back with all that it holds'),
  'account_arrival.account_id': kept(EVIDENCE),
  'audit_event.account_id': kept(EVIDENCE),
  'audit_event.resource_id': kept(EVIDENCE),
};

export const TO_PERSON: References = {
  'account.updated_by': kept(SAVED_BY),
  'app_user.updated_by': kept(SAVED_BY),
  'administrator.user_id': deleted,
  'organization.updated_by': kept(SAVED_BY),
  'contact.updated_by': kept(SAVED_BY),
  'account_feature.updated_by': kept(SAVED_BY),
  'account_departure.made_by': kept(EVIDENCE),
  'account_arrival.made_by': kept(EVIDENCE),
  'audit_receiver.updated_by': kept(SAVED_BY),
  'account_package.enabled_by': kept(SAVED_BY),
  'role.updated_by': kept(SAVED_BY),
  'user_account.user_id': kept('that the person belonged to the account'),
  'user_role.user_id': kept('what the person was allowed to do'),
  'user_account_past.user_id': followed,
  'user_role_past.user_id': followed,
  'app_user_past.user_id': followed,
  'api_token.user_id': deleted,
  'api_token.created_by': kept('who made it stays named'),
  'api_token.updated_by': kept(SAVED_BY),
  'session.user_id': {
    is: 'ended',
    set: (now) => sql`ended_at = ${now}, ended_reason = 'disabled'`,
    open: sql<boolean>`ended_at is null`,
  },
  'user_code.user_id': deleted,
  'federated_request.trial_by': deleted,
  'federated_answer.trial_by': deleted,
  'saml_config.updated_by': kept(SAVED_BY),
  'oidc_config.updated_by': kept(SAVED_BY),
  'oauth_client.updated_by': kept(SAVED_BY),
  'signing_client.updated_by': kept(SAVED_BY),
  'oauth_artifact.user_id': deleted,
  'oauth_consent.user_id': deleted,
  'account_email_domain.created_by': kept('who entered it stays named'),
  'known_device.user_id': deleted,
  'authenticator_app.user_id': deleted,
  'recovery_code.user_id': deleted,
  'security_key.user_id': deleted,
  'second_factor_failure.user_id': deleted,
  'second_factor_reset.user_id': deleted,
  'pending_sign_in.user_id': deleted,
  'key_challenge.user_id': deleted,
  // A link gives no more than its maker may: it ends with them, and its requests with it.
  'self_service_link.made_by': deleted,
  'sign_in_setup_link.made_by': deleted,
  'self_service_request.user_id': deleted,
  'list_setting.user_id': deleted,
  'ending_snooze.made_by': kept(SAVED_BY),
  'calendar_feed.user_id': deleted,
  'ending_webhook.user_id': deleted,
  'bulk_plan.made_by': deleted,
  'license_move.actor_id': kept(EVIDENCE),
  'certificate_profile.updated_by': kept(SAVED_BY),
  'certificate_authority.updated_by': kept(SAVED_BY),
  'certificate_template.updated_by': kept(SAVED_BY),
  'seat.updated_by': kept(SAVED_BY),
  // Its link opens nothing any more; what it has made is revoked with its person.
  'enrollment.user_id': {
    is: 'ended',
    set: (now) => sql`stage = 'canceled', canceled_at = ${now}`,
    open: OPEN_ENROLLMENT,
    told: CANCELED,
  },
  'enrollment.created_by': kept('who invited stays named'),
  'enrollment.updated_by': kept(SAVED_BY),
  // One that was uploaded is not ours to revoke, and whoever comes next may bring it.
  'certificate.user_id': {
    ...REVOKED_WITH_OWNER,
    gone: sql<boolean>`authority_id is null and content is null`,
    told: REVOKED,
  },
  'certificate.created_by': kept('who asked for it stays named'),
  'certificate.updated_by': kept(SAVED_BY),
  'certificate.revoked_by': kept(EVIDENCE),
};

/** Columns without a foreign key that hold the id of a person. */
export const TO_PERSON_UNCHECKED: References = {
  'search_entry.id': followed,
  'feature_flag.key': kept('a switch for a deleted person is listed nowhere and switches nothing'),
  'feature_flag_past.key': followed,
  'platform_license.installed_by': kept(EVIDENCE),
  'mail.user_id': kept('what was sent stays in the list of outgoing mail'),
  'license_use.subject_id': kept('that it counted; whoever deletes the person gives back what it used'),
  'audit_event.actor_id': kept(EVIDENCE),
  'audit_event.resource_id': kept(EVIDENCE),
};
