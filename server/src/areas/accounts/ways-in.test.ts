/** Whatever is switched, in whatever order and by whomever at once: an account keeps a way in. */
import { methodsOn, methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '@signet/contract/areas/accounts';
import type { Viewer } from '@signet/contract/viewer';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type TestApp } from '../../testing/app.ts';
import { atOnce } from '../../testing/sign-in.ts';
import { switchMethod } from './change-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { CLIENT_AUTH_URL: 'https://localhost' } });
});
afterAll(() => app.close());

/** The same numbers for the same seed (xorshift32), so that a failure can be looked at again. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

test.each([7, 1109, 65_537])('[A-135 A-136 A-137] four at once, many times over (seed %i)', async (seed) => {
  const throwDice = dice(seed);
  const id = app.accountIds.get('nordmark-lb') ?? '';
  const path = `/account/ui-api/v1/account/${id}`;
  const read = async (): Promise<Account> => (await app.call('ada', 'GET', path)).body;
  /** One change by its call; single sign-on by what its calls use, since a provider is not the question here. */
  const change = async (one: Account, way = throwDice(4), enabled = throwDice(3) === 0): Promise<number> => {
    const { name, service_period } = one;
    let answer: Answer;
    if (way === 0)
      answer = await app.call('ben', 'PUT', `${path}/standard-signin`, {
        name,
        service_period,
        sign_in_methods: [],
        standard_login: enabled,
      });
    else if (way === 1) answer = await app.call('cleo', 'PUT', `${path}/enable-cac`, { enabled });
    else return switchFederated(way === 2 ? 'saml' : 'oidc', enabled);
    return answer.status;
  };
  const switchFederated = async (method: 'saml' | 'oidc', enabled: boolean): Promise<number> => {
    const viewer: Viewer = {
      userId: app.userIds.get('ada') ?? '',
      userName: 'ada',
      name: 'Ada',
      scope: 'system',
      primaryAccountId: null,
      accountIds: [],
      permissions: new Set(['view_account', 'manage_account']),
      termsAccepted: true,
      via: { by: 'session', sessionId: newId() },
    };
    const place = { now: app.clock.now(), runtime: app.runtime };
    try {
      await app.db.transaction().execute((tx) => switchMethod(viewer, tx, id, { method, enabled }, place));
      return 200;
    } catch (error) {
      if (!/LAST_METHOD|STANDARD_SIGN_IN_OFF/.test(String(error))) throw error;
      return 409;
    }
  };
  const answered: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const one = await read();
    answered.push(...(await atOnce(app, 4, () => change(one))));
    expect(methodsOn(methodStatesOf(await read()))).not.toEqual([]);
  }
  expect([...new Set(answered)].every((status) => status === 200 || status === 409)).toBe(true);
  // Whatever is left by then, the last one can't be taken away.
  const taken: number[] = [];
  for (const way of [0, 1, 2, 3]) taken.push(await change(await read(), way, false));
  expect(taken.filter((status) => status === 409)).toHaveLength(1);
  expect(methodsOn(methodStatesOf(await read()))).toHaveLength(1);
});
