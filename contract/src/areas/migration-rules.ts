/** How an account moves from one platform to another, step by step. No schemas: pages use it. */
import type { Reason } from '../problem.ts';

/**
 * Of an account that leaves: its file is being made, lies ready, could not be made; it has arrived elsewhere and was
 * confirmed there; or its time is over, or somebody has ended it.
 */
export const DEPARTURE_STATES = ['making', 'ready', 'failed', 'moved', 'expired', 'revoked'] as const;
export type DepartureState = (typeof DEPARTURE_STATES)[number];

/** Where an account comes from: a file that somebody has, or another platform that answers at an address. */
export const ARRIVAL_SOURCES = ['file', 'address'] as const;
export type ArrivalSource = (typeof ARRIVAL_SOURCES)[number];

/**
 * Of an account that comes: `receiving` the file, `reading` it, `refused` what is no use; `rehearsed`, which has
 * changed nothing; `running`, `stopped` by what came in between; `arrived`, which is not in service until it is
 * `confirmed`; `undoing` and `undone`.
 */
export const ARRIVAL_STATES = [
  'receiving',
  'reading',
  'refused',
  'rehearsed',
  'running',
  'stopped',
  'arrived',
  'confirmed',
  'undoing',
  'undone',
] as const;
export type ArrivalState = (typeof ARRIVAL_STATES)[number];

/** The states in which a job is at work. */
const BUSY_STATES: readonly ArrivalState[] = ['reading', 'running', 'undoing'];
export const isBusy = (state: ArrivalState): boolean => BUSY_STATES.includes(state);

/** What can be done to an arrival, and in which states. */
const STEPS = {
  read: ['receiving', 'refused'],
  again: ['refused', 'stopped'],
  choose: ['rehearsed', 'stopped', 'arrived'],
  run: ['rehearsed'],
  confirm: ['arrived'],
  undo: ['stopped', 'arrived'],
  discard: ['receiving', 'refused', 'rehearsed'],
} as const satisfies Record<string, readonly ArrivalState[]>;
export type ArrivalStep = keyof typeof STEPS;

/** Why a step can't be taken in a state. */
export function whyNotStep(step: ArrivalStep, state: ArrivalState): Reason | null {
  const states: readonly ArrivalState[] = STEPS[step];
  return states.includes(state) ? null : { status: 'MIGRATION_NOT_NOW', params: { state } };
}

/** Why an account that is here, wholly or in part, goes no further: it was deleted since, and can only be undone. */
export function whyNotGoOn(arrival: { state: ArrivalState; account_deleted: boolean }): Reason | null {
  const isHere = whyNotStep('undo', arrival.state) === null;
  return isHere && arrival.account_deleted ? { status: 'MIGRATION_DELETED' } : null;
}

/**
 * Why an account gets no license, package or feature yet, and nothing else that is never deleted again, such as a
 * person or an authority: it came from another platform and may still be undone, and what it is given here could not
 * be taken away again.
 */
export const whyNotGive = ({ unconfirmed }: { unconfirmed: boolean }): Reason | null =>
  unconfirmed ? { status: 'MIGRATION_UNCONFIRMED' } : null;

/**
 * What may stand in the way at the target. `here`: rows of these ids are here already, so that the account has been
 * moved before. `identifier`, `user_name`, `federated_id`, `domain`, `certificate`: somebody else has it.
 * `permissions`: a role gives what whoever moves the account does not hold; `scopes`: an OAuth client may do so.
 * `license`: what the account was allocated is not left. `used_up`: what it has would not find room in the license.
 */
export const CONFLICT_KINDS = [
  'here',
  'identifier',
  'user_name',
  'federated_id',
  'domain',
  'certificate',
  'permissions',
  'scopes',
  'license',
  'used_up',
] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** What can be done about a conflict: give another name, or go without it. */
export const CONFLICT_WAYS = ['rename', 'leave_out'] as const;
export type ConflictWay = (typeof CONFLICT_WAYS)[number];

/** The ways out of a conflict; none where the account can't come as long as it stands. */
export const WAYS_OUT: Record<ConflictKind, readonly ConflictWay[]> = {
  here: [],
  identifier: ['rename'],
  user_name: ['rename', 'leave_out'],
  federated_id: ['leave_out'],
  domain: ['leave_out'],
  certificate: ['leave_out'],
  permissions: ['leave_out'],
  scopes: ['leave_out'],
  license: ['leave_out'],
  used_up: [],
};

/** What somebody has chosen for a conflict. */
export type Choice = { way: 'leave_out' } | { way: 'rename'; value: string };

/** Whether a choice settles a conflict of this kind. */
export const isSettled = (kind: ConflictKind, choice: Choice | null): boolean =>
  choice !== null && WAYS_OUT[kind].includes(choice.way);

type Settling = { kind: ConflictKind; choice: Choice | null };

/** Why what was rehearsed can't be run yet: conflicts that nobody has settled. */
export function whyNotRun(conflicts: readonly Settling[]): Reason | null {
  const open = conflicts.filter(({ kind, choice }) => !isSettled(kind, choice)).length;
  return open === 0 ? null : { status: 'MIGRATION_UNRESOLVED', params: { count: open } };
}

/** Why an account that has arrived can't be confirmed yet: all but its license was settled when it came. */
export const whyNotConfirm = (conflicts: readonly Settling[]): Reason | null =>
  whyNotRun(conflicts.filter(({ kind }) => kind === 'license' || kind === 'used_up'));

/**
 * What stays behind by its nature. `shared_people`: people who belong to other accounts too. `customers`: of a partner,
 * each moves by itself. `partner`: it is not here. `authorities`: their keys leave no platform. `certificates`: they
 * come, and their authority answers for them where it is; for signing in new ones are needed. `security_keys`: they
 * work at one address alone. `links`: self-service and set-up links lead to the other platform. `invitations`: their
 * links lead there too. `roles`: roles of the other platform that this one does not have. `profiles`: profiles or
 * templates that are made of such. `license_rest`: what this platform's license does not name. `events`: they come as
 * a file beside the log. `older_events`: more than that file holds.
 */
export const LEFT_BEHIND = [
  'shared_people',
  'customers',
  'partner',
  'authorities',
  'certificates',
  'security_keys',
  'links',
  'invitations',
  'roles',
  'profiles',
  'license_rest',
  'providers',
  'events',
  'older_events',
] as const;
export type LeftBehind = (typeof LEFT_BEHIND)[number];

/** The address at which a platform hands an account over ends with the id of the departure. */
const TRANSFER =
  /^https?:\/\/[^\s/?#@]+\/account\/ui-api\/v1\/migration\/transfer\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an address is one that a platform has given out for an account that may move. */
export const isTransferAddress = (address: string): boolean => TRANSFER.test(address);

/**
 * Whether the source of a confirmed account knows of it: it is asked again until it answers, or given up after
 * TELLING_HOURS, when its departure has ended in any case.
 */
export const SOURCE_TOLD = ['not_yet', 'told', 'given_up'] as const;
export type SourceTold = (typeof SOURCE_TOLD)[number];
export const TELLING_HOURS = 72;

/** The failures of a transfer code, after which another one may open the same file. */
export const CODE_FAILURES: readonly string[] = ['MIGRATION_CODE_WRONG', 'MIGRATION_SOURCE_REFUSED'];

/** How large the file of an account may be, and its parts on their way, in bytes. */
export const MOVE_FILE_MAX = 268_435_456;
export const MOVE_PART_BYTES = 524_288;
/** For how long an account that may move can be fetched. */
export const DEPARTURE_HOURS = 72;
