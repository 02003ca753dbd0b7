/** What a person sees on the way to the trust assistant, cause by cause. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { troubleOf } from '../../assistant/connection.ts';
import { newConnector } from '../../assistant/connector.ts';
import { assistantEnd, refuses, type Replies } from '../../assistant/testing/assistant-end.ts';
import { CONSOLE, greets, mute, nobody, testSurroundings, type Network } from '../../assistant/testing/surroundings.ts';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AssistantContext, useAssistant } from './assistant.ts';
import { AssistantGate } from './AssistantGate.tsx';
import { TroubleScreen } from './TroubleScreen.tsx';

const SETTINGS = {
  enabled: true,
  linux: false,
  minimum_version: null,
  port: 8900,
  download_url: '/account/client-tools',
};
/** A page that needs no assistant. */
const ELSEWHERE = paths.profile();
type Location = 'software' | 'hardware_token' | 'any';
type Options = { network?: Network; location?: Location; settings?: Partial<typeof SETTINGS> };
type World = ReturnType<typeof testSurroundings>['world'];

async function open(
  { network, location = 'hardware_token', settings = {} }: Options,
  change: (world: World) => void = () => undefined,
) {
  const parts = testSurroundings(network ? { network } : {});
  change(parts.world);
  const connector = newConnector(parts.world);
  answerWith(({ path }) => (path.endsWith('/trust-assistant') ? { ...SETTINGS, ...settings } : undefined));
  const { go, back } = await renderPart(
    <AssistantContext value={connector}>
      <AssistantGate location={location}>
        <Within />
      </AssistantGate>
    </AssistantContext>,
    { elsewhere: { [ELSEWHERE]: { part: <p>Elsewhere</p>, arrives: Promise.resolve() } } },
  );
  return { ...parts, connector, go, back };
}
function Within() {
  const { system } = useAssistant();
  return <p>What needs the assistant, on {system}</p>;
}
const within = page.getByText('What needs the assistant', { exact: false });
/** A sentence by a part of it. */
const words = (part: string) => page.getByText(part, { exact: false });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const number = page.getByLabelText('Number for Trust Assistant');
const download = page.getByRole('link', { name: 'Download Trust Assistant' });
const ready = (replies: Replies = {}) => assistantEnd({ origin: CONSOLE, replies });
/** What it answers once the number was typed. */
const APPROVED = { pairing: '7d1f0b52-93a4-4b6e-8c11-2f5e6a9d0c38', version: '4.0.0', capability_version: '1.1.4' };
const store = (state: object) => ({
  config: () => ({ key_stores: [{ type: 'software', enabled: true, available: true, initialized: true, ...state }] }),
});

test('[S-171] nothing of the page is there before the assistant is initialized', async () => {
  const { world, clock, connector } = await open({});
  await expect.element(heading('Looking for Trust Assistant')).toBeVisible();
  world.network = ready().network;
  await clock.pass(500);
  await expect.element(within).toBeVisible();
  expect(connector.connection().state).toBe('initialized');
  await expect.element(heading('Looking for Trust Assistant')).not.toBeInTheDocument();
});

test('[S-170 S-175] nobody answers: after the retries it says so, with start and download', async () => {
  const { clock } = await open({});
  await clock.pass(1_499);
  await expect.element(heading('Looking for Trust Assistant')).toBeVisible();
  await clock.pass(1);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(download).toHaveAttribute('href', '/account/client-tools');
  await expect.element(within).not.toBeInTheDocument();
});

test('[S-172 S-173 S-174] Start opens the scheme; not installed after 2 s, found where it comes later', async () => {
  const { clock, opened, world } = await open({});
  await clock.pass(1_500);
  await button('Start Trust Assistant').click();
  expect(opened).toHaveLength(1);
  await expect.element(words('This page looks every 2 seconds.')).toBeVisible();
  await clock.pass(2_000);
  await expect.element(heading('Trust Assistant is not installed')).toBeVisible();
  await expect.element(download).toBeVisible();
  world.network = ready().network;
  await clock.pass(2_000);
  await expect.element(within).toBeVisible();
});

