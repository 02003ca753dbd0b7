import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Systems give ports above these to whoever calls out: one from there could be some client's by the time a server wants
 * it, or wants it again after a restart.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** A port that nobody listens on at this moment, and that no system gives to a client. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
