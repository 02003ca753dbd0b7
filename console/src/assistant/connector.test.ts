/** The way from a page to the assistant: what is waited for how long, and what each cause is called. */
import { describe, expect, test } from 'vitest';
import { newConnector } from './connector.ts';
import { assistantEnd, WAITS } from './testing/assistant-end.ts';
import { CONSOLE, greets, mute, nobody, testSurroundings, type Network } from './testing/surroundings.ts';

const HELLO = 'http://127.0.0.1:8900/api/v1/hello';
/** How often it was asked, with the question whether anybody is there who may not be read. */
const hellos = (asked: { address: string }[]): number => asked.filter(({ address }) => address === HELLO).length;

describe('the check', () => {
  test('[S-170 S-416] gives up a probe after 500 ms, comes three times more, then says so', async () => {
    const { world, clock, asked } = testSurroundings({ network: mute });
    const connector = newConnector(world);
    expect(connector.connection().state).toBe('uninitialized');
    void connector.check();
    await clock.pass(3_499);
    expect(connector.connection()).toMatchObject({ state: 'uninitialized', busy: 'checking' });
    await clock.pass(1);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: null, trouble: { code: 2 } });
    expect(asked.map(({ at }) => at)).toEqual([0, 1_000, 2_000, 3_000]);
    await clock.pass(60_000);
    expect(asked).toHaveLength(4);
  });

  test('[S-170] where the port refuses, it asks once more at the end whether anybody is there at all', async () => {
    const modes: (string | undefined)[] = [];
    const { world, clock, asked } = testSurroundings({
      network: (_address, { mode }) => {
        modes.push(mode);
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    const connector = newConnector(world);
    void connector.check();
    await clock.pass(60_000);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: null, trouble: { code: 2 } });
    expect(asked.map(({ at }) => at)).toEqual([0, 500, 1_000, 1_500, 1_500]);
    expect(modes).toEqual([undefined, undefined, undefined, undefined, 'no-cors']);
  });

  test('[S-368 S-369] asks at port 8900 of this computer alone; who answers is running', async () => {
    const { world, clock, asked } = testSurroundings({ network: greets('4.0.0') });
    const connector = newConnector(world);
    void connector.check();
    await clock.pass(0);
    expect(connector.connection()).toMatchObject({ state: 'running', trouble: null, hello: { version: '4.0.0' } });
    expect(asked.map(({ address }) => address)).toEqual([HELLO]);
  });

  test('one that starts between two tries is found', async () => {
    const { world, clock } = testSurroundings();
    const connector = newConnector(world);
    void connector.check();
    await clock.pass(600);
    world.network = greets('4.0.0');
    await clock.pass(500);
    expect(connector.connection().state).toBe('running');
  });

  test('two who ask at once make one check', async () => {
    const { world, clock, asked } = testSurroundings({ network: greets('4.0.0') });
    const connector = newConnector(world);
    void connector.check();
    void connector.check();
    await clock.pass(0);
    expect(asked).toHaveLength(1);
  });
});

describe('what the browser does not let the page do is no assistant that is missing', () => {
  const checked = async (change: (world: ReturnType<typeof testSurroundings>['world']) => void) => {
    const { world, clock, asked } = testSurroundings({ network: greets('4.0.0') });
    change(world);
    const connector = newConnector(world);
    void connector.check();
    await clock.pass(0);
    return { kind: connector.connection().trouble?.kind, asked: asked.length, connector, clock, world };
  };
  test.each([
    ['a page without encryption', { isSecure: false }, 'blocked_insecure', 0],
    ['a permission that was refused', { permission: () => Promise.resolve('denied') }, 'blocked_denied', 0],
    ['a permission not yet asked for', { permission: () => Promise.resolve('unasked') }, 'permission_needed', 0],
    ['a browser without such a permission', { permission: () => Promise.resolve('unknown') }, undefined, 1],
    ['a page of this computer', { isLocal: true, permission: () => Promise.resolve('denied') }, undefined, 1],
  ] as const)('%s', async (_what, change, kind, asked) => {
    expect(await checked((world) => Object.assign(world, change))).toMatchObject({ kind, asked });
  });

  test.each([
    ['fails at once', nobody, 'blocked_browser'],
    ['is not answered', mute, 'not_running'],
    ['is answered', greets('4.0.0'), undefined],
  ] as const)('a browser that keeps every page from this computer, where a knock %s', async (_what, network, kind) => {
    const { connector, clock, world } = await checked((one) => Object.assign(one, { network, blocksLoopback: true }));
    await clock.pass(3_500);
    expect(connector.connection()).toMatchObject({ busy: null });
    expect(connector.connection().trouble?.kind).toBe(kind);
    void connector.look();
    await clock.pass(500);
    expect(connector.connection().trouble?.kind).toBe(kind);
    world.network = greets('4.0.0');
    void connector.check();
    await clock.pass(0);
    expect(connector.connection()).toMatchObject({ state: 'running', trouble: null });
  });

  test('the person is asked after a click, and has longer than a probe to answer', async () => {
    let answer: 'unasked' | 'granted' = 'unasked';
    const { connector, clock, world } = await checked((one) => (one.permission = () => Promise.resolve(answer)));
    world.network = mute;
    void connector.allow();
    await clock.pass(60_000);
    expect(connector.connection().busy).toBe('checking');
    answer = 'granted';
    world.network = greets('4.0.0');
    await clock.pass(60_000);
    expect(connector.connection()).toMatchObject({ state: 'running', trouble: null });
  });
});

