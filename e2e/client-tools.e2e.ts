/** Client tools on a platform whose operator has put a file there. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requestsOf, settled } from './at-rest.ts';
import { enter } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ baseURL: async ({ demoPlace }, use) => use(demoPlace.url) });

test('[A-249 A-250 A-251 A-262] somebody downloads a tool, without a call of the API for the catalogue', async ({
  demoPlace,
  page,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-tools-'));
  const content = Buffer.alloc(300_000, 'sensor');
  const sha256 = createHash('sha256').update(content).digest('hex');
  mkdirSync(path.join(folder, 'sensor'));
  writeFileSync(path.join(folder, 'sensor', 'sensor-linux-3.8.58.tar.gz'), content);
  const files = [{ folder: 'sensor', name: 'sensor-linux-3.8.58.tar.gz', sha256 }];
  writeFileSync(path.join(folder, 'catalogue.json'), JSON.stringify({ tools: [{ id: 'sensor', files }] }));
  const server = await demoPlace.start({ CLIENT_TOOLS_DIR: folder });
  try {
    const requests = requestsOf(page);
    await enter(page, 'cleo', '/account/profile');
    await settled(page, requests);
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Client tools' }).click();
    const card = page.getByRole('article', { name: 'Sensor' });
    await card.getByText('Checksums').click();
    await expect(card.getByText(sha256)).toBeVisible();
    expect(calls.filter((one) => /\/api\/|\/ui-api\//.test(one) && !one.endsWith('/trust-assistant'))).toEqual([]);
    const coming = page.waitForEvent('download');
    await card.getByRole('link', { name: 'Download Sensor: Linux' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('sensor-linux-3.8.58.tar.gz');
    expect(readFileSync(await download.path()).equals(content)).toBe(true);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
