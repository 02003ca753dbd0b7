/** Whose request an answer of a provider takes, and whose answers somebody sees: each condition by itself. */
import { LIMITS } from '@signet/contract/limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { newSecret, hashSecret } from '../../secrets.ts';
import type { TestApp } from '../../testing/app.ts';
import { onePlatform } from '../../testing/one-platform.ts';
import { answersOf, claimTrial, findAnswer, keepFailure, keepTrial } from './answer-store.ts';
import { openRequest, takeRequest } from './request-store.ts';

let app: TestApp;
onePlatform((given) => (app = given));
const account = (name: string): string => app.accountIds.get(name) ?? '';
const place = () => ({ db: app.db, runtime: app.runtime, now: app.clock.now() });

describe('a request', () => {
  const SECRETS = { state: 'of the tab', nonce: null, code_verifier: null };
  const open = (id: string) =>
    openRequest(place(), { id, accountId: account('nordmark-lb'), method: 'saml', trialBy: null, ...SECRETS });

  test('is taken once, by an answer of the kind of provider that was asked, in time', async () => {
    await open('_one');
    expect(await takeRequest(place(), '_one', 'oidc')).toBeNull();
    expect(await takeRequest(place(), '_other', 'saml')).toBeNull();
    expect(await takeRequest(place(), '_one', 'saml')).toMatchObject({ state: 'of the tab', askedAt: place().now });
    expect(await takeRequest(place(), '_one', 'saml')).toBeNull();
    await open('_late');
    app.clock.pass(LIMITS.loginTransactionMinutes * 60);
    expect(await takeRequest(place(), '_late', 'saml')).toBeNull();
  });
});

describe('answers that are kept', () => {
  const kept = (name: string) => ({
    detail: null,
    name,
    verified: false,
    certificate: null,
    said: [],
    authenticated_at: null,
    valid_until: null,
    sent: null,
    response: '<x/>',
    becomes: null,
  });
  type Whose = { accountId: string; method: 'saml' | 'oidc' };
  let nordmark: Whose;
  let others: Whose[];
  beforeEach(() => {
    nordmark = { accountId: account('nordmark-lb'), method: 'saml' };
    others = [
      { ...nordmark, method: 'oidc' },
      { ...nordmark, accountId: account('calder-identity') },
    ];
  });
  const fail = (whose: Whose, name: string, asked = true) =>
    keepFailure(place(), { ...whose, problem: 'SAML_EXPIRED', asked, kept: kept(name) });
  const names = async (whose: Whose) => (await answersOf(place(), whose)).map(({ name }) => name);

  test('are the newest of each account and method, those that nobody had asked for apart', async () => {
    const trial = { by: app.userIds.get('cleo') ?? '', stateHash: hashSecret('tab').toString('base64') };
    const code = await keepTrial(place(), { ...nordmark, problem: null, kept: kept('tried') }, trial);
    await claimTrial(place(), nordmark.accountId, { by: trial.by, code, state: 'tab' });
    for (const whose of others) await fail(whose, 'elsewhere');
    await fail(nordmark, 'unasked', false);
    const all = Array.from({ length: LIMITS.federatedAnswersMax + 2 }, (_, at) => `answer ${at}`);
    for (const name of all) {
      app.clock.pass(1);
      await fail(nordmark, name);
    }
    const last = all.slice(2).toReversed();
    expect(new Set(await names(nordmark))).toEqual(new Set([...last, 'tried', 'unasked']));
    expect((await names(nordmark)).slice(0, last.length)).toEqual(last);
    for (const whose of others) expect(await names(whose)).toEqual(['elsewhere']);
    app.clock.pass(LIMITS.federatedAnswerMinutes * 60);
    const [, , elsewhere] = [nordmark, ...others];
    for (const whose of [nordmark, elsewhere ?? nordmark]) expect(await names(whose)).toEqual([]);
  });

  test('of a trial are claimed by its person and tab, at its account, once, in time', async () => {
    const [cleo, carl] = [app.userIds.get('cleo') ?? '', app.userIds.get('carl') ?? ''];
    const keep = () =>
      keepTrial(
        place(),
        { ...nordmark, problem: null, kept: kept('tried') },
        { by: cleo, stateHash: hashSecret('tab').toString('base64') },
      );
    const code = await keep();
    const claim = (more: object = {}, accountId = nordmark.accountId) =>
      claimTrial(place(), accountId, { by: cleo, code, state: 'tab', ...more });
    expect(await names(nordmark)).toEqual([]);
    const row = await app.db.selectFrom('federated_answer').select('id').executeTakeFirstOrThrow();
    expect(await findAnswer(place(), nordmark.accountId, row.id)).toBeNull();
    for (const wrong of [{ by: carl }, { code: newSecret() }, { state: 'another tab' }])
      expect(await claim(wrong)).toBeNull();
    expect(await claim({}, account('calder-identity'))).toBeNull();
    expect(await claim()).toMatchObject({ id: row.id, trial: true, name: 'tried' });
    expect(await claim()).toBeNull();
    expect(await findAnswer(place(), account('calder-identity'), row.id)).toBeNull();
    expect(await findAnswer(place(), nordmark.accountId, row.id)).toMatchObject({ id: row.id });
    const late = await keep();
    app.clock.pass(LIMITS.federatedAnswerMinutes * 60);
    expect(await claim({ code: late })).toBeNull();
    expect(await findAnswer(place(), nordmark.accountId, row.id)).toBeNull();
  });
});
