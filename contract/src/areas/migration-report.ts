/** What is told of an account that moves: what stays behind, what was chosen, and the report of what came. */
import { z } from 'zod';
import { dateTime, id, identifier, userName } from '../fields.ts';
import { CONFLICT_KINDS, LEFT_BEHIND } from './migration-rules.ts';

const count = z.number().int();

export const movedAccount = z
  .object({ id, name: z.string(), friendly_identifier: z.string(), type: z.string() })
  .meta({ shape: 'MigratedAccount' });

/** What stays behind, or comes otherwise than it was, and the first few by name. */
export const leftBehind = z
  .object({ kind: z.enum(LEFT_BEHIND), count, names: z.array(z.string()) })
  .meta({ shape: 'LeftBehind' });
export type LeftBehindEntry = z.output<typeof leftBehind>;

export const choice = z
  .discriminatedUnion('way', [
    z.strictObject({ way: z.literal('leave_out') }),
    z.strictObject({ way: z.literal('rename'), value: z.union([identifier, userName]) }),
  ])
  .meta({ shape: 'MigrationChoice' });

/** One table compared: digests are SHA-256 in hex over its rows, as docs/account-file.md describes. */
const comparedTable = z
  .object({
    table: z.string(),
    came: count,
    left_out: count,
    changed: count,
    arrived: count,
    digest_source: z.string(),
    digest_expected: z.string().describe('Of what should be here, after the choices.'),
    digest_arrived: z.string().describe('Of what is here, read from the tables of this platform.'),
    same: z.boolean(),
  })
  .meta({ shape: 'MigrationComparison' });
export type ComparedTable = z.output<typeof comparedTable>;

export const report = z
  .object({
    format: z.literal('signet-account-report/1'),
    arrival: id,
    departure: id,
    account: movedAccount,
    source: z.object({ origin: z.string(), address: z.string(), public_key: z.string(), file_sha256: z.string() }),
    target: z.object({ origin: z.string(), address: z.string(), public_key: z.string() }),
    exported_at: dateTime,
    compared_at: dateTime,
    by: z.string(),
    tables: z.array(comparedTable),
    conflicts: z.array(z.object({ kind: z.enum(CONFLICT_KINDS), name: z.string(), choice: choice.nullable() })),
    left_behind: z.array(leftBehind),
    same: z.boolean(),
  })
  .meta({ shape: 'MigrationReport' });
export type MigrationReport = z.output<typeof report>;
