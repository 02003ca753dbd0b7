/** Paths that others made: NIST's suite, but for what depends on revocation lists. */
import { describe, expect, test } from 'vitest';
import { checkPath } from './path.ts';
import type { PathFault } from './path-rules.ts';
import { NOW } from './testing/authority.ts';
import { PKITS_ANCHOR, PKITS_TESTS, pkitsAbove } from './testing/pkits.ts';

const numbers = (text: string): string[] => text.trim().split(/\s+/);

/** Why each invalid path is refused: by the rule that its test is about, and no other. */
const REFUSED: Partial<Record<PathFault, readonly string[]>> = {
  bad_signature: ['4.1.2', '4.1.3'],
  weak_signature: ['4.1.6'],
  authority_expired: ['4.2.1', '4.2.5'],
  not_yet_valid: ['4.2.2'],
  expired: ['4.2.6', '4.2.7'],
  unknown_authority: ['4.3.1', '4.3.2'],
  not_an_authority: ['4.5.8', '4.6.1', '4.6.2', '4.6.3', '4.7.1', '4.7.2'],
  path_too_long: ['4.6.5', '4.6.6', '4.6.9', '4.6.10', '4.6.11', '4.6.12', '4.6.16'],
  policy_missing: numbers(`
    4.8.4 4.8.5 4.8.7 4.8.8 4.8.9 4.8.12 4.9.3 4.9.5 4.9.7 4.9.8 4.10.2 4.10.4 4.10.7 4.10.8 4.10.10
    4.11.1 4.11.3 4.11.5 4.11.6 4.11.8 4.11.9 4.11.10 4.11.11 4.12.1 4.12.4 4.12.5 4.12.6 4.12.8 4.12.10
  `),
  name_not_permitted: numbers(`
    4.13.2 4.13.3 4.13.7 4.13.8 4.13.9 4.13.10 4.13.12 4.13.13 4.13.15 4.13.16 4.13.17 4.13.20 4.13.22
    4.13.24 4.13.26 4.13.28 4.13.29 4.13.31 4.13.33 4.13.35 4.13.37 4.13.38
  `),
  unknown_critical: ['4.16.2'],
};

/** Valid by RFC 5280 and refused here: stricter on purpose (docs/decisions/048-certificate-paths.md). */
const STRICTER: Partial<Record<PathFault, readonly string[]>> = {
  // DSA.
  weak_signature: ['4.1.4', '4.1.5'],
  // An authority's certificate at the end of the path.
  wrong_usage: ['4.6.8', '4.6.14', '4.8.6'],
  // Constraints on URIs are not compared.
  name_not_permitted: ['4.13.34', '4.13.36'],
};

const ask = { now: NOW, purpose: 'client_auth' } as const;

/** The numbers of tests by the fault that was found; `good` are those with a path. */
function judged(tests: typeof PKITS_TESTS): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { number, leaf } of tests) {
    const verdict = checkPath(leaf, pkitsAbove(leaf), [PKITS_ANCHOR], ask);
    (found['fault' in verdict ? verdict.fault : 'good'] ??= []).push(number);
  }
  return found;
}

describe("NIST's PKITS", () => {
  test('what is invalid is refused, each path by the rule that it breaks', () => {
    expect(judged(PKITS_TESTS.filter(({ valid }) => !valid))).toEqual(REFUSED);
  });

  test('what is valid is taken, but for what is known to be refused', () => {
    const { good = [], ...refused } = judged(PKITS_TESTS.filter(({ valid }) => valid));
    expect(refused).toEqual(STRICTER);
    expect(good).toHaveLength(71);
  });

  test('the order in which the authorities come makes no difference', () => {
    const longest = PKITS_TESTS.filter(({ number }) => ['4.6.17', '4.9.4', '4.11.7'].includes(number));
    for (const { leaf } of longest) {
      const above = pkitsAbove(leaf);
      const there = checkPath(leaf, above, [PKITS_ANCHOR], ask);
      expect(there).toHaveProperty('path.2');
      expect(checkPath(leaf, above.toReversed(), [PKITS_ANCHOR], ask)).toEqual(there);
    }
  });
});