describe('found by Check again, while the page still looks every 2 s after Start', () => {
  async function found(replies: Replies = {}) {
    const parts = await open({});
    await parts.clock.pass(1_500);
    await button('Start Trust Assistant').click();
    const { network, said } = ready(replies);
    parts.world.network = network;
    await button('Check again').click();
    return { ...parts, said };
  }

  test('a connection stays', async () => {
    const { clock, connector } = await found();
    await expect.element(within).toBeVisible();
    await clock.pass(2_000);
    expect(connector.connection()).toMatchObject({ state: 'initialized', busy: null });
    await expect.element(within).toBeVisible();
  });

  test('the number stays until it was typed', async () => {
    const typed = Promise.withResolvers<Record<string, unknown>>();
    const { clock } = await found({ initialize: () => typed.promise });
    await expect.element(number).toBeVisible();
    const shown = number.element().textContent;
    await clock.pass(2_000);
    await expect.element(number).toHaveTextContent(shown);
    typed.resolve(APPROVED);
    await expect.element(within).toBeVisible();
  });

  test('who refused the site is not asked again by themselves', async () => {
    const { clock, said } = await found({ initialize: refuses('PAIRING_REFUSED') });
    await expect.element(heading('Failed to initialize')).toBeVisible();
    await clock.pass(2_000);
    await expect.element(heading('Failed to initialize')).toBeVisible();
    expect(said.map(({ command }) => command)).toEqual(['initialize']);
  });
});

test('the seconds until one may try again are counted down on the button, not in what is said', async () => {
  const { world } = testSurroundings({});
  const trouble = troubleOf('failed_initialize', 'PAIRING_PAUSED', 30);
  await renderPart(<TroubleScreen assistant={newConnector(world)} trouble={trouble} />);
  await expect.element(page.getByRole('button', { name: 'Try again in 30 seconds' })).toBeVisible();
  const { textContent: said } = page.getByRole('alert').element();
  expect(said).toContain('Failed to initialize');
  await expect.element(page.getByRole('button', { name: 'Try again in 28 seconds' })).toBeVisible();
  expect(page.getByRole('alert').element().textContent).toBe(said);
});

describe('what the browser holds back', () => {
  test('a page without encryption', async () => {
    await open({ network: ready().network }, (world) => (world.isSecure = false));
    await expect.element(heading('The browser keeps this page from Trust Assistant')).toBeVisible();
    await expect.element(download).not.toBeInTheDocument();
  });

  test('a browser that keeps every page from this computer: which others do not, and nothing to start', async () => {
    const { clock } = await open({}, (world) => (world.blocksLoopback = true));
    await clock.pass(1_500);
    await expect.element(heading('This browser lets no page reach Trust Assistant')).toBeVisible();
    await expect.element(words('Chrome, Edge or Firefox')).toBeVisible();
    await expect.element(button('Start Trust Assistant')).not.toBeInTheDocument();
    await expect.element(download).not.toBeInTheDocument();
  });

  test('a permission that was refused: how to give it, and check again', async () => {
    let isDenied = true;
    const { connector } = await open({ network: ready().network }, (world) => {
      world.permission = () => Promise.resolve(isDenied ? 'denied' : 'granted');
    });
    await expect.element(heading('This site may not reach programs on this computer')).toBeVisible();
    await expect.element(words('Allow apps on this device')).toBeVisible();
    isDenied = false;
    await button('Check again').click();
    await expect.element(within).toBeVisible();
    expect(connector.connection().trouble).toBeNull();
  });

  test('a permission not given yet is asked for after a click', async () => {
    let answer: 'unasked' | 'granted' = 'unasked';
    const { asked, world } = await open({}, (one) => (one.permission = () => Promise.resolve(answer)));
    await expect.element(heading('Your browser is going to ask you')).toBeVisible();
    expect(asked).toEqual([]);
    const { network } = ready();
    world.network = (address, init) => {
      answer = 'granted';
      return network(address, init);
    };
    await button('Continue').click();
    await expect.element(within).toBeVisible();
  });
});

test('[S-406] somebody else answers there', async () => {
  const foreign = () =>
    Promise.resolve(Response.json({ error: { status: 'FOREIGN_HOST', message: '' } }, { status: 421 }));
  await open({ network: foreign });
  await expect.element(heading('Failed to verify hostname')).toBeVisible();
});

describe('versions', () => {
  test.each([
    ['[S-210]', 'abc', 'hardware_token', 'Trust Assistant has no valid version'],
    ['[S-211]', '0.9.9', 'hardware_token', 'Trust Assistant is outdated'],
    ['[S-212]', '1.0.1', 'software', 'Trust Assistant is outdated'],
  ] as const)('%s %s for %s: %s, with download', async (_row, version, location, title) => {
    const { asked } = await open({ network: greets(version), location });
    await expect.element(heading(title)).toBeVisible();
    await expect.element(words(version).first()).toBeVisible();
    await expect.element(download).toBeVisible();
    // Nobody is asked to approve the site in an assistant that can't be used.
    expect(asked.filter(({ address }) => !address.endsWith('/hello'))).toEqual([]);
  });

  test.each([
    ['[S-211]', '1.0.0', 'hardware_token'],
    ['[S-212]', '1.0.1', 'hardware_token'],
    ['[S-212]', '1.0.2', 'software'],
  ] as const)('%s %s for %s passes', async (_row, version, location) => {
    await open({ network: assistantEnd({ origin: CONSOLE, version, replies: store({}) }).network, location });
    await expect.element(within).toBeVisible();
  });

  test('[S-417] an assistant that does not know hardware tokens yet is told as such', async () => {
    await open({ network: greets('4.0.0', '1.1.1') });
    await expect.element(heading('Trust Assistant does not know hardware tokens yet')).toBeVisible();
  });
});

