/** The assistant is too old for the next page: whoever installs a newer one goes on without a reload. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newConnector } from '../../assistant/connector.ts';
import { assistantEnd } from '../../assistant/testing/assistant-end.ts';
import { CONSOLE, greets, nobody, testSurroundings } from '../../assistant/testing/surroundings.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AssistantContext } from './assistant.ts';
import { AssistantGate } from './AssistantGate.tsx';
import { HelperGate } from './HelperGate.tsx';

const SETTINGS = {
  enabled: true,
  linux: false,
  minimum_version: null,
  port: 8900,
  download_url: '/account/client-tools',
};
const PAIRING = '7d1f0b52-93a4-4b6e-8c11-2f5e6a9d0c38';
const STORE = { key_stores: [{ type: 'software', enabled: true, available: true, initialized: true }] };

/** A page load that is connected with 1.0.1, as by a page with hardware tokens. */
async function connected(gate: 'helper' | 'software') {
  let version = '1.0.1';
  const initialize = () => ({ pairing: PAIRING, version, capability_version: '1.1.4' });
  const end = assistantEnd({ origin: CONSOLE, version, replies: { initialize, config: () => STORE } });
  const { world, clock } = testSurroundings({ network: end.network });
  const connector = newConnector(world);
  await connector.check();
  await connector.initialize();
  answerWith(({ path }) => (path.endsWith('/trust-assistant') ? SETTINGS : undefined));
  const within = <p>What needs a newer one</p>;
  await renderPart(
    <AssistantContext value={connector}>
      {gate === 'helper' ? (
        <HelperGate>{within}</HelperGate>
      ) : (
        <AssistantGate location="software">{within}</AssistantGate>
      )}
    </AssistantContext>,
  );
  await expect.element(heading('Trust Assistant is outdated')).toBeVisible();
  /** The same assistant, newly installed. */
  const update = (): void => {
    version = '4.0.0';
    const greet = greets(version);
    world.network = (address, init) => (address.endsWith('/hello') ? greet(address, init) : end.network(address, init));
  };
  return { world, clock, update };
}
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const again = page.getByRole('button', { name: 'Check again', exact: true });
const within = page.getByText('What needs a newer one');

test.each(['software', 'helper'] as const)('Check again finds the newer one: %s', async (gate) => {
  const { update } = await connected(gate);
  await again.click();
  await expect.element(heading('Trust Assistant is outdated')).toBeVisible();
  update();
  await again.click();
  await expect.element(within).toBeVisible();
});

test.each(['software', 'helper'] as const)('Check again says that none is running: %s', async (gate) => {
  const { world, clock } = await connected(gate);
  world.network = nobody;
  await again.click();
  await clock.pass(2_000);
  await expect.element(heading('Trust Assistant is not running')).toBeVisible();
});

test('what looks every 5 s finds the newer one by itself', async () => {
  const { clock, update } = await connected('helper');
  update();
  await clock.pass(5_000);
  await expect.element(within).toBeVisible();
});
