/**
 * What the browser itself decides before a page reaches the trust assistant: its question whether a site may ask
 * programs on this computer (Local Network Access), and whether the page came encrypted. The page comes from a public
 * address, as far as the browser knows; from this computer itself it would not be asked.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { LaunchOptions, Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findChromium } from '../tools/chromium.mjs';
import { startAssistant } from '../tools/running-assistant.ts';
import { freePort } from '../tools/free-port.ts';
import { callerOf } from '../tools/running-server.ts';
import { expectAccessible, signIn } from './steps.ts';
import { expect, test } from './test.ts';

const HOST = 'console.example';
const KEYS = '/account/profile/keys';

/** A certificate for {@link HOST} that nobody else has. */
function certificate(): TlsOptions {
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-tls-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const ask = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${cert} -subj /CN=${HOST} -days 2`;
  execFileSync('openssl', [...ask.split(' '), '-addext', `subjectAltName=DNS:${HOST}`], { stdio: 'ignore' });
  const read = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return read;
}

/** Takes the encryption away before the server, as a proxy of an operator does. */
async function frontOf(port: number, server: number) {
  const front = createTlsServer(certificate(), (incoming) => {
    const onward = connect(server, '127.0.0.1');
    incoming.on('error', () => onward.destroy()).pipe(onward);
    onward.on('error', () => incoming.destroy()).pipe(incoming);
  });
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return front;
}

const portOf = (url: string): number => Number(new URL(url).port);
/** A browser to which what listens at the port of this computer is somewhere in the internet, under {@link HOST}. */
function browserFor(port: number): LaunchOptions {
  const executablePath = findChromium();
  const elsewhere = [
    `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
    `--ip-address-space-overrides=127.0.0.1:${port}=public`,
  ];
  return { ...(executablePath ? { executablePath } : {}), args: [...BROWSER_ARGUMENTS, ...elsewhere] };
}

/** Decides as the person does in the browser's question or its settings; `prompt`: they were not asked yet. */
async function decide(page: Page, setting: 'granted' | 'denied' | 'prompt'): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { targetInfo } = await browser.send('Target.getTargetInfo');
  await browser.send('Browser.setPermission', {
    permission: { name: 'loopback-network' },
    setting,
    origin: new URL(page.url()).origin,
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
}

test('[S-178 S-179] not asked, refused, allowed, taken back: a screen for each, nothing passes before', async ({
  playwright,
  demoPlace,
}) => {
  test.setTimeout(180_000);
  const [port, assistantPort] = [await freePort(), await freePort()];
  const platform = await demoPlace.start({
    PUBLIC_URL: `https://${HOST}:${port}`,
    ASSISTANT_PORT: String(assistantPort),
  });
  const front = await frontOf(port, portOf(demoPlace.url));
  const browser = await playwright.chromium.launch(browserFor(port));
  // Somebody else's program, which answers every page, and allows none to read it.
  let asked = 0;
  const other = createServer((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  other.listen(assistantPort, '127.0.0.1');
  let assistant: Awaited<ReturnType<typeof startAssistant>> | null = null;
  try {
    const allowed = { enabled: true, linux: true };
    await callerOf(demoPlace.url).call('ada', 'PUT', '/account/ui-api/v1/trust-assistant', allowed);
    const page = await browser.newPage({
      baseURL: `https://${HOST}:${port}`,
      ignoreHTTPSErrors: true,
      locale: 'en-US',
    });
    const heading = (name: string) => page.getByRole('heading', { name });
    await signIn(page, 'ada');

    // As every browser begins. Nothing is sent before the person has read why they will be asked.
    await page.goto(KEYS);
    await expect(heading('Your browser is going to ask you')).toBeVisible();
    await expectAccessible(page);
    expect(asked).toBe(0);
    // Whoever closes the browser's question without an answer is where they were.
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(heading('Your browser is going to ask you')).toBeVisible();
    expect(asked).toBe(0);

    // From here on the page looks by itself, every five seconds.
    await decide(page, 'denied');
    await expect(heading('This site may not reach programs on this computer')).toBeVisible();
    await expect(page.getByText(`Open the site settings of ${HOST}:${port}`)).toBeVisible();
    await expectAccessible(page);
    expect(asked).toBe(0);

    await decide(page, 'granted');
    await expect(heading('Failed to verify hostname')).toBeVisible();
    expect(asked).toBeGreaterThan(0);
    await new Promise((resolve) => other.close(resolve).closeAllConnections());
    await expect(heading('Trust Assistant is not running')).toBeVisible();

    assistant = await startAssistant({ port: assistantPort });
    const number = page.getByLabel('Number for Trust Assistant');
    await assistant.answers(`The site https://${HOST}:${port} asks`, (await number.textContent()) ?? '');
    await expect(heading('Key store uninitialized')).toBeVisible();

    // In the settings of the site, while the page is open, and then back to the question.
    await decide(page, 'denied');
    await expect(heading('This site may not reach programs on this computer')).toBeVisible();
    await decide(page, 'prompt');
    await expect(heading('Your browser is going to ask you')).toBeVisible();
    await decide(page, 'granted');
    // The site is approved in this browser: nobody is asked for digits again.
    await expect(heading('Key store uninitialized')).toBeVisible();
  } finally {
    await browser.close();
    front.close();
    other.close();
    await platform.stop();
    await assistant?.stop();
    assistant?.removeFolder();
  }
});

test('a page that came without encryption is kept from it: that is said, and nobody is asked', async ({
  playwright,
  demoPlace,
}) => {
  test.setTimeout(120_000);
  const port = portOf(demoPlace.url);
  const url = `http://${HOST}:${port}`;
  const assistant = await startAssistant();
  const platform = await demoPlace.start({ PUBLIC_URL: url, ASSISTANT_PORT: String(assistant.port) });
  const browser = await playwright.chromium.launch(browserFor(port));
  try {
    const allowed = { enabled: true, linux: true };
    await callerOf(demoPlace.url).call('ada', 'PUT', '/account/ui-api/v1/trust-assistant', allowed);
    const page = await browser.newPage({ baseURL: url, locale: 'en-US' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await signIn(page, 'ada');
    await page.goto(KEYS);
    await expect(page.getByRole('heading', { name: 'The browser keeps this page from Trust Assistant' })).toBeVisible();
    await expectAccessible(page);
    expect(new Set(asked)).toEqual(new Set([`${HOST}:${port}`]));
  } finally {
    await browser.close();
    await platform.stop();
    await assistant.stop();
    assistant.removeFolder();
  }
});
