/** A question that is asked of the API and, as bare SQL, of the database. */
import type { ClientConfig } from 'pg';
import type { Person, Plan } from '../seed/plan.ts';
import type { Api } from '../load/api.ts';
import type { Bare } from '../load/bare.ts';
import type { Logto } from '../peer/logto.ts';

/** Connections that ask at the same time, to the product or to the database. */
export const CONNECTIONS = 16;
/** Those of a slow case: one person may have two files on their way, and one that is just ending counts. */
export const SLOW_CONNECTIONS = 1;

/** Everything that the asking process has to know. */
export type World = {
  url: string;
  connection: ClientConfig;
  plan: Plan;
  /** Access tokens of the three viewers. */
  tokens: Record<Person, string>;
  /** User names of people who may sign in. */
  signIns: readonly string[];
  /** Logto, where it is asked the same; null where it is not. */
  logto: Logto | null;
};

/** The `n`-th request of one of the connections, both from 0. */
export type Turn = { lane: number; n: number };

/** What came back: how many rows, and which, so that both sides can be held against each other. */
export type Answer = { rows: number; fingerprint: string };

/** What a connection remembers: what it got at the beginning, and what it keeps from one request to the next. */
export type Memory = Map<string, string>;

export type Case = {
  /** What is asked, such as "page 1"; unique within its area together with the viewer. */
  area: string;
  name: string;
  /** Who asks; null where nobody is signed in yet. */
  viewer: Person | null;
  /** Whether one request may take seconds: few connections ask, and the warm-up is one request of one. */
  slow?: boolean;
  /** Asks the API and checks status and shape. Throws when the answer is not what it must be. */
  api(api: Api, turn: Turn, world: World, memory: Memory): Promise<Answer>;
  /** Asks the database the same. */
  floor(db: Bare, turn: Turn, world: World, memory: Memory): Promise<Answer>;
};

/** "Accounts, page 1 (system)". */
export const titleOf = ({ area, name, viewer }: Pick<Case, 'area' | 'name' | 'viewer'>): string =>
  `${area}, ${name}${viewer ? ` (${viewer})` : ''}`;

/** What a request that answers no rows has seen. */
export const DONE: Answer = { rows: 0, fingerprint: '' };
