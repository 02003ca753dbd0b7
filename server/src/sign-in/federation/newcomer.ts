import type { NobodyReason } from '@signet/contract/areas/newcomers';
import type { Db } from '../../db/open.ts';
import type { Named } from './person-store.ts';

/** Somebody whom the provider of an account knows, and nobody here: with the names that it gives. */
export type Newcomer = Omit<Named, 'email'> & { email: string; firstName: string; lastName: string };

/** What people make of newcomers; signing in knows no more of it. */
export type Newcomers = {
  /** Why none would be made; null where one would. Changes nothing. */
  whyNot: (db: Db, newcomer: Newcomer, now: Date) => Promise<NobodyReason | null>;
  /** Makes a user of the account. Answers the id; null where somebody else was made meanwhile. */
  make: (tx: Db, newcomer: Newcomer, now: Date) => Promise<string | null>;
};
