/** Tokens for tests, as the platform makes them but for the signature, which the console does not look at. */
import type { Tokens } from '../session/state.ts';

const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');

/** A session of this person that has a while to go. `renewal` tells the tokens of one session apart. */
export function tokensOf(person: string, { renewal = 1 } = {}): Tokens {
  return {
    accessToken: `${part({ alg: 'HS256', typ: 'at+jwt' })}.${part({ sub: person, sid: `s-${person}`, renewal })}.c2ln`,
    refreshToken: `refresh-${person}-${renewal}`,
    expiresAt: new Date('2099-01-01T00:00:00Z'),
  };
}
