import { sql, type RawBuilder } from 'kysely';
import { payloadDate } from '@signet/contract/dates';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@signet/contract/locales';
import type { Scope } from '@signet/contract/viewer';
import { PREPARED, type Db } from '../db/open.ts';
import { accountsEnded, accountStatus, type AccountStatus } from './viewer-store.ts';

/** Whoever may sign in, or may not yet: people who are not deleted. Service users are none, they have tokens. */
export type Person = {
  id: string;
  user_name: string;
  name: string;
  email: string;
  locale: Locale;
  access_scope: Scope;
  primary_account_id: string | null;
  active: boolean;
  verified: boolean;
  terms_accepted: boolean;
  /** argon2id; null before the verification, and for people who sign in by other ways alone. */
  password_hash: string | null;
  /** True when none of the person's accounts is in service today. */
  accounts_ended: boolean;
};

type Row = Omit<Person, 'accounts_ended' | 'locale'> & AccountStatus & { locale: string };

/** SQL for whether the user `u` of a query is somebody who may ever sign in. */
export const isPerson = sql<boolean>`(u.deleted_at is null and not u.service_user)`;
/** `lock` keeps the person's row as it is until the transaction ends. */
type Options = { lock?: boolean };

async function find(db: Db, where: RawBuilder<boolean>, now: Date, { lock = false }: Options): Promise<Person | null> {
  const { rows } = await sql<Row>`${PREPARED}
    select u.id, u.user_name, u.name, u.email, u.locale, u.access_scope,
      u.primary_account_id, u.active, u.verified_at is not null as verified,
      u.agreement_accepted_at is not null as terms_accepted, u.password_hash,
      ${accountStatus(payloadDate(now))}
    from app_user u where ${where} and ${isPerson}
    ${lock ? sql`for no key update of u` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { primary_in_service, memberships, locale, ...person } = row;
  const ended = accountsEnded({ access_scope: person.access_scope, primary_in_service, memberships });
  return { ...person, locale: isLocale(locale) ? locale : DEFAULT_LOCALE, accounts_ended: ended };
}

/** The person of a user name, compared without case. */
export function findPersonByName(db: Db, userName: string, now: Date, options: Options = {}): Promise<Person | null> {
  return find(db, sql<boolean>`lower(u.user_name) = lower(${userName})`, now, options);
}

/** The person of an id. */
export function findPerson(db: Db, id: string, now: Date, options: Options = {}): Promise<Person | null> {
  return find(db, sql<boolean>`u.id = ${id}`, now, options);
}

/**
 * Holds the account that somebody belongs to first as it is. Who changes names or accounts of a person, or makes a
 * certificate of theirs, asks for it before the person's own lock: a change of the account takes the two in that order.
 */
export async function holdAccountOf(tx: Db, userId: string): Promise<void> {
  await sql`select from account where id = (select primary_account_id from app_user where id = ${userId})
    for share`.execute(tx);
}

/** Stores a new password hash. No change of the record: it stays saved by whom and when it was. */
export async function storePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('app_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Completes an invitation. Fails on the unique index `app_user_user_name` when the name is taken. */
export async function verifyPerson(
  tx: Db,
  userId: string,
  userName: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({
      user_name: userName,
      password_hash: passwordHash,
      verified_at: now,
      updated_at: now,
      updated_by: userId,
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Keeps when somebody was invited, whatever the mail leads to. No change of the record: its stamps stay. */
export async function stampInvited(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.updateTable('app_user').set({ invited_at: now }).where('id', '=', userId).execute();
}

/** Completes an invitation without a password: the user name stays, and the stamps of the record. */
export async function markVerified(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.updateTable('app_user').set({ verified_at: now }).where('id', '=', userId).execute();
}

/** Somebody has shown that they read mail to this address. Of the person's own address alone: a link may be older. */
export async function proveEmail(tx: Db, userId: string, address: string): Promise<void> {
  await sql`update app_user set email_proved = ${address}
    where id = ${userId} and lower(email) = lower(${address}) and email_proved is distinct from ${address}`.execute(tx);
}

/** A link that was mailed: where to, as which kinds of mail, and when it was made. */
export type MailedLink = { to: string; kinds: readonly string[]; since: Date };

/**
 * Somebody has used a link that was mailed. That they read mail at its address it shows where its own mail was really
 * sent, which is the first of its kind since it was made: what is held or has failed administrators can read.
 */
export async function proveByLink(tx: Db, userId: string, { to, kinds, since }: MailedLink): Promise<void> {
  const { rows } = await sql<{ status: string }>`select m.status from mail m
    where m.recipient = ${to} and m.user_id = ${userId} and m.kind = any(${kinds}) and m.created_at >= ${since}
    order by m.id limit 1`.execute(tx);
  if (rows[0]?.status === 'sent') await proveEmail(tx, userId, to);
}
