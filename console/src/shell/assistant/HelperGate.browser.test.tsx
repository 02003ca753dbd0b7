/** The gate of the desktop helper: it looks again every five seconds until the helper is there. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newConnector } from '../../assistant/connector.ts';
import { greets, nobody, testSurroundings, type Network } from '../../assistant/testing/surroundings.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AssistantContext } from './assistant.ts';
import { HelperGate } from './HelperGate.tsx';

const SETTINGS = {
  enabled: true,
  linux: false,
  minimum_version: null,
  port: 8900,
  download_url: '/account/client-tools',
};

async function open(
  network?: Network,
  { system = 'macos', enabled = true }: { system?: 'macos' | 'linux' | 'mobile'; enabled?: boolean } = {},
) {
  const parts = testSurroundings(network ? { network } : {});
  parts.world.system = system;
  const connector = newConnector(parts.world);
  answerWith(({ path }) => (path.endsWith('/trust-assistant') ? { ...SETTINGS, enabled } : undefined));
  await renderPart(
    <AssistantContext value={connector}>
      <HelperGate>
        <p>What needs the helper</p>
        <input aria-label="Note" />
      </HelperGate>
    </AssistantContext>,
  );
  return { ...parts, connector };
}
const within = page.getByText('What needs the helper');
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const download = page.getByRole('link', { name: 'Download Trust Assistant' });

test('[S-178 S-179] the gate first; it looks every 5 s for ever, until the helper is there', async () => {
  let answer: (() => Promise<Response>) | null = null;
  const first = Promise.withResolvers<Response>();
  const { world, clock, asked } = await open(() => answer?.() ?? first.promise);
  await expect.element(heading('Looking for Trust Assistant')).toBeVisible();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  first.reject(new TypeError('Failed to fetch'));
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  await expect.element(within).not.toBeInTheDocument();
  asked.length = 0;
  const begun = clock.now();
  await clock.pass(120_000);
  const times = [...new Set(asked.map(({ at }) => at - begun))];
  expect(times).toEqual(Array.from({ length: 24 }, (_, index) => 5_000 * (index + 1)));
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  world.network = greets('3.3.1');
  await clock.pass(5_000);
  await expect.element(within).toBeVisible();
  asked.length = 0;
  await clock.pass(60_000);
  expect(asked).toEqual([]);
});

test('[S-173 S-393] Start is there again for whoever has sent the browser’s question away', async () => {
  const { clock, opened } = await open();
  const start = page.getByRole('button', { name: 'Start Trust Assistant' });
  await start.click();
  await expect.element(page.getByText('This page looks every 2 seconds.', { exact: false })).toBeVisible();
  await clock.pass(5_000);
  await start.click();
  expect(opened).toHaveLength(2);
});

test('[S-169 S-172] where Start opens nothing, it is not installed, until something else is learned', async () => {
  const { world, clock, leave } = await open();
  await page.getByRole('button', { name: 'Start Trust Assistant' }).click();
  await clock.pass(1_999);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  await clock.pass(1);
  const missing = heading('Trust Assistant is not installed');
  await expect.element(missing).toBeVisible();
  await expect.element(download).toBeVisible();
  // The page looks on every five seconds, and the launch ends meanwhile.
  await clock.pass(60_000);
  await expect.element(missing).toBeVisible();
  // Whoever says that they have installed it is believed.
  await page.getByRole('button', { name: 'Check again' }).click();
  await clock.pass(1_500);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  // A program takes the address: it is installed, whatever was found before.
  await page.getByRole('button', { name: 'Start Trust Assistant' }).click();
  await clock.pass(2_000);
  await expect.element(missing).toBeVisible();
  leave();
  await clock.pass(5_000);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  world.network = greets('4.0.0');
  await clock.pass(5_000);
  await expect.element(within).toBeVisible();
});

test('what was typed stays while the helper is away', async () => {
  const { world, clock, connector } = await open(greets('4.0.0'));
  const note = page.getByLabelText('Note');
  await note.fill('half a sentence');
  world.network = nobody;
  void connector.check();
  await clock.pass(1_500);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
  await expect.element(within).not.toBeVisible();
  world.network = greets('4.0.0');
  await clock.pass(5_000);
  await expect.element(within).toBeVisible();
  await expect.element(note).toHaveValue('half a sentence');
});

test.each([
  ['not running', undefined, 'Trust Assistant is not running'],
  ['outdated', greets('3.3.0'), 'Trust Assistant is outdated'],
  ['invalid semver', greets('x'), 'Trust Assistant has no valid version'],
  ['generic error', () => Promise.resolve(new Response('<h1>It works</h1>')), 'Trust Assistant could not be checked'],
] satisfies [string, Network | undefined, string][])(
  '[S-217 A-013] %s: its message, and the download',
  async (_what, network, title) => {
    await open(network);
    await expect.element(heading(title)).toBeVisible();
    await expect.element(download).toBeVisible();
    await expect.element(within).not.toBeInTheDocument();
  },
);

const refusal = (status: string): Network => {
  return () => Promise.resolve(Response.json({ error: { status, message: '' } }, { status: 421 }));
};
/** As a browser says of an answer that the page may not read. */
const unreadable: Network = (_address, { mode }) =>
  mode === 'no-cors' ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'));
test.each([
  ['the name', refusal('FOREIGN_HOST')],
  ['the page', refusal('FOREIGN_ORIGIN')],
  ['without a word that may be read', unreadable],
] satisfies [string, Network][])('[S-406] the helper refuses %s: so it says, and looks on', async (_what, network) => {
  const { world, clock } = await open(network);
  await clock.pass(5_000);
  await expect.element(heading('Failed to verify hostname')).toBeVisible();
  world.network = greets('4.0.0');
  await clock.pass(5_000);
  await expect.element(within).toBeVisible();
});

test.each(['linux', 'mobile'] as const)('[S-217 A-013] unsupported operating system: %s', async (system) => {
  await open(greets('4.0.0'), { system });
  await expect.element(heading('This operating system is not supported')).toBeVisible();
});

test('[A-013] disabled', async () => {
  await open(greets('4.0.0'), { enabled: false });
  await expect.element(heading('Trust Assistant is disabled')).toBeVisible();
});

test('[S-217] 3.3.1 passes', async () => {
  await open(greets('3.3.1'));
  await expect.element(within).toBeVisible();
});
