/** What is read to judge many people who are to be made: a handful of statements, however many they are. */
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { allLowered } from '../../db/lowered.ts';
import type { Db } from '../../db/open.ts';
import { visiblePeople } from '../../sight.ts';

/** What tells that two rows are about the same person. */
export type Likeness = { email: string; first_name: string; last_name: string };

/** The same text for the same person: one mailbox and one name, whatever the case. */
export const likenessOf = ({ email, first_name, last_name }: Likeness): string =>
  JSON.stringify([email, first_name, last_name].map((part) => part.normalize('NFC').toLowerCase()));

/** Of these user names, as they are given, those that somebody has on the platform. */
export async function takenNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select n.name from unnest(${[...names]}::text[]) n(name)
    join app_user u on lower(u.user_name) = lower(n.name) and u.deleted_at is null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The likenesses of people whom the viewer sees, of those with these email addresses. */
export async function knownLikenesses(viewer: Viewer, db: Db, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<Likeness>`select u.email, u.first_name, u.last_name from app_user u
    where u.deleted_at is null and not u.service_user and lower(u.email) = any${allLowered(emails)}
      and ${visiblePeople(viewer)}`.execute(db);
  return new Set(rows.map(likenessOf));
}

/**
 * Until the transaction ends nobody else makes this person by a list: of several lists with the same people at once the
 * second finds who is there.
 */
export async function holdLikeness(tx: Db, person: Likeness): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`new person ${likenessOf(person)}`}, 0))`.execute(tx);
}
