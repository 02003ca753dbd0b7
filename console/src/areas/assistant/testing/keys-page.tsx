/** For component tests: the page of one's keys and tokens, with an assistant that says what no token at hand would. */
import { page } from 'vitest/browser';
import { newConnector } from '../../../assistant/connector.ts';
import { assistantEnd, type Replies } from '../../../assistant/testing/assistant-end.ts';
import { CONSOLE, testSurroundings } from '../../../assistant/testing/surroundings.ts';
import { AssistantContext } from '../../../shell/assistant/assistant.ts';
import { NoticeArea } from '../../../shell/notices/NoticeArea.tsx';
import { answerWith } from '../../../testing/answers.ts';
import { renderPart } from '../../../testing/render.tsx';
import { paths } from '../../../paths.ts';
import OwnKeysPage from '../OwnKeysPage.tsx';

const SETTINGS = {
  enabled: true,
  linux: false,
  minimum_version: null,
  port: 8900,
  download_url: paths.clientTools(),
};
export const token = (keystore: string, state: object = {}) => ({
  keystore,
  serial: `${keystore}-1`,
  label: `My ${keystore}`,
  pin_state: 'ok',
  pin_tries: 'unlimited',
  key_sizes: { rsa: null, ec: null },
  ...state,
});
const SOFTWARE = { type: 'software', enabled: true, available: true, initialized: true };
export const KEY = {
  keystore: 'software',
  token: 'software-1',
  id: '0f8b0c4e-1c6b-4a4f-8f1e-4d2f7b1b0a11',
  key_type: 'rsa_2048',
  label: 'Sign-in',
  created_at: '2026-01-01T00:00:00.000Z',
  origin: CONSOLE,
  certificate: {
    subject: 'CN=Ben Alder',
    issuer: 'CN=Nordmark',
    serial_number: '0a',
    valid_from: '2020-01-01T00:00:00.000Z',
    valid_to: '2020-12-31T00:00:00.000Z',
    fingerprint: '00',
  },
};

export async function open(replies: Replies, capability = '1.1.5') {
  const all: Replies = {
    config: () => ({ key_stores: [SOFTWARE] }),
    token: () => ({ tokens: [token('software')] }),
    refresh: () => ({ tokens: [token('software')] }),
    certificate: () => ({ certificates: [KEY] }),
    changepin: () => ({}),
    resetpin: () => ({}),
    backupToken: () => ({ backup: 'AAAA' }),
    restoreToken: () => ({ restored: 2 }),
    deleteCert: () => ({}),
    ...replies,
  };
  const end = assistantEnd({ origin: CONSOLE, replies: all, capability });
  const { world } = testSurroundings({ network: end.network });
  answerWith(({ path }) => (path.endsWith('/trust-assistant') ? SETTINGS : undefined));
  await renderPart(
    <AssistantContext value={newConnector(world)}>
      <OwnKeysPage />
      <NoticeArea />
    </AssistantContext>,
  );
  return end;
}
/** A sentence by a part of it. */
export const words = (part: string) => page.getByText(part, { exact: false });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const act = async (of: string, name: string) => {
  await button(`Actions for ${of}`).click();
  await page.getByRole('menuitem', { name }).click();
};
