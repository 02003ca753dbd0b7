/** What a run has found out; the report is made of it. */
import type { Memory } from './memory.ts';
import type { Person, Size } from './seed/plan.ts';
import type { Figures } from './percentiles.ts';

/**
 * A case with its figures on both sides, and those of Logto where it was asked the same, or the sentence that says why
 * it has none.
 */
export type Result = { area: string; name: string; viewer: Person | null } & (
  | { api: Figures; floor: Figures; peer?: Figures }
  | { problem: string }
);

/** One route of the console. Bytes are those that crossed the network, compressed as the server sent them. */
export type RouteResult = {
  name: string;
  scriptBytes: number;
  allBytes: number;
  /**
   * Milliseconds from the navigation on, the middle of some cold visits: the largest paint, and when it can be used.
   */
  plain: Times;
  throttled: Times;
  /** Sources that were loaded and belong to something else than what the route shows. */
  unrelated: readonly string[];
};
export type Times = { largestPaint: number; usable: number };

/** The audit log: how fast its sequencer and its verifier are, in events per second. */
export type LogResult = {
  sequenced: number;
  sequencedPerSecond: number;
  verified: number;
  verifiedPerSecond: number;
  verdict: string;
};

/**
 * The list of the audit log as one viewer asks it, one request after the other: the newest page, and drawn combinations
 * of filters. Times are milliseconds, of the newest page p95.
 */
export type AuditListResult = {
  viewer: Person;
  asked: number;
  newest: number;
  p50: number;
  p95: number;
  slowest: number;
  slowestQuery: string;
};

/** Uses of one account's license per second, as many at once, and what bare SQL does on as many connections. */
export type LicenseResult = { atOnce: number; perSecond: number; floorPerSecond: number };

export type Run = {
  date: string;
  machine: string;
  versions: string;
  size: Size & { organizations: number };
  /** How long each side of each case was asked, and how often the console was visited. */
  seconds: number;
  visits: number;
  /** The platform was too small for the numbers to mean anything. */
  rehearsal: boolean;
  /** What a reader must know of this run. */
  remark: string | null;
  /** The command that repeats it. */
  command: string;
  results: readonly Result[];
  routes: readonly RouteResult[];
  log: LogResult;
  auditList: readonly AuditListResult[];
  licenses: LicenseResult;
  /** Milliseconds to the first answer. */
  startedIn: number;
  /** Before anything was asked, and when it was most; `during` is the case that had been asked then. */
  memory: { idle: Memory; loaded: Memory; during: string };
};

export type Measured = Extract<Result, { api: Figures }>;
export const isMeasured = (result: Result): result is Measured => 'api' in result;
