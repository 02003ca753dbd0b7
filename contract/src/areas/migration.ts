import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, dateTime, id, identifier, namedRecord, ONE_ACCOUNT, refuse, text } from '../fields.ts';
import { notAllowed } from '../rules.ts';
import { choice, leftBehind, movedAccount, report } from './migration-report.ts';
import {
  ARRIVAL_SOURCES,
  ARRIVAL_STATES,
  CONFLICT_KINDS,
  CONFLICT_WAYS,
  DEPARTURE_STATES,
  isTransferAddress,
  MOVE_FILE_MAX,
  MOVE_PART_BYTES,
  SOURCE_TOLD,
} from './migration-rules.ts';

const count = z.number().int();

const departure = z
  .object({
    id,
    account: namedRecord,
    account_deleted: z.boolean().describe('Whether the account was deleted here since.'),
    state: z.enum(DEPARTURE_STATES),
    made_at: dateTime,
    made_by_name: z.string(),
    expires_at: dateTime,
    address: z.string().describe('Where the other platform fetches it, with the transfer code.'),
    bytes: count.nullable(),
    sha256: z.string().nullable().describe('Of the file, in hex.'),
    rows: count.nullable(),
    left_behind: z.array(leftBehind),
    fetched_at: dateTime.nullable().describe('When the other platform first fetched a part of it.'),
    moved_at: dateTime.nullable(),
    moved_to: z.string().nullable().describe('The address of the platform where it was confirmed.'),
  })
  .meta({ shape: 'Departure' });
export type Departure = z.output<typeof departure>;

const transferCode = z.string().min(1).max(200).describe('The transfer code, as the source showed it once.');

const conflict = z
  .object({
    key: z.string().describe('Names the conflict, for a choice.'),
    kind: z.enum(CONFLICT_KINDS),
    name: z.string().describe('What it is about, as people call it.'),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    ways: z.array(z.enum(CONFLICT_WAYS)).describe('What can be chosen; none where it must be settled elsewhere.'),
    suggestion: z.string().nullable().describe('A value that is free.'),
    choice: choice.nullable(),
  })
  .meta({ shape: 'MigrationConflict' });
export type Conflict = z.output<typeof conflict>;

const tableCount = z.object({ table: z.string(), rows: count }).meta({ shape: 'MigrationTable' });

const arrival = z
  .object({
    id,
    source: z.enum(ARRIVAL_SOURCES),
    address: z.string().nullable(),
    state: z.enum(ARRIVAL_STATES),
    made_at: dateTime,
    made_by_name: z.string(),
    bytes: count.nullable().describe('How large the file is; null before it is known.'),
    parts: z.array(count).describe('The parts that are here, from 0.'),
    part_bytes: count,
    account: movedAccount.nullable(),
    account_deleted: z
      .boolean()
      .describe('Whether the account that arrived was deleted here since: it is not confirmed any more.'),
    from: z
      .object({ origin: z.string(), address: z.string(), public_key: z.string(), exported_at: dateTime })
      .nullable()
      .describe('The platform that signed the file.'),
    tables: z.array(tableCount),
    conflicts: z.array(conflict),
    left_behind: z.array(leftBehind),
    progress: z
      .object({ table: z.string().nullable(), done: count, total: count })
      .meta({ shape: 'MigrationProgress' }),
    failure: answeredReason.nullable(),
    report: report.nullable(),
    started_at: dateTime.nullable(),
    ended_at: dateTime.nullable(),
    source_told: z
      .enum(SOURCE_TOLD)
      .nullable()
      .describe('Whether the source knows that the account has moved; null where it need not be told.'),
  })
  .meta({ shape: 'Arrival' });
export type Arrival = z.output<typeof arrival>;

const arrivalSummary = arrival
  .pick({ id: true, source: true, state: true, made_at: true, made_by_name: true, account: true })
  .meta({ shape: 'ArrivalSummary' });
export type ArrivalSummary = z.output<typeof arrivalSummary>;

const transferAddress = z
  .string()
  .max(2048)
  .superRefine((value, context) => {
    if (!isTransferAddress(value)) refuse(context, notAllowed('web'));
  })
  .meta({ wire: { type: 'string', format: 'uri', maxLength: 2048 } });

const ONE_DEPARTURE = z.strictObject({ id: id.describe('Names the departure.') });
const ONE_ARRIVAL = z.strictObject({ id: id.describe('Names the arrival.') });
const position = z.coerce.number().int().min(0).max(10_000).describe('Counts the parts, from 0.');
const CODE_HEADER = z.object({
  'x-transfer-code': z.string().max(200).describe('The transfer code, as the source showed it once.'),
});
const MOVES = { action: 'UPDATE', resource: 'ACCOUNT_MIGRATION' } as const;
/** What a file, a code or a source may be refused for, once it was looked at. */
const FILE_PROBLEMS = ['MIGRATION_CODE_WRONG', 'MIGRATION_NOT_NOW'] as const;

