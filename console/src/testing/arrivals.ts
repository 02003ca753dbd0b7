/** For component tests: accounts that come from another platform, as the platform would answer them. */
import type { Arrival, Conflict } from '@signet/contract/areas/migration';
import type { MigrationReport } from '@signet/contract/areas/migration-report';

export const ID = '00000000-0000-4000-8000-000000000400';
export const ADDRESS = `https://other.example/account/ui-api/v1/migration/transfer/${ID}`;
const ACCOUNT = { id: ID, name: 'Harbor Insurance', friendly_identifier: 'harbor', type: 'standard' };
/** Checked, and nothing stands in its way. */
export const ARRIVAL: Arrival = {
  id: ID,
  source: 'address',
  address: ADDRESS,
  state: 'rehearsed',
  made_at: '2026-11-21 12:00:00',
  made_by_name: 'Ada Lindqvist',
  bytes: 400_000,
  parts: [0],
  part_bytes: 524_288,
  account: ACCOUNT,
  account_deleted: false,
  from: {
    origin: 'other.example/audit',
    address: 'https://other.example',
    public_key: 'other.example/audit+abc+key',
    exported_at: '2026-11-21 11:59:00',
  },
  tables: [{ table: 'organization', rows: 3 }],
  conflicts: [],
  left_behind: [],
  progress: { table: null, done: 0, total: 0 },
  failure: null,
  report: null,
  started_at: null,
  ended_at: null,
  source_told: null,
};
const PLATFORM = { origin: 'other.example/audit', address: 'https://other.example', public_key: 'other.example+key' };
export const REPORT: MigrationReport = {
  format: 'signet-account-report/1',
  arrival: ID,
  departure: ID,
  account: ACCOUNT,
  source: { ...PLATFORM, file_sha256: 'ab' },
  target: PLATFORM,
  exported_at: '2026-11-21 11:59:00',
  compared_at: '2026-11-21 12:01:00',
  by: 'Ada Lindqvist',
  tables: [],
  conflicts: [],
  left_behind: [],
  same: true,
};
export const conflict = (one: Partial<Conflict>): Conflict => ({
  key: 'user_name:1',
  kind: 'user_name',
  name: 'harriet',
  params: {},
  ways: ['rename', 'leave_out'],
  suggestion: 'harriet-2',
  choice: null,
  ...one,
});
