import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A port that is taken before there is anything to answer there. `release` hands it to whoever listens next. */
export type TakenPort = { port: number; release: () => Promise<void> };

/** In seconds: for how long whoever comes too early should wait. */
const COME_AGAIN = 5;

/** Takes the port, 0 for a free one, and answers 503 there. Throws where it can't be listened on. */
export async function takePort(port: number, host: string): Promise<TakenPort> {
  const server = createServer((_request, response) =>
    response.writeHead(503, { 'retry-after': `${COME_AGAIN}`, 'content-length': 0, connection: 'close' }).end(),
  ).listen(port, host);
  await once(server, 'listening');
  const release = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, release };
}
