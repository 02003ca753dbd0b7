/** API tokens of the demo platform, in every state. Nobody has their texts: whoever wants to call makes one. */
import { hashToken } from '../src/sign-in/tokens/token-store.ts';
import { lastFour, newTokenText } from '../src/sign-in/tokens/token-text.ts';
import { newId } from '../src/ids.ts';
import { inDays } from './accounts.ts';
import { momentOf } from './demo-log.ts';
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
  /** Where it was used from, one of those. */
  from?: string;
  permissions?: string[];
};

/** Where cards are ordered from. */
const CARDS = ['198.51.100.7', '2001:db8::/48'];
const OFFICE = '192.0.2.17';
const MINUTE_MS = 60_000;

const TOKENS: readonly DemoToken[] = [
  { of: 'cleo', by: 'cleo', name: 'Nightly report', ends: 12, used: 9, addresses: ['192.0.2.0/24'] },
  { of: 'cleo', by: 'cleo', name: 'Reading accounts', ends: 340, used: 50, permissions: ['view_account'] },
  { of: 'cleo', by: 'ada', name: 'Migration of 2026', ends: -20, used: 24 * 31 },
  { of: 'cleo', by: 'cleo', name: 'First steps', ends: null, used: null, enabled: false },
  { of: 'dora', by: 'cleo', name: 'Card orders', ends: 200, used: 1, addresses: CARDS, from: CARDS[0] },
  { of: 'dora', by: 'cleo', name: 'Card stock', ends: 5, used: 3, permissions: ['view_account', 'view_organization'] },
  {
    of: 'ada',
    by: 'ada',
    name: 'Monitoring',
    ends: 88,
    used: 0,
    permissions: ['view_audit_log'],
    from: '203.0.113.40',
  },
];

export const furnishApiTokens: FurnishStep = async ({ db, now, personIds }) => {
  const idOf = (name: string): string => personIds.get(name) ?? '';
  const rows = TOKENS.map((token, n) => {
    const { of, by, name, ends, used, enabled = true, addresses = [], permissions = null, from = OFFICE } = token;
    const made = momentOf(now, 40 + n * 19, 520 + n * 43);
    const text = newTokenText();
    return {
      created_at: made,
      updated_at: made,
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
      last_used_at: used === null ? null : new Date(now.getTime() - (used * 60 + n * 7) * MINUTE_MS),
      last_used_address: used === null ? null : from,
    };
  });
  await db.insertInto('api_token').values(rows).execute();
  return {};
};
