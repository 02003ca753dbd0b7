/** The software key store as the assistant tells of it, also where it does not manage to. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newConnector } from '../../assistant/connector.ts';
import { assistantEnd, refuses } from '../../assistant/testing/assistant-end.ts';
import { CONSOLE, testSurroundings, type Network } from '../../assistant/testing/surroundings.ts';
import { renderPart } from '../../testing/render.tsx';
import { AssistantContext } from './assistant.ts';
import { SoftwareKeyStore } from './SoftwareKeyStore.tsx';

const READY = { type: 'software', enabled: true, available: true, initialized: true };
const configOf = (store: object) => ({ key_stores: [{ ...READY, ...store }] });

/** `failing`: how the assistant is asked at first; `well` has it answer from then on. */
async function open(failing: (network: Network) => Network, config: () => Record<string, unknown>) {
  const { network } = assistantEnd({
    origin: CONSOLE,
    replies: { config, initToken: () => ({ token: TOKEN }) },
  });
  const { world } = testSurroundings({ network });
  const connector = newConnector(world);
  await connector.check();
  await connector.initialize();
  world.network = failing(network);
  await renderPart(
    <AssistantContext value={connector}>
      <SoftwareKeyStore frame={(screen) => screen}>
        <p>What needs the key store</p>
      </SoftwareKeyStore>
    </AssistantContext>,
  );
  return { well: () => (world.network = network) };
}
const TOKEN = {
  keystore: 'software',
  serial: 'A1',
  label: 'Software keys',
  pin_state: 'ok',
  pin_tries: 'unlimited',
  key_sizes: { rsa: null, ec: null },
};
const within = page.getByText('What needs the key store');
const words = (part: string) => page.getByText(part, { exact: false });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const refusing = (status: string, code: number) => (): Network => () =>
  Promise.resolve(Response.json({ error: { status, message: '' } }, { status: code }));
const altering =
  (network: Network): Network =>
  async (address, init) => {
    const body = (await (await network(address, init)).json()) as { message: string };
    return Response.json({ ...body, message: body.message.replace(/^..../, 'AAAA') });
  };
const LOST = 'was lost or could not be read';

test.each([
  ['TOO_MANY_REQUESTS', refusing('TOO_MANY_REQUESTS', 429), 'asks Trust Assistant too often'],
  ['INTERNAL_ERROR', refusing('INTERNAL_ERROR', 500), 'could not do that (INTERNAL_ERROR)'],
  ['an answer that was altered', altering, LOST],
])('[S-376] %s is called what it is, and can be asked again', async (_what, failing, sentence) => {
  const { well } = await open(failing, () => configOf({}));
  await expect
    .element(page.getByRole('heading', { name: 'The software key store could not be checked' }))
    .toBeVisible();
  await expect.element(words(sentence)).toBeVisible();
  await expect.element(words('not running')).not.toBeInTheDocument();
  well();
  await button('Check again').click();
  await expect.element(within).toBeVisible();
});

test('[S-376] an answer of another form is no assistant that does not run', async () => {
  await open(
    (network) => network,
    () => ({}),
  );
  await expect.element(words(LOST)).toBeVisible();
});

test('[S-216] where it can’t be checked afterwards, the step stays, says so and can be checked again', async () => {
  const answers = [configOf({ initialized: false }), null, configOf({})];
  await open(
    (network) => network,
    () => answers.shift() ?? refuses('MODULE_ENDED')(),
  );
  await button('Initialize key store').click();
  await expect.element(words('could not do that (MODULE_ENDED)')).toBeVisible();
  await expect.element(button('Initialize key store')).toBeVisible();
  await button('Check again').click();
  await expect.element(within).toBeVisible();
});