describe('[S-406] somebody is there who does not answer this page', () => {
  const refusal =
    (status: string): Network =>
    () =>
      Promise.resolve(Response.json({ error: { status, message: '' } }, { status: 421 }));
  /** As a browser says of an answer that the page may not read. */
  const unreadable: Network = (_address, { mode }) =>
    mode === 'no-cors' ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'));
  test.each([
    ['refuses the name', refusal('FOREIGN_HOST'), 1],
    ['refuses the page', refusal('FOREIGN_ORIGIN'), 1],
    ['lets nothing be read', unreadable, 5],
    ['is another program', () => Promise.resolve(Response.json({ hello: 'world' })), 1],
    ['is a server of pages', () => Promise.resolve(new Response('<h1>404</h1>', { status: 404 })), 1],
  ] satisfies [string, Network, number][])('%s', async (_what, network, asks) => {
    const { world, clock, asked } = testSurroundings({ network });
    const connector = newConnector(world);
    void connector.check();
    await clock.pass(10_000);
    expect(connector.connection()).toMatchObject({ state: 'not_running', trouble: { kind: 'failed_hostname' } });
    expect(hellos(asked)).toBe(asks);
  });
});

describe('launching', () => {
  const launched = async (network: Network = nobody) => {
    const parts = testSurroundings({ network });
    const connector = newConnector(parts.world);
    void connector.check();
    await parts.clock.pass(3_500);
    expect(connector.connection()).toMatchObject({ state: 'not_running', trouble: { kind: 'not_running', code: 2 } });
    parts.asked.length = 0;
    const begun = parts.clock.now();
    connector.launch();
    /** When hello was asked, since the launch, once a moment. */
    const times = () => [...new Set(parts.asked.map(({ at }) => at - begun))];
    return { ...parts, connector, times };
  };

  test.each([
    ['is refused at once', nobody],
    ['is not answered', mute],
  ])('[S-172 S-174 S-393] not installed after 2000 ms, where the port %s', async (_what, network) => {
    const { connector, clock, opened } = await launched(network);
    expect(opened.map(({ address }) => address)).toEqual(['signet-assistant:start']);
    await clock.pass(1_999);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: 'launching' });
    await clock.pass(1);
    expect(connector.connection()).toMatchObject({
      state: 'not_installed',
      trouble: { kind: 'not_installed', code: 1 },
    });
  });

  test.each([
    ['is refused at once', nobody],
    ['is not answered', mute],
  ])('[S-173] asks every 2000 ms and gives up at 30000 ms, where the port %s', async (_what, network) => {
    const { connector, clock, leave, times } = await launched(network);
    leave();
    await clock.pass(29_999);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: 'launching' });
    await clock.pass(1);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: null, trouble: { code: 2 } });
    await clock.pass(60_000);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: null, trouble: { code: 2 } });
    expect(times()).toEqual(Array.from({ length: 15 }, (_, index) => 2_000 * (index + 1)));
  });

  test('[S-173 S-393] pressed again it opens again and waits as long again; a double click opens once', async () => {
    const { connector, clock, opened, leave, waiting } = await launched();
    leave();
    connector.launch();
    expect(opened).toHaveLength(1);
    await clock.pass(5_000);
    connector.launch();
    expect(opened).toHaveLength(2);
    await clock.pass(29_999);
    expect(connector.connection()).toMatchObject({ state: 'not_running', busy: 'launching' });
    expect(waiting()).toBe(1);
    await clock.pass(1);
    expect(connector.connection()).toMatchObject({ busy: null, trouble: { kind: 'not_running' } });
    expect(waiting()).toBe(0);
  });

  test('whoever looks meanwhile does not say that it is over', async () => {
    const { connector, clock } = await launched();
    void connector.look();
    await clock.pass(600);
    expect(connector.connection().busy).toBe('launching');
    void connector.check();
    await clock.pass(1_500);
    expect(connector.connection().busy).toBe('launching');
  });

  test.each([true, false])(
    '[S-173] one that starts at 10 s is found within 2 s (scheme taken: %s)',
    async (isTaken) => {
      const { connector, clock, leave, world, times } = await launched();
      if (isTaken) leave();
      await clock.pass(10_000);
      world.network = greets('4.0.0');
      await clock.pass(2_000);
      expect(connector.connection()).toMatchObject({ state: 'running', busy: null, trouble: null });
      await clock.pass(60_000);
      expect(times().at(-1)).toBe(12_000);
    },
  );

  test('while it waits it listens to the focus of the page, and not afterwards', async () => {
    const { clock, waiting } = await launched();
    expect(waiting()).toBe(1);
    await clock.pass(40_000);
    expect(waiting()).toBe(0);
  });
});

