import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

/** What is not closed stays for over a minute. */
const IN_TIME = 30_000;

let app: TestApp;
const sockets: Socket[] = [];
beforeEach(async () => {
  app = await startTestApp({ people: false });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A connection to the server, which has taken it. Half open: it stays when the server has said its last word on it. */
async function open({ allowHalfOpen = false } = {}): Promise<Socket> {
  const taken = once(app.app.server, 'connection');
  const { port } = app.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  sockets.push(socket);
  await Promise.all([once(socket, 'connect'), taken]);
  return socket;
}

test(
  'closing does not wait for connections on which nothing was asked, as browsers open them ahead',
  { timeout: IN_TIME },
  async () => {
    const socket = await open();
    await Promise.all([app.app.close(), once(socket, 'close')]);
    expect(socket.destroyed).toBe(true);
  },
);

test('closing answers what was asked first, and waits for nothing after it', { timeout: IN_TIME }, async () => {
  // As in a browser, which sees that a connection has ended when it wants to use it again.
  const socket = await open({ allowHalfOpen: true });
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  const ended = once(socket, 'end');
  const requested = once(app.app.server, 'request');
  // Its first part makes it a request; the server closes before the rest has come.
  socket.write(
    'POST /account/ui-api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\n' +
      'content-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  );
  await requested;
  const closing = app.app.close();
  socket.write('}');
  await Promise.all([closing, ended]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  // A proxy that was not told would send the next request there.
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test('what a proxy sends on a connection that it keeps, just as the server closes, is answered', async () => {
  const socket = await open();
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  const ask = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
  socket.write(ask);
  await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 200 /));
  answer = '';
  const ended = once(socket, 'close');
  const closing = app.app.close();
  socket.write(ask);
  await Promise.all([closing, ended]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});
