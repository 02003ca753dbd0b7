/** The page of client tools: what the platform offers stands in the page, and no call asks for it. */
import { CLIENT_TOOLS, OFFER_ELEMENT, type ClientTool, type ToolFile } from '@signet/contract/client-tools';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import ClientToolsPage from './ClientToolsPage.tsx';

const SHA256 = '5fb5e870497feb20130bd0d58ce8c04639d7ff0bb93d04e5214b2f7d5e2b78ab';
const SHA1 = '615e39a4f386ddc5e5852881829a15fe4fc0c7e8';

afterEach(() => document.getElementById(OFFER_ELEMENT)?.remove());

const known = (id: string, change: (file: ToolFile) => Partial<ToolFile>): ClientTool => {
  const found: ClientTool | undefined = CLIENT_TOOLS.find((one) => one.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  const files = found.files.map((file) => ({ ...file, sha256: SHA256, sha1: SHA1, size: 12_345_678, ...change(file) }));
  return { ...found, files };
};
const offered = (id: string): ClientTool => known(id, () => ({ state: 'offered' }));

/** The page where the platform says this of its tools; answers the addresses that were asked. */
async function open(offer: readonly ClientTool[], { minimum = null as string | null, width = 1280 } = {}) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = OFFER_ELEMENT;
  element.textContent = JSON.stringify(offer);
  document.head.append(element);
  const calls = answerWith(({ path }) =>
    path.endsWith('/trust-assistant')
      ? { enabled: true, linux: false, minimum_version: minimum, port: 8900, download_url: '/account/client-tools' }
      : undefined,
  );
  await renderPart(<ClientToolsPage />, { width });
  return () => calls.map(({ path }) => path);
}
const card = (name: string) => page.getByRole('article', { name, exact: true });
const download = (name: string) => page.getByRole('link', { name });

test('[A-249 A-262] there is a card for each tool, and no call for any of them', async () => {
  const asked = await open([]);
  expect(page.getByRole('article').elements()).toHaveLength(CLIENT_TOOLS.length);
  await expect.element(card('Sensor').getByText('This platform does not offer it.').first()).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  expect(asked().filter((path) => !path.endsWith('/trust-assistant'))).toEqual([]);
});

test('the name of the checksum stays on one line', async () => {
  await open([]);
  const sum = page.getByText('SHA-256', { exact: true }).element();
  const lead = sum.closest('p');
  if (!lead) throw new Error('There is no lead.');
  for (let width = 200; width < 520; width += 4) {
    lead.style.width = `${width}px`;
    expect(sum.getClientRects(), `${width}`).toHaveLength(1);
  }
});

/** What the card says besides its name and what the tool is for, line by line. */
const said = (name: string): string[] =>
  [...card(name).element().querySelectorAll('option, li > span, p')].map((part) => part.textContent).slice(1);
const NOT_OFFERED = 'This platform does not offer it.';

test('[A-251 A-253 A-254 A-255 A-257] versions and files stand where none is had [A-258 A-259 A-260]', async () => {
  await open([]);
  await expect.element(card('Sensor')).toBeVisible();
  for (const [name, label] of [
    ['Desktop client for Windows', 'Windows'],
    ['Desktop client for Mac', 'macOS'],
  ] as const) {
    await expect.element(card(name).getByLabelText('Version')).toHaveValue('3.3.1');
    expect(said(name)).toEqual(['3.3.1', '3.3.0', label, NOT_OFFERED]);
  }
  expect(said('Windows automation installer')).toEqual(['Windows', NOT_OFFERED]);
  expect(said('Trust Assistant')).toEqual(['Version 1.2.6', 'Windows', NOT_OFFERED, 'macOS', NOT_OFFERED]);
  const systems = (...labels: string[]) => labels.flatMap((label) => [label, NOT_OFFERED]);
  const sensor = ['Version 3.8.58', 'Where does the sensor run?'];
  expect(said('Sensor')).toEqual([...sensor, ...systems('Docker', 'Linux', 'Windows')]);
  const agent = ['Version 3.0.6', 'Which system does the server have?'];
  expect(said('Agent')).toEqual([...agent, ...systems('Windows', 'Linux')]);
  expect(said('CA service bundle')).toEqual(['Version 10', ...systems('Linux')]);
  expect(said('Trust Assistant of this platform')).toEqual([NOT_OFFERED]);
});

test('[A-250 A-251 A-254] the newest version is chosen, another one has its own file and sums', async () => {
  await open([offered('desktop-client-windows')]);
  const desktop = card('Desktop client for Windows');
  await expect.element(desktop.getByLabelText('Version')).toHaveValue('3.3.1');
  const link = download('Download Desktop client for Windows: Windows');
  await expect
    .element(link)
    .toHaveAttribute('href', '/account/management-files/desktop-client/desktop-client-windows-3.3.1.msi');
  await userEvent.selectOptions(desktop.getByLabelText('Version'), '3.3.0');
  await expect
    .element(link)
    .toHaveAttribute('href', '/account/management-files/desktop-client/desktop-client-windows-3.3.0.msi');
  await desktop.getByText('Checksums').click();
  await expect.element(desktop.getByText(SHA256)).toBeVisible();
  await expect.element(desktop.getByText(SHA1)).toBeVisible();
  await expect.element(desktop.getByText(/It proves nothing/)).toBeVisible();
  await expect.element(desktop.getByText('12.35 MB')).toBeVisible();
});

test('[A-252] a tool that hides its version says none', async () => {
  await open([{ ...offered('automation-windows'), versions: ['7.7.7'] }]);
  const installer = card('Windows automation installer');
  await expect.element(installer.getByRole('link', { name: /Download/ })).toBeVisible();
  expect(installer.element().textContent).not.toContain('7.7.7');
});

test('[A-253 A-258 A-259] sensor and agent ask for the system, each in its own way', async () => {
  await open([offered('sensor'), offered('agent')]);
  await expect.element(card('Sensor').getByText('Where does the sensor run?')).toBeVisible();
  await expect.element(card('Agent').getByText('Which system does the server have?')).toBeVisible();
  const labels = (name: string) =>
    card(name)
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('aria-label'));
  expect(labels('Sensor')).toEqual(['Docker', 'Linux', 'Windows'].map((one) => `Download Sensor: ${one}`));
  expect(labels('Agent')).toEqual(['Windows', 'Linux'].map((one) => `Download Agent: ${one}`));
});

test('what is not as its catalogue says is held back, and the card says why', async () => {
  await open([known('agent', ({ label }) => ({ state: label === 'Linux' ? 'differs' : 'missing' }))]);
  await expect.element(card('Agent').getByText('Not what the catalogue says: held back')).toBeVisible();
  await expect.element(card('Agent').getByText('The file is missing')).toBeVisible();
  expect(card('Agent').getByRole('link').elements()).toEqual([]);
});

test('a version that the platform does not take any more is marked', async () => {
  await open([offered('desktop-client-windows'), offered('sensor')], { minimum: '3.3.1' });
  const desktop = card('Desktop client for Windows');
  const mark = desktop.getByText('No longer accepted: at least 3.3.1 is needed');
  await expect.element(desktop.getByLabelText('Version')).toHaveValue('3.3.1');
  expect(mark.elements()).toEqual([]);
  await userEvent.selectOptions(desktop.getByLabelText('Version'), '3.3.0');
  await expect.element(mark).toBeVisible();
  expect(card('Sensor').element().textContent).not.toContain('No longer accepted');
});