describe('while the person is asked for the number', () => {
  const numberShown = async () => {
    const { world, clock, opened } = testSurroundings({ network: mute });
    const connector = newConnector(world);
    connector.launch();
    await clock.pass(1_900);
    void connector.check();
    await clock.pass(0);
    // The next look of the launch finds it, before the check has given up its first try.
    const { network, said } = assistantEnd({
      origin: CONSOLE,
      replies: { initialize: () => new Promise(() => undefined) },
    });
    world.network = network;
    await clock.pass(100);
    expect(connector.connection().state).toBe('running');
    void connector.initialize();
    // The digits are there before the message in which it is asked for them.
    await expect.poll(() => said.length).toBe(1);
    expect(connector.connection().number).toMatch(/^\d{6}$/);
    return { world, clock, opened, connector, asked: connector.connection() };
  };

  test('a check that was begun before, and finds nobody, takes nothing away', async () => {
    const { world, clock, connector, asked } = await numberShown();
    world.network = nobody;
    await clock.pass(4_000);
    expect(connector.connection()).toEqual(asked);
  });

  test('nobody knocks or opens the program any more', async () => {
    const { world, clock, opened, connector, asked } = await numberShown();
    await clock.pass(1_000);
    opened.length = 0;
    const knocks: string[] = [];
    world.network = (address) => {
      knocks.push(address);
      return nobody(address, {});
    };
    void connector.check();
    const stop = connector.keepLooking();
    connector.launch();
    await clock.pass(6_000);
    stop();
    expect({ knocks, opened }).toEqual({ knocks: [], opened: [] });
    expect(connector.connection()).toEqual(asked);
  });
});

describe('another program at the port of the assistant', () => {
  const ID = '0d3c1f0e-8c39-4f5b-9c3e-6f0a2b7d4e11';
  const connected = async (claims?: string) => {
    const { world, pairing } = testSurroundings();
    const real = assistantEnd({ origin: CONSOLE, replies: {} });
    const other = assistantEnd({ origin: CONSOLE, replies: {}, ...(claims !== undefined && { claims }) });
    const meet = async (network: Network) => {
      world.network = network;
      const connector = newConnector(world);
      await connector.check();
      await connector.initialize();
      return connector;
    };
    return { meet, pairing, real, other };
  };

  test('[S-176] that says it knows a browser which has kept nothing is not believed, and told nothing', async () => {
    const { meet, other } = await connected(ID);
    const connector = await meet(other.network);
    expect(connector.connection()).toMatchObject({ state: 'running', trouble: { kind: 'failed_handshake', code: 3 } });
    expect(other.said).toEqual([]);
  });

  test('that names another pairing than the one of the browser is not believed either', async () => {
    const { meet, real, other, pairing } = await connected(ID);
    await meet(real.network);
    const kept = pairing();
    const connector = await meet(other.network);
    expect(connector.connection()).toMatchObject({ trouble: { kind: 'failed_handshake', code: 3 } });
    expect({ said: other.said, kept: pairing() }).toEqual({ said: [], kept });
  });

  test('that does not know the pairing is told nothing, and nothing is forgotten by itself', async () => {
    const { meet, real, other, pairing } = await connected();
    await meet(real.network);
    const kept = pairing();
    const connector = await meet(other.network);
    const stopped = { state: 'running', busy: null, number: null, trouble: { kind: 'other_assistant', code: null } };
    expect(connector.connection()).toMatchObject(stopped);
    expect({ said: other.said, kept: pairing() }).toEqual({ said: [], kept });
    // The one that was approved is back.
    expect((await meet(real.network)).connection().state).toBe('initialized');
  });
});

