/** Where tests have messages of ends sent. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

type Heard = { id: string; timestamp: string; signature: string; body: string };

/** A receiver on this machine, by https if `tls`. `answer` says by which status it answers each message. */
export async function openWebhookSink({ tls = false } = {}) {
  const heard: Heard[] = [];
  const own = { answer: (): number => 204 };
  const take: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const header = (name: string): string => String(request.headers[name]);
      heard.push({
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
        body,
      });
      response.writeHead(own.answer(), { location: '/elsewhere' }).end();
    });
  };
  const server = tls ? createTls({ key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE }, take) : createServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook?of=ends`,
    heard,
    own,
    close: async (): Promise<void> => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The signature by the published algorithm of Standard Webhooks. */
export function expectedSignature(secret: string, { id, timestamp, body }: Heard): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
