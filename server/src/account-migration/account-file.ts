/** The file of an account on its way: an export of kind `account`. docs/account-file.md describes it. */
import { LEFT_BEHIND } from '@signet/contract/areas/migration-rules';
import { z } from 'zod';

/** The table of a file that is no table: what the log of the source says of the account. */
export const HISTORY_TABLE = 'account_history';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

export const ACCOUNT_FILE = {
  kind: 'account',
  /** What its header tells. */
  header: z.object({
    /** The newest migration of the source's database. */
    schema: z.int().min(1),
    departure: z.uuid(),
    account: z.object({
      id: z.uuid(),
      name: z.string().max(1000),
      friendly_identifier: z.string().max(1000),
      type: z.enum(['standard', 'partner']),
    }),
    origin: z.string().max(1000),
    address: z.string().max(2048),
    public_key: z.string().max(2000),
    check: z.string().max(1000),
  }),
  /** What its end tells. */
  end: z.object({
    tables: z.array(z.object({ table: z.string(), rows: count, digest })).max(200),
    licenses: z
      .array(
        z.object({
          app_code: z.string(),
          feature: z.string(),
          generation: z.enum(['v1', 'v2']),
          limit: z.int().min(-1),
        }),
      )
      .max(1000),
    left_behind: z
      .array(z.object({ kind: z.enum(LEFT_BEHIND), count, names: z.array(z.string().max(1000)).max(10) }))
      .max(100),
  }),
};

/** What the source signs, of the SHA-256 of a file in hex: no other text that it signs begins so. */
export const sealText = (sha256: string): string => `signet-account/1\n${sha256}\n`;
/** What the target signs of its report. */
export const reportText = (sha256: string): string => `signet-account-report/1\n${sha256}\n`;
