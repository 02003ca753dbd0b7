import type { Platform, Visit } from './visit.ts';

const API = '/account/ui-api/v1';
const PART = 524_288;
const BUSY = ['making', 'reading', 'running'];

/** Asks until a job is done with it. */
async function settled<T extends { state: string }>(platform: Platform, path: string): Promise<T> {
  for (;;) {
    const one = await platform.call<T>('ada', 'GET', path);
    if (!BUSY.includes(one.state)) return one;
  }
}

type Made = { departure: { id: string; account: { id: string } }; code: string };

/** An account that may move, with its file made, and its code; one that may already is ended before. */
async function departed(platform: Platform): Promise<Made> {
  const { items } = await platform.call<{ items: { id: string; state: string; account: { name: string } }[] }>(
    'ada',
    'GET',
    `${API}/migration/departure`,
  );
  for (const { id, state } of items)
    if (state === 'making' || state === 'ready')
      await platform.call('ada', 'PUT', `${API}/migration/departure/${id}/revoke`);
  const accounts = await platform.call<{ items: { id: string }[] }>('ada', 'GET', `${API}/account?name=nordmark`);
  const made = await platform.call<Made>('ada', 'POST', `${API}/account/${accounts.items[0]?.id}/departure`);
  await settled(platform, `${API}/migration/departure/${made.departure.id}`);
  return made;
}

/** The same account comes to the platform where it is: everything stands in its way, or its code is a wrong one. */
async function arrived(platform: Platform, otherCode?: string): Promise<string> {
  const { departure, code } = await departed(platform);
  const at = `${API}/migration/transfer/${departure.id}`;
  const headers = { 'x-transfer-code': code };
  const { bytes, parts } = await platform.call<{ bytes: number; parts: number }>('ada', 'GET', at, undefined, headers);
  const { id } = await platform.call<{ id: string }>('ada', 'POST', `${API}/migration/arrival`, {
    source: 'file',
    bytes,
  });
  for (let n = 0; n < parts; n += 1) {
    const part = await platform.call<{ content: string }>('ada', 'GET', `${at}/part/${n}`, undefined, headers);
    await platform.call('ada', 'PUT', `${API}/migration/arrival/${id}/part/${n}`, part);
  }
  await platform.call('ada', 'PUT', `${API}/migration/arrival/${id}/reading`, { code: otherCode ?? code });
  await settled(platform, `${API}/migration/arrival/${id}`);
  return id;
}

/** What is no file of an account. */
async function refused(platform: Platform): Promise<string> {
  const content = Buffer.from('no file of an account').toString('base64');
  const bytes = Buffer.from(content, 'base64').length;
  const { id } = await platform.call<{ id: string }>('ada', 'POST', `${API}/migration/arrival`, {
    source: 'file',
    bytes: Math.min(bytes, PART),
  });
  await platform.call('ada', 'PUT', `${API}/migration/arrival/${id}/part/0`, { content });
  await platform.call('ada', 'PUT', `${API}/migration/arrival/${id}/reading`, { code: 'move_nothing' });
  await settled(platform, `${API}/migration/arrival/${id}`);
  return id;
}

export const visits: readonly Visit[] = [
  {
    route: '/account/migrationTool',
    name: 'migration',
    as: 'ada',
    at: async (platform) => (await arrived(platform), '/account/migrationTool'),
    act: async (page) => page.getByRole('button', { name: 'Download file' }).waitFor(),
  },
  {
    route: '/account/migrationTool',
    name: 'migration-wrong',
    as: 'ada',
    act: async (page) => {
      await page.getByLabel('The address of its platform').check();
      await page.getByRole('button', { name: 'Check' }).click();
    },
  },
  { route: '/account/migrationTool', name: 'migration-partner', as: 'ben' },
  {
    route: '/account/migrationTool/$id',
    name: 'migration-conflicts',
    as: 'ada',
    at: async (platform) => `/account/migrationTool/${await arrived(platform)}`,
    act: async (page) => page.getByRole('heading', { name: 'What stands in the way' }).waitFor(),
  },
  {
    route: '/account/migrationTool/$id',
    name: 'migration-code',
    as: 'ada',
    at: async (platform) => `/account/migrationTool/${await arrived(platform, 'move_wrong')}`,
    act: async (page) => page.getByRole('heading', { name: 'Try another code' }).waitFor(),
  },
  {
    route: '/account/migrationTool/$id',
    name: 'migration-refused',
    as: 'ada',
    at: async (platform) => `/account/migrationTool/${await refused(platform)}`,
    act: async (page) => page.getByText('This is no file of an account').waitFor(),
  },
];