/**
 * Accounts on their way from one platform to another. A departure lets an account go, as a file that its transfer code
 * opens; an arrival takes such a file in, rehearses, and runs as a job.
 */
export const migration = {
  listDepartures: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/departure',
    summary: 'The newest hundred accounts that may move, or have moved, to another platform.',
    access: ACCESS.migration.send,
    success: 200,
    response: z.object({ items: z.array(departure) }),
  }),
  readDeparture: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/departure/{id}',
    summary: 'An account that may move, and how far it has come.',
    access: ACCESS.migration.send,
    params: ONE_DEPARTURE,
    success: 200,
    response: departure,
  }),
  depart: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/departure',
    summary: 'Lets an account move: a job makes its file. The answer alone has the transfer code.',
    access: ACCESS.migration.send,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'ACCOUNT_MIGRATION' },
    params: ONE_ACCOUNT,
    success: 201,
    response: z.object({ departure, code: z.string() }),
    problems: ['SYSTEM_ACCOUNT', 'MIGRATION_UNCONFIRMED', 'MIGRATION_UNDER_WAY'],
  }),
  revokeDeparture: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/departure/{id}/revoke',
    summary: 'Lets it move no more: its file is deleted, and its code opens nothing here.',
    access: ACCESS.migration.send,
    audit: MOVES,
    params: ONE_DEPARTURE,
    success: 200,
    response: departure,
    problems: ['MIGRATION_NOT_NOW'],
  }),
  departureFile: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/departure/{id}/file',
    summary: 'The file of the account. Its secrets open with the transfer code; the rest can be read.',
    access: ACCESS.migration.send,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'ACCOUNT_MIGRATION' },
    params: ONE_DEPARTURE,
    success: 200,
    produces: 'application/octet-stream',
    perMinute: 30,
    problems: ['MIGRATION_NOT_NOW'],
  }),

  transfer: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/transfer/{id}',
    summary: 'For another platform: how large the file of an account is, and in how many parts it comes.',
    access: 'public',
    params: ONE_DEPARTURE,
    headers: CODE_HEADER,
    success: 200,
    response: z.object({ ready: z.boolean(), parts: count, bytes: count, sha256: z.string() }),
    perMinute: 60,
  }),
  transferPart: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/transfer/{id}/part/{position}',
    summary: 'For another platform: one part of the file of an account. The first one that is fetched is recorded.',
    access: 'public',
    audit: MOVES,
    params: ONE_DEPARTURE.extend({ position }),
    headers: CODE_HEADER,
    success: 200,
    response: z.object({ content: z.string().describe('Base64.') }),
    perMinute: 1200,
  }),
  transferDone: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/migration/transfer/{id}/moved',
    summary: 'For another platform: the account has moved there, and was confirmed.',
    access: 'public',
    audit: { ...MOVES, onFailure: 'UPDATE' },
    params: ONE_DEPARTURE,
    headers: CODE_HEADER,
    body: z.strictObject({ to: text(500).describe('The address of that platform.') }),
    success: 204,
    perMinute: 60,
  }),

  listArrivals: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/arrival',
    summary: 'The newest hundred accounts that come, or have come, from another platform.',
    access: ACCESS.migration.receive,
    success: 200,
    response: z.object({ items: z.array(arrivalSummary) }),
  }),
  readArrival: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/arrival/{id}',
    summary: 'An account that comes: what is in its file, what stands in its way, how far it is, what came of it.',
    access: ACCESS.migration.receive,
    params: ONE_ARRIVAL,
    success: 200,
    response: arrival,
  }),
  receive: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/migration/arrival',
    summary: 'Begins to take an account in: from a file, whose parts follow, or from the address of its platform.',
    access: ACCESS.migration.receive,
    audit: { action: 'CREATE', resource: 'ACCOUNT_MIGRATION' },
    body: z.discriminatedUnion('source', [
      z.strictObject({ source: z.literal('file'), bytes: z.number().int().min(1).max(MOVE_FILE_MAX) }),
      z.strictObject({ source: z.literal('address'), address: transferAddress, code: transferCode }),
    ]),
    success: 201,
    response: arrival,
    problems: FILE_PROBLEMS,
  }),
  putPart: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/arrival/{id}/part/{position}',
    summary: 'One part of the file. Sent again it is the same; all but the last are equally large.',
    access: ACCESS.migration.receive,
    audit: { none: 'Parts of a file change nothing; that it is taken in was said when it began.' },
    params: ONE_ARRIVAL.extend({ position }),
    body: z.strictObject({
      content: z
        .base64()
        .max(Math.ceil(MOVE_PART_BYTES / 3) * 4)
        .describe('Base64.'),
    }),
    success: 204,
    problems: ['MIGRATION_NOT_NOW', 'MIGRATION_FILE_LARGE'],
  }),
  readFile: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/arrival/{id}/reading',
    summary: 'All parts are here: a job opens the file with the transfer code, and rehearses.',
    access: ACCESS.migration.receive,
    audit: MOVES,
    params: ONE_ARRIVAL,
    body: z.strictObject({ code: transferCode }),
    success: 200,
    response: arrival,
    problems: ['MIGRATION_NOT_NOW', 'MIGRATION_PARTS_MISSING'],
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/arrival/{id}/choice',
    summary: 'What shall be done about the conflicts, by their keys; the rehearsal is made anew.',
    access: ACCESS.migration.receive,
    audit: MOVES,
    params: ONE_ARRIVAL,
    body: z.strictObject({
      choices: z
        .record(text(400), choice.nullable())
        .describe('By the keys of conflicts; null takes a choice back. What is left out stays as it is.'),
    }),
    success: 200,
    response: arrival,
    bodyMax: { bytes: 1_048_576, values: 20_000 },
    problems: ['MIGRATION_NOT_NOW', 'MIGRATION_VALUE_TAKEN'],
  }),
  migrate: endpoint({
    method: 'POST',
    path: '/account/api/v1/account/migrate',
    summary: 'Moves the account that was rehearsed: a job brings its rows, and compares them with the source.',
    access: ACCESS.migration.receive,
    reauthenticate: true,
    audit: MOVES,
    body: z.strictObject({
      account_identifier: identifier.describe('The friendly identifier that the account has at its source.'),
      migration_id: id.describe('Names the arrival.'),
    }),
    success: 201,
    response: arrival,
    problems: ['NOT_FOUND', 'MIGRATION_NOT_NOW', 'MIGRATION_UNRESOLVED', 'MIGRATION_OTHER_ACCOUNT', 'MIGRATION_FAILED'],
  }),
  again: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/arrival/{id}/again',
    summary: 'Goes on where it stopped: fetches or reads once more, or brings the rows that are not here yet.',
    access: ACCESS.migration.receive,
    audit: MOVES,
    params: ONE_ARRIVAL,
    success: 200,
    response: arrival,
    problems: ['MIGRATION_NOT_NOW', 'MIGRATION_UNRESOLVED', 'MIGRATION_DELETED'],
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/arrival/{id}/confirm',
    summary: 'Makes it final: the account is in service as it was, has its license, and its source is told.',
    access: ACCESS.migration.receive,
    reauthenticate: true,
    audit: MOVES,
    params: ONE_ARRIVAL,
    success: 200,
    response: arrival,
    problems: ['MIGRATION_NOT_NOW', 'MIGRATION_UNRESOLVED', 'MIGRATION_DIFFERS', 'MIGRATION_DELETED'],
  }),
  undo: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/migration/arrival/{id}/undo',
    summary: 'Takes away exactly what came, as long as it is not confirmed.',
    access: ACCESS.migration.receive,
    audit: MOVES,
    params: ONE_ARRIVAL,
    success: 200,
    response: arrival,
    problems: ['MIGRATION_NOT_NOW', 'MIGRATION_SWITCHED_ON'],
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/migration/arrival/{id}',
    summary: 'Forgets a file that was rehearsed, or could not be read.',
    access: ACCESS.migration.receive,
    audit: { action: 'DELETE', resource: 'ACCOUNT_MIGRATION' },
    params: ONE_ARRIVAL,
    success: 204,
    problems: ['MIGRATION_NOT_NOW'],
  }),
  report: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/arrival/{id}/report',
    summary: 'The report, and the note by which this platform has signed it (docs/account-file.md).',
    access: ACCESS.migration.receive,
    params: ONE_ARRIVAL,
    success: 200,
    response: z.object({ report, note: z.string() }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/migration/arrival/{id}/history',
    summary: 'The events of the account in the audit log of its source, with their proofs, as the source wrote them.',
    access: ACCESS.migration.receive,
    params: ONE_ARRIVAL,
    success: 200,
    produces: 'application/jsonl',
    perMinute: 30,
  }),
};
