/** A session that has ended: the page rests for a while, the computer slept, or the assistant was started again. */
import { describe, expect, test } from 'vitest';
import { newConnector, NotConnected } from './connector.ts';
import { assistantEnd, type Replies } from './testing/assistant-end.ts';
import { CONSOLE, testSurroundings } from './testing/surroundings.ts';

const STORES = { config: { key_stores: [] }, token: { tokens: [] }, certificate: { certificates: [] } };
type Asked = keyof typeof STORES;
const ALL: readonly Asked[] = ['config', 'token', 'certificate'];

/** A page that is connected, and whose session the assistant does not know any more. */
async function withLostSession(replies: Replies = {}) {
  const all = { config: () => STORES.config, token: () => STORES.token, certificate: () => STORES.certificate };
  const end = assistantEnd({ origin: CONSOLE, replies: { ...all, ...replies } });
  const { world } = testSurroundings({ network: end.network });
  const connector = newConnector(world);
  await connector.check();
  await connector.initialize();
  let handshakes = 0;
  world.network = (address, init) => {
    if (address.endsWith('/handshake')) handshakes += 1;
    return end.network(address, init);
  };
  end.forget();
  const before = end.said.length;
  return {
    connector,
    world,
    said: () => end.said.slice(before).map(({ command }) => command),
    handshakes: () => handshakes,
  };
}

describe('a session that the assistant does not know any more', () => {
  test('is begun anew once for all that were asked at the same time, and each is run once', async () => {
    const { connector, said, handshakes } = await withLostSession();
    expect(await Promise.all(ALL.map((one) => connector.ask(one, {})))).toEqual(ALL.map((one) => STORES[one]));
    expect(handshakes()).toBe(1);
    expect(said()).toEqual(['initialize', 'service', ...ALL]);
    expect(connector.connection()).toMatchObject({ state: 'initialized', trouble: null });
  });

  test('is waited for by what is asked while it is begun anew', async () => {
    const slow = Promise.withResolvers<Record<string, unknown>>();
    const { connector, world } = await withLostSession({ token: () => slow.promise });
    const reached = Promise.withResolvers<undefined>();
    const answering = world.network;
    const held = Promise.withResolvers<undefined>();
    world.network = async (address, init) => {
      if (address.endsWith('/handshake')) {
        reached.resolve(undefined);
        await held.promise;
      }
      return answering(address, init);
    };
    const first = connector.ask('config', {});
    await reached.promise;
    const clicked = connector.ask('certificate', {});
    held.resolve(undefined);
    expect(await Promise.all([first, clicked])).toEqual([STORES.config, STORES.certificate]);
  });

  test('is begun anew no second time where that has failed', async () => {
    const { connector, world, said } = await withLostSession();
    const knowing = world.network;
    let handshakes = 0;
    world.network = (address, init) => {
      if (!address.endsWith('/handshake')) return knowing(address, init);
      handshakes += 1;
      return Promise.resolve(Response.json({ error: { status: 'INTERNAL_ERROR', message: '' } }, { status: 500 }));
    };
    const asked = await Promise.allSettled(ALL.map((one) => connector.ask(one, {})));
    for (const one of asked) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(NotConnected) });
    expect(handshakes).toBe(1);
    expect(said()).toEqual([]);
    expect(connector.connection().trouble).toMatchObject({ kind: 'failed_handshake' });
  });
});