describe('an assistant that is another version meanwhile', () => {
  const APPROVED = { pairing: '7d1f0b52-93a4-4b6e-8c11-2f5e6a9d0c38', version: '1.0.1', capability_version: '1.1.1' };
  /** A page that is connected with 1.0.1; `update` has the same assistant answer as 4.0.0, which it greets as too. */
  async function connected() {
    let approved = APPROVED;
    const end = assistantEnd({ origin: CONSOLE, version: '1.0.1', replies: { initialize: () => approved } });
    const { world, clock } = testSurroundings({ network: end.network });
    const connector = newConnector(world);
    await connector.check();
    const initialize = connector.initialize();
    const update = (): void => {
      approved = { ...APPROVED, version: '4.0.0', capability_version: '1.1.4' };
      const greet = greets('4.0.0');
      world.network = (address, init) =>
        address.endsWith('/hello') ? greet(address, init) : end.network(address, init);
    };
    return { world, clock, connector, update, initialize };
  }

  test('tells it as it begins, whatever it has said at the check', async () => {
    const { connector, update, initialize } = await connected();
    update();
    await initialize;
    expect(connector.connection()).toMatchObject({
      state: 'initialized',
      hello: { version: '4.0.0', capability_version: '1.1.4' },
    });
  });

  test('is found by whoever looks anew, and its session begun anew without a number', async () => {
    const { connector, update, initialize } = await connected();
    await initialize;
    expect(connector.connection().hello).toMatchObject({ version: '1.0.1' });
    update();
    await connector.anew();
    expect(connector.connection()).toMatchObject({ state: 'running', hello: { version: '4.0.0' } });
    const numbers: (string | null)[] = [];
    connector.subscribe(() => numbers.push(connector.connection().number));
    await connector.initialize();
    expect(connector.connection().state).toBe('initialized');
    expect(new Set(numbers)).toEqual(new Set([null]));
  });

  test('is found by those who come again by themselves, and the session stays', async () => {
    const { connector, update, initialize } = await connected();
    await initialize;
    update();
    await connector.look();
    expect(connector.connection()).toMatchObject({ state: 'initialized', hello: { version: '4.0.0' } });
    expect(await connector.ask('service', {})).toMatchObject({ name: 'Signet trust assistant' });
  });

  test('is not running, for whoever looks anew before it is there again', async () => {
    const { world, clock, connector, initialize } = await connected();
    await initialize;
    world.network = nobody;
    void connector.anew();
    await clock.pass(2_000);
    expect(connector.connection()).toMatchObject({ state: 'not_running', hello: null, commands: [] });
  });

  test('is not looked for while the person is asked for the number: the question stays', async () => {
    const { connector, initialize } = await connected();
    const anew = connector.anew();
    expect(connector.connection().busy).toBe('connecting');
    await Promise.all([initialize, anew]);
    expect(connector.connection().state).toBe('initialized');
  });
});

test('a command is sent once, also where the session ends while it waits for the person', async () => {
  const end = assistantEnd({ origin: CONSOLE, replies: { deleteCert: () => WAITS } });
  const { world } = testSurroundings({ network: end.network });
  const connector = newConnector(world);
  await connector.check();
  await connector.initialize();
  const deletes = () => end.said.filter(({ command }) => command === 'deleteCert').length;
  world.network = (address, init) =>
    address.endsWith('/request') && deletes() === 1
      ? Promise.resolve(Response.json({ error: { status: 'UNKNOWN_SESSION', message: '' } }, { status: 401 }))
      : end.network(address, init);
  const asked = connector.ask('deleteCert', { keystore: 'software', token: 'A1', id: '01' });
  await expect(asked).rejects.toThrow('The command may have been run.');
  expect(deletes()).toBe(1);
  world.network = end.network;
  expect(await connector.ask('service', {})).toMatchObject({ name: 'Signet trust assistant' });
});

test('a command before there is a connection is refused', async () => {
  const { world } = testSurroundings();
  await expect(newConnector(world).ask('service', {})).rejects.toThrow('There is no connection');
});
