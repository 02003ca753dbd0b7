/** API tokens of the demo platform, in every state. Nobody has their texts: whoever wants to call makes one. */
import { hashToken } from '../src/sign-in/tokens/token-store.ts';
import { lastFour, newTokenText } from '../src/sign-in/tokens/token-text.ts';
import { newId } from '../src/ids.ts';
import { inDays } from './accounts.ts';
import type { FurnishStep } from './demo.ts';

type DemoToken = {
  of: string;
  name: string;
  by: string;
  /** In how many days it ends; null for one that does not. */
  ends: number | null;
  /** How many hours ago it was used; null for never. */
  used: number | null;
  enabled?: boolean;
  addresses?: string[];
  permissions?: string[];
};

const TOKENS: readonly DemoToken[] = [
  { of: 'cleo', by: 'cleo', name: 'Nightly report', ends: 12, used: 9, addresses: ['192.0.2.0/24'] },
  { of: 'cleo', by: 'cleo', name: 'Reading accounts', ends: 340, used: 50, permissions: ['view_account'] },
  { of: 'cleo', by: 'ada', name: 'Migration of 2026', ends: -20, used: 24 * 31 },
  { of: 'cleo', by: 'cleo', name: 'Trying out', ends: null, used: null, enabled: false },
  { of: 'dora', by: 'cleo', name: 'Deployment', ends: 200, used: 1, addresses: ['198.51.100.7', '2001:db8::/48'] },
  { of: 'dora', by: 'cleo', name: 'Inventory', ends: 5, used: 3, permissions: ['view_account', 'view_organization'] },
  { of: 'ada', by: 'ada', name: 'Monitoring', ends: 88, used: 0, permissions: ['view_audit_log'] },
];

export const furnishApiTokens: FurnishStep = async ({ db, now, personIds }) => {
  const idOf = (name: string): string => personIds.get(name) ?? '';
  const made = new Date(now.getTime() - 40 * 86_400_000);
  const stamps = { created_at: made, updated_at: made };
  const rows = TOKENS.map(({ of, by, name, ends, used, enabled = true, addresses = [], permissions = null }) => {
    const text = newTokenText();
    return {
      ...stamps,
      id: newId(),
      user_id: idOf(of),
      created_by: idOf(by),
      name,
      enabled,
      permissions,
      token_hash: hashToken(text),
      last_four: lastFour(text),
      end_date: ends === null ? null : inDays(now, ends),
      allowed_addresses: addresses,
      last_used_at: used === null ? null : new Date(now.getTime() - used * 3_600_000),
      last_used_address: used === null ? null : '192.0.2.17',
    };
  });
  await db.insertInto('api_token').values(rows).execute();
  return {};
};
