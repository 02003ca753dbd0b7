import { describe, expect, test } from 'vitest';
import type { Viewer } from '../viewer.ts';
import { whyNotActFor } from './oauth-authorization-rules.ts';

const person = (scope: Viewer['scope'], primaryAccountId: string, others: string[] = []) => ({
  scope,
  primaryAccountId,
  accountIds: [primaryAccountId, ...others],
});
const refusal = (account_id: string, who: ReturnType<typeof person>, system_account = false) =>
  whyNotActFor({ account_id, system_account }, who)?.status ?? null;

describe('a client of an account acts for its own people', () => {
  test.each([
    ['somebody of the account', person('account', 'a'), null],
    ['somebody who belongs to it beside another one', person('account', 'b', ['a']), null],
    ['somebody of another account', person('account', 'b'), 'OAUTH_CLIENT_ELSEWHERE'],
    ['a partner’s people, of that partner', person('partner', 'a'), null],
    ['a partner whose customer the account is', person('partner', 'p', ['a']), 'OAUTH_CLIENT_ELSEWHERE'],
    ['a system administrator', person('system', 's', ['a']), 'OAUTH_CLIENT_ELSEWHERE'],
    ['a system administrator who stands in the account', person('system', 'a'), 'OAUTH_CLIENT_ELSEWHERE'],
  ])('%s', (_who, who, refused) => expect(refusal('a', who)).toBe(refused));
});

test.each(['account', 'partner', 'system'] as const)('a client of the platform acts for people of scope %s', (scope) =>
  expect(refusal('s', person(scope, 'a'), true)).toBeNull(),
);