describe('[S-213] the system', () => {
  test.each(['linux', 'mobile', 'other'] as const)('%s is not supported', async (system) => {
    const { asked } = await open({ network: ready().network }, (world) => (world.system = system));
    await expect.element(heading('This operating system is not supported')).toBeVisible();
    await expect.element(words('with Windows or macOS.')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test.each(['macos', 'windows'] as const)('%s is', async (system) => {
    await open({ network: ready().network }, (world) => (world.system = system));
    await expect.element(within).toBeVisible();
  });

  test('Linux is where the platform allows it', async () => {
    await open({ network: ready().network, settings: { linux: true } }, (world) => (world.system = 'linux'));
    await expect.element(within).toBeVisible();
  });
});

test('[A-013] a platform that has switched it off says so', async () => {
  const { asked } = await open({ network: ready().network, settings: { enabled: false } });
  await expect.element(heading('Trust Assistant is disabled')).toBeVisible();
  expect(asked).toEqual([]);
});

describe('initialize', () => {
  test('the number stands there until it was typed; Cancel ends it', async () => {
    const typed = Promise.withResolvers<Record<string, unknown>>();
    const { connector } = await open({ network: ready({ initialize: () => typed.promise }).network });
    await expect.element(number).toBeVisible();
    expect(number.element().textContent).toBe(connector.connection().number);
    await button('Cancel').click();
    await expect.element(words('You canceled.')).toBeVisible();
    expect(connector.connection().trouble?.code).toBe(4);
    await expect.element(number).not.toBeInTheDocument();
    await expect.element(button('Try again')).toBeVisible();
    typed.resolve({});
  });

  test('the number is said in a place that was there before it', async () => {
    const typed = Promise.withResolvers<Record<string, unknown>>();
    const { clock, world } = await open({});
    await expect.element(heading('Looking for Trust Assistant')).toBeVisible();
    const places = page.getByRole('status').elements();
    world.network = ready({ initialize: () => typed.promise }).network;
    await clock.pass(500);
    await expect.element(number).toBeVisible();
    const said = page.getByRole('status').filter({ hasText: /Type this one there: \d{3} \d{3}$/ });
    await expect.element(said).toBeInTheDocument();
    expect(places).toContain(said.element());
    typed.resolve(APPROVED);
    await expect.element(within).toBeVisible();
  });

  test('the number is still there for somebody who looks at another page meanwhile', async () => {
    const typed = Promise.withResolvers<Record<string, unknown>>();
    const { clock, go, back } = await open({ network: ready({ initialize: () => typed.promise }).network });
    await expect.element(number).toBeVisible();
    const shown = number.element().textContent;
    go(ELSEWHERE);
    await expect.element(words('Elsewhere')).toBeVisible();
    await expect.element(number).not.toBeInTheDocument();
    back();
    await expect.element(words('Elsewhere')).not.toBeInTheDocument();
    // The check of the page that comes back has ended by then.
    await clock.pass(0);
    await expect.element(number).toHaveTextContent(shown);
    typed.resolve(APPROVED);
    await expect.element(within).toBeVisible();
  });

  test.each([
    ['PAIRING_REFUSED', 'The site was refused in Trust Assistant'],
    ['PAIRING_BUSY', 'Trust Assistant is still asking'],
    ['PROMPT_UNAVAILABLE', 'has no window'],
    ['SOMETHING_NEWER', 'could not do that (SOMETHING_NEWER)'],
  ])('[S-177] %s: Failed to initialize, and why', async (status, sentence) => {
    const { connector } = await open({ network: ready({ initialize: refuses(status) }).network });
    await expect.element(heading('Failed to initialize')).toBeVisible();
    await expect.element(words(sentence)).toBeVisible();
    expect(connector.connection().trouble?.code).toBe(4);
  });

  test('another assistant than the one that was allowed is paired with after a click alone', async () => {
    const other = ready();
    const { connector, pairing } = await open({ network: other.network }, ({ kept }) => {
      kept.write({ id: '0d3c1f0e-8c39-4f5b-9c3e-6f0a2b7d4e11', key: new Uint8Array(32) });
    });
    await expect.element(heading('Another Trust Assistant answers than the one you allowed here')).toBeVisible();
    expect({ said: other.said, number: connector.connection().number }).toEqual({ said: [], number: null });
    await button('Check again').click();
    await expect.element(button('Allow this one')).toBeVisible();
    expect(other.said).toEqual([]);
    await button('Allow this one').click();
    await expect.element(within).toBeVisible();
    expect(other.said.map(({ command }) => command)).toContain('initialize');
    expect(pairing()?.id).not.toBe('0d3c1f0e-8c39-4f5b-9c3e-6f0a2b7d4e11');
  });

  test.each([
    ['at the handshake', '/handshake'],
    ['while it asks for the number', '/request'],
  ])('an assistant that ends %s is not running, and is found when it is back', async (_when, path) => {
    const { network } = ready();
    const { world } = await open({
      network: (address, init) =>
        address.endsWith(path) ? Promise.reject(new TypeError('Failed to fetch')) : network(address, init),
    });
    await expect.element(heading('Trust Assistant is not running')).toBeVisible();
    world.network = network;
    await button('Check again').click();
    await expect.element(within).toBeVisible();
  });

  test('one that does not answer the handshake in time is told as such', async () => {
    const { network } = ready();
    const { clock, asked } = await open({
      network: (address, init) => (address.endsWith('/handshake') ? mute : network)(address, init),
    });
    await expect.poll(() => asked.at(-1)?.address).toMatch(/\/handshake$/);
    await clock.pass(15_000);
    await expect.element(words('did not answer within 15 seconds')).toBeVisible();
    await expect.element(words('can’t be trusted')).not.toBeInTheDocument();
  });

  test('Try again looks first whether it is still there', async () => {
    const { network } = ready();
    const { world, clock } = await open({
      network: async (address, init) => (address.endsWith('/handshake') ? Response.json({}) : network(address, init)),
    });
    await expect.element(button('Try again')).toBeVisible();
    world.network = nobody;
    await button('Try again').click();
    await clock.pass(1_500);
    await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  });

  test('[S-176] a handshake that fails says so', async () => {
    const { network } = ready();
    const broken: Network = async (address, init) =>
      address.endsWith('/handshake') ? Response.json({}) : network(address, init);
    const { connector } = await open({ network: broken });
    await expect.element(heading('The handshake with Trust Assistant failed')).toBeVisible();
    expect(connector.connection().trouble?.code).toBe(3);
  });
});

describe('the software key store', () => {
  test.each([
    ['[S-214]', { enabled: false, available: false, initialized: false }, 'The software key store is disabled'],
    ['[S-215]', { available: false }, 'Key store not available'],
  ])('%s %j: %s', async (_row, state, title) => {
    await open({ network: ready(store(state)).network, location: 'software' });
    await expect.element(heading(title)).toBeVisible();
    await expect.element(within).not.toBeInTheDocument();
  });

  test('[S-215] an assistant without one', async () => {
    await open({ network: ready({ config: () => ({ key_stores: [] }) }).network, location: 'software' });
    await expect.element(heading('Key store not available')).toBeVisible();
  });

  test('[S-216] not initialized: the steps; the assistant asks for the PINs, then the page goes on', async () => {
    let initialized = false;
    const { network, said } = ready({
      config: () => store({ initialized }).config(),
      initToken: () => {
        initialized = true;
        const key_sizes = { rsa: null, ec: null };
        const state = { pin_state: 'ok', pin_tries: 'unlimited', key_sizes };
        return { token: { keystore: 'software', serial: 'A1', label: 'Software keys', ...state } };
      },
    });
    await open({ network, location: 'software' });
    await expect.element(heading('Key store uninitialized')).toBeVisible();
    expect(page.getByRole('listitem').elements()).toHaveLength(3);
    await button('Initialize key store').click();
    await expect.element(within).toBeVisible();
    // No PIN goes through the page.
    expect(said.find(({ command }) => command === 'initToken')?.input).toEqual({
      keystore: 'software',
      label: 'Software keys',
    });
  });

  test('[S-216] refused in the assistant: it says so and can be tried again', async () => {
    const replies = { ...store({ initialized: false }), initToken: refuses('CKR_FUNCTION_CANCELED') };
    await open({ network: ready(replies).network, location: 'software' });
    await button('Initialize key store').click();
    await expect.element(words('You refused in Trust Assistant.')).toBeVisible();
    await expect.element(button('Initialize key store')).not.toHaveAttribute('aria-busy');
  });
});

test('an assistant that ends in the middle: the page says so, and what stood there is there again', async () => {
  const { network } = ready();
  const { world, connector } = await open({ network });
  await expect.element(within).toBeVisible();
  world.network = () => Promise.reject(new TypeError('Failed to fetch'));
  await connector.ask('service', {}).catch(() => null);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  await expect.element(within).not.toBeVisible();
  world.network = network;
  await button('Check again').click();
  await expect.element(within).toBeVisible();
});
