/** How surely somebody has proved who they are: pure predicates of both sides. */

/**
 * What somebody shows at a sign-in. A passkey is a security key that has verified its person by PIN or body;
 * the operator is whoever runs the platform, and has its key.
 */
export type Proof =
  | 'password'
  | 'link'
  | 'app'
  | 'recovery_code'
  | 'security_key'
  | 'passkey'
  | 'provider'
  | 'certificate'
  | 'operator';

/** What a proof rests on: something known, something held. Mailbox and password are one: who has one sets the other. */
const FACTORS: Readonly<Record<Proof, readonly ('known' | 'held' | 'vouched')[]>> = {
  password: ['known'],
  link: ['known'],
  app: ['held'],
  recovery_code: ['held'],
  security_key: ['held'],
  passkey: ['known', 'held'],
  provider: ['vouched'],
  certificate: ['vouched'],
  operator: ['vouched'],
};

/**
 * How many factors the proofs come to: 0, 1 or 2. A provider and a certificate vouch for themselves: what they ask of a
 * person is theirs to say. This is the one place that counts.
 */
export function levelOf(proofs: readonly Proof[]): 0 | 1 | 2 {
  const factors = new Set(proofs.flatMap((proof) => FACTORS[proof]));
  if (factors.has('vouched') || factors.size > 1) return 2;
  return factors.size === 1 ? 1 : 0;
}

/** What is known of somebody's second factors. */
export type FactorState = {
  /** An account of theirs, the first or another, asks its people for one. */
  required: boolean;
  /** Somebody who looks after people has taken theirs away: they set one up anew. */
  reset: boolean;
  apps: number;
  keys: number;
};

/** Whether somebody has a second factor to give. */
export const hasSecondFactor = ({ apps, keys }: FactorState): boolean => apps + keys > 0;

/** The level that a sign-in must come to: two where an account of theirs asks for it, or the person has set it up. */
export const levelNeeded = (state: FactorState): 1 | 2 =>
  state.required || state.reset || hasSecondFactor(state) ? 2 : 1;

/** Letters that no code has, for the digits that people read them as (Crockford's base 32). */
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * A code as it counts: people type blanks and hyphens of any kind, wide digits where they write Japanese, small letters
 * for great ones, and letters for digits that look like them.
 */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\u{30FC}\u{2212}]/gu, '')
    .toUpperCase()
    .replaceAll(/[OIL]/g, (letter) => READ_AS[letter] ?? letter);

/** True for the code of an authenticator app; every other one is a recovery code. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain);
