/** A client in Python, written from docs/assistant-channel.md alone, against the real assistant. */
import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { softHsm } from '@signet/pkcs11/testing/soft-hsm';
import { findPython } from '../../../tools/debian.mjs';
import { CONSOLE, OTHER, runAssistant, type RunningAssistant } from './assistant.ts';
import { kindOf } from './tokens.ts';

const CLIENT = fileURLToPath(new URL('independent-client.py', import.meta.url));
const VECTORS = fileURLToPath(new URL('../../../contract/src/assistant/channel-vectors.json', import.meta.url));
const said = z.object({
  begun: z.object({ output: z.object({ pairing: z.string() }) }),
  key: z.string(),
  service: z.unknown(),
  token: z.unknown(),
});
const run = promisify(execFile);
let assistant: RunningAssistant;
let python: string;
let serial: string;
const hsm = softHsm();
beforeAll(async () => {
  serial = hsm.token('Cleo').serial;
  assistant = await runAssistant({ kinds: [kindOf('softhsm', hsm.module)], environment: hsm.environment });
  python = (await findPython()) ?? 'python3';
});
afterAll(async () => {
  await assistant.close();
  hsm.remove();
});

/** Runs the client; the person types the number that it shows, where they are asked. */
async function client(...args: string[]) {
  const child = spawn(python, [CLIENT, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === 1 && args[0] === 'pair') await assistant.person.answers('type the six digits', line);
  }
  return said.parse(JSON.parse(lines[1] ?? '{}'));
}

test('[S-370 S-371] computes the published vectors', async () => {
  expect((await run(python, [CLIENT, 'vectors', VECTORS])).stdout).toBe('16 values agree\n');
});

test('[S-371 S-373 S-374 S-379] pairs, calls commands, and comes back without asking', async () => {
  const port = String(assistant.port());
  const first = await client('pair', port, CONSOLE);
  expect(first.service).toMatchObject({ output: { name: 'Signet trust assistant', site: { origin: CONSOLE } } });
  const again = await client('return', port, CONSOLE, first.begun.output.pairing, first.key);
  expect(again.begun.output.pairing).toBe(first.begun.output.pairing);
  expect(again.service).toEqual(first.service);
  expect(again.token).toMatchObject({ output: { tokens: [{ keystore: 'softhsm', serial, label: 'Cleo' }] } });
});

/** Who answers at a port in the assistant's place, naming a pairing as anybody can; what is asked of it after that. */
async function impostor(pairing: string) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
  const [public_key, session, nonce] = [point, randomBytes(16), randomBytes(32)].map((one) => one.toString('base64'));
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.end(JSON.stringify({ channel_version: 1, public_key, session, nonce, pairing }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { asked, port: String((server.address() as AddressInfo).port), close: () => server.close() };
}

test('goes no further with who names a pairing that it has not sent', async () => {
  const { asked, port, close } = await impostor(randomUUID());
  const kept = [randomUUID(), randomBytes(32).toString('base64')];
  for (const args of [
    ['pair', port, CONSOLE],
    ['return', port, CONSOLE, ...kept],
  ])
    await expect(run(python, [CLIENT, ...args])).rejects.toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('not sent') as string,
    });
  expect(asked).toEqual(['/api/v1/handshake', '/api/v1/handshake']);
  close();
});

test('goes no further with an assistant that does not know what it has kept, and asks nobody', async () => {
  const kept = [randomUUID(), randomBytes(32).toString('base64')];
  const stopped = run(python, [CLIENT, 'return', String(assistant.port()), CONSOLE, ...kept], { timeout: 10_000 });
  await expect(stopped).rejects.toMatchObject({ stdout: '', stderr: expect.stringContaining('not known') as string });
});

test('a foreign origin gets no further than the door', async () => {
  const refused = run(python, [CLIENT, 'pair', String(assistant.port()), 'http://console.example']);
  await expect(refused).rejects.toMatchObject({ stderr: expect.stringContaining('FOREIGN_ORIGIN') as string });
  expect(assistant.sites.list().filter(({ origin }) => origin === OTHER)).toEqual([]);
});
