/** OAuth and signing clients of the demo platform, in every state. Nobody has their secrets: a new one can be made. */
import { newId } from '../src/ids.ts';
import { hashToken } from '../src/sign-in/tokens/token-store.ts';
import { lastFour, newClientId, newClientSecretText } from '../src/sign-in/tokens/token-text.ts';
import { DAY_MS, momentOf } from './demo-log.ts';
import type { FurnishStep } from './demo.ts';

/** By friendly identifier who looks after its clients; the platform's own Ada does. */
const LOOKED_AFTER_BY: Readonly<Record<string, string>> = { 'nordmark-lb': 'cleo', 'umbra-trust': 'ben' };

type DemoClient = {
  /** The friendly identifier of its account; none for the platform's own. */
  of?: string;
  name: string;
  /** How many hours ago it was used; null for never. */
  used: number | null;
  scopes?: string[];
  enabled?: boolean;
  /** One that the platform made for its devices. */
  devices?: boolean;
  /** For how many days the former secret is good still. */
  former?: number;
  /** Where people who sign in are led back to. */
  redirects?: string[];
};

const CLIENTS: readonly DemoClient[] = [
  { of: 'nordmark-lb', name: 'Gate control', used: 2, scopes: ['view_certificate', 'view_seat'], former: 3 },
  {
    of: 'nordmark-lb',
    name: 'Treasury portal',
    used: 31,
    scopes: ['openid', 'profile', 'view_account'],
    redirects: ['https://treasury.nordmark-lb.example/signed-in'],
  },
  { of: 'nordmark-lb', name: 'Inventory of 2025', used: 24 * 140, scopes: ['view_seat'], enabled: false },
  { of: 'nordmark-lb', name: 'Trust assistant of devices', used: 5, devices: true },
  { of: 'umbra-trust', name: 'Customer reports', used: null, scopes: ['view_account', 'view_audit_log'] },
  { name: 'Document signing', used: 1 },
  { name: 'Signing in the archive', used: null, enabled: false },
];

export const furnishOauthClients: FurnishStep = async ({ db, now, accountIds, personIds }) => {
  const platform = await db.selectFrom('account').select('id').where('system_account', '=', true).executeTakeFirst();
  for (const [index, client] of CLIENTS.entries()) {
    const { of, name, used, scopes = [], enabled = true, devices = false, former, redirects } = client;
    // Before it was used, and no two in the same hour.
    const age = 60 * DAY_MS + (used ?? 0) * 3_600_000 + index * 41 * 3_600_000;
    const made = new Date(now.getTime() - age);
    const stamps = { created_at: made, updated_at: made };
    const updated_by = personIds.get(LOOKED_AFTER_BY[of ?? ''] ?? 'ada') ?? null;
    const account_id = (of === undefined ? platform?.id : accountIds.get(of)) ?? '';
    const id = newId();
    await db
      .insertInto('oauth_client')
      .values({
        ...stamps,
        id,
        account_id,
        updated_by,
        client_id: newClientId(),
        name,
        enabled,
        dta_client: devices,
        scopes,
        last_used_at: used === null ? null : new Date(now.getTime() - (used * 60 + index * 11) * 60_000),
        ...(redirects ? { redirect_uris: redirects, grant_types: ['authorization_code', 'refresh_token'] } : {}),
      })
      .execute();
    for (const days of former === undefined ? [null] : [null, former]) {
      const text = newClientSecretText();
      const expires_at = days === null ? null : momentOf(now, -days, 1_005);
      const secret = { client_id: id, secret_hash: hashToken(text), last_four: lastFour(text), created_at: made };
      await db
        .insertInto('oauth_client_secret')
        .values({ ...secret, id: newId(), expires_at })
        .execute();
    }
    if (name === 'Document signing')
      await db
        .insertInto('signing_client')
        .values([
          { ...stamps, ...link(id), id: newId(), oauth_client_account_id: 'nordmark-main' },
          { ...stamps, ...link(id), id: newId(), oauth_client_account_id: 'nordmark-trial', enabled: false },
        ])
        .execute();
  }
  return {};

  function link(providerId: string) {
    return { account_id: accountIds.get('nordmark-lb') ?? '', oauth_client_id: providerId };
  }
};
