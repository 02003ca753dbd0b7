/** How far an answer of a provider of OpenID Connect has come, for whoever looks at it afterwards. */
import type { FederatedAnswerKept } from '@signet/contract/areas/sign-in-trials';
import { storedDateTime } from '@signet/contract/dates';
import { instantIn, type Claims } from './claims.ts';
import type { Heard } from './client.ts';

/** What the browser brings: of the provider's parameters those that count. */
export type Brought = {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
};

/** `claims` are there once all was right. */
export type Seen = { brought: Brought; heard: Heard[]; userClaim: string; claims: Claims | null };

export const nothingSeen = (brought: Brought): Seen => ({ brought, heard: [], userClaim: 'sub', claims: null });

/** So much of an answer is kept, in characters. */
const KEPT_MAX = 50_000;
/** What opens something is never kept. */
const OPENS = new Set(['access_token', 'refresh_token']);

/** JSON as it was, without what opens something; text that is none as it is. */
function shown(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8').slice(0, KEPT_MAX).toWellFormed();
  try {
    return JSON.parse(text, (name: string, value: unknown) => (OPENS.has(name) ? undefined : value));
  } catch {
    return text;
  }
}

/** The claims of an ID token that nobody has verified; none where there is no such token. */
function claimed(heard: readonly Heard[]): Claims {
  for (const { body } of heard) {
    const answer = shown(body);
    const token = typeof answer === 'object' && answer !== null && 'id_token' in answer ? answer.id_token : null;
    const claims = typeof token === 'string' ? shown(Buffer.from(token.split('.')[1] ?? '', 'base64url')) : null;
    if (typeof claims === 'object' && claims !== null) return { ...claims };
  }
  return {};
}

const instantOf = (claim: unknown): string | null => {
  const at = instantIn(claim);
  return at && storedDateTime(at);
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What is kept of an answer: its verified claims, where it came as far as that; else what it claims of itself. */
export function keptOf({
  brought,
  heard,
  userClaim,
  claims,
}: Seen): Omit<FederatedAnswerKept, 'detail' | 'sent' | 'becomes'> {
  const said = claims ?? claimed(heard);
  const name = said[userClaim];
  const { code, state: _ours, ...parameters } = brought;
  const answers = heard.map(({ address, status, body }) => ({ address, status, body: shown(body) }));
  return {
    name: typeof name === 'string' ? name.slice(0, 255) : null,
    verified: claims !== null,
    certificate: null,
    said: Object.entries(said).map(([one, value]) => ({
      name: one,
      values: (Array.isArray(value) ? value : [value]).map(textOf),
    })),
    authenticated_at: instantOf(said['auth_time']),
    valid_until: instantOf(said['exp']),
    response: JSON.stringify({ redirect: { ...parameters, code: code !== undefined }, answers }, null, 2),
  };
}
