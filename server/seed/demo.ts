/** What the steps that furnish the demo share. Each area has one; furnish.ts lists them. */
import type { Db } from '../src/db/open.ts';
import type { Runtime } from '../src/runtime.ts';
import type { SeedAccount } from './accounts.ts';

/** A demo while it is furnished: where it is written to, and what the steps before have made. */
export type Demo = {
  /** One transaction for the whole demo. */
  db: Db;
  runtime: Runtime;
  now: Date;
  /** The hash of everybody's password. */
  passwordHash: string;
  accounts: readonly SeedAccount[];
  /** The ids of the accounts by friendly identifier. */
  accountIds: ReadonlyMap<string, string>;
  /** The ids of the people by user name. */
  personIds: ReadonlyMap<string, string>;
};

/** Who looks after an account, by user name: one of its partner's, else the platform's. */
export function whoLooksAfter(identifier: string, accounts: readonly SeedAccount[]): string {
  const partner = accounts.find((one) => one.identifier === identifier)?.partner;
  return partner === 'umbra-trust' ? 'ben' : partner === 'calder-identity' ? 'bea' : 'ada';
}

/** One area's step: writes its rows and answers what it made for those after it. */
export type FurnishStep = (demo: Demo) => Promise<Partial<Demo>>;
