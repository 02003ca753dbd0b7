/** The tables of accounts on their way, as Kysely sees them. */
import type { Conflict } from '@signet/contract/areas/migration';
import type { ComparedTable, LeftBehindEntry, MigrationReport } from '@signet/contract/areas/migration-report';
import type { ArrivalSource, ArrivalState, Choice } from '@signet/contract/areas/migration-rules';
import type { Reason } from '@signet/contract/problem';
import type { Generated } from 'kysely';
import type { Instant, InstantOrNull, Json, JsonOrNull, OrNull } from '../db/column-types.ts';

/** The account as its file names it. */
export type MovedAccount = { id: string; name: string; friendly_identifier: string; type: string };
/** The platform that signed a file; the key is in the form of notes. */
export type SourcePlatform = { origin: string; address: string; public_key: string; exported_at: string };
/** How many rows of a table a file has, and their digest. */
export type TableSum = Pick<ComparedTable, 'table'> & { rows: number; digest: string };
/** What an account was allocated of a licensed feature; -1 is unlimited. */
export type MovedLicense = { app_code: string; feature: string; generation: string; limit: number };
export type Progress = { table: string | null; done: number; total: number };

export type AccountMigrationTables = {
  account_departure: {
    id: string;
    account_id: string;
    state: 'making' | 'ready' | 'failed' | 'moved' | 'revoked';
    code_hash: Buffer;
    code_sealed: OrNull<Buffer>;
    made_at: Instant;
    made_by: string;
    expires_at: Instant;
    bytes: OrNull<string>;
    sha256: OrNull<string>;
    row_count: OrNull<number>;
    left_behind: Json<LeftBehindEntry[]>;
    fetched_at: InstantOrNull;
    moved_at: InstantOrNull;
    moved_to: OrNull<string>;
  };
  account_departure_part: { departure_id: string; position: number; body: Buffer };
  account_arrival: {
    id: string;
    source: ArrivalSource;
    address: OrNull<string>;
    state: ArrivalState;
    code_sealed: OrNull<Buffer>;
    made_at: Instant;
    made_by: string;
    run_by: Json<NonNullable<unknown>>;
    bytes: OrNull<string>;
    account_id: OrNull<string>;
    account: JsonOrNull<MovedAccount>;
    from_platform: JsonOrNull<SourcePlatform>;
    departure_id: OrNull<string>;
    sha256: OrNull<string>;
    tables: Json<TableSum[]>;
    licenses: Json<MovedLicense[]>;
    left_behind: Json<LeftBehindEntry[]>;
    conflicts: Json<Conflict[]>;
    choices: Json<Record<string, Choice>>;
    progress: Json<Progress>;
    failure: JsonOrNull<Reason>;
    report: JsonOrNull<MigrationReport>;
    report_note: OrNull<string>;
    started_at: InstantOrNull;
    ended_at: InstantOrNull;
    source_told: Generated<boolean>;
  };
  account_arrival_part: { arrival_id: string; position: number; body: Buffer };
  account_arrival_row: {
    arrival_id: string;
    table_name: string;
    position: number;
    row_key: string;
    came: Json<Record<string, string | null>>;
    row: JsonOrNull<Record<string, string | null>>;
    state: OrNull<'left_out' | 'arrived'>;
  };
  account_arrival_history: { arrival_id: string; position: number; line: string };
};
