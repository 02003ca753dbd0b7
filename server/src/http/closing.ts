import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** For how long a connection may bring one request more, in milliseconds. */
const LAST_REQUESTS = 500;

/**
 * Lets a server that is closed end with its last answer. Node would wait for over a minute for a connection on which
 * nothing was ever asked (browsers open some ahead), until its headers are overdue, and as long for one whose answer
 * was under way, until it has been kept alive for long enough. Such a connection is closed in both directions once the
 * answer is out, as Node does after `connection: close`: a browser that keeps it for its next request does not look at
 * its end before, and would leave it half open. Answers what is called when the server begins to close.
 *
 * A proxy takes a connection for one that is kept until it is told otherwise, and what it sends just as the connection
 * is cut off fails, for nobody knows whether it was done. So each answer from then on says that its connection ends,
 * and one that is idle, which Node closes at once, has a moment for a request that is on its way.
 */
export function closePromptly(server: Server): () => void {
  let closing = false;
  const silent = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  // Requests come on the inner connection; a handshake that is never finished has an end of its own.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  // Before whoever answers, who may do so at once.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    underWay.add(response);
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      underWay.delete(response);
      if (closing) socket.destroySoon();
    });
  });
  return () => {
    closing = true;
    for (const response of underWay) response.shouldKeepAlive = false;
    const closeIdle = server.closeIdleConnections.bind(server);
    // Node's own close() calls it at once.
    server.closeIdleConnections = () => undefined;
    const timer = setTimeout(() => {
      closeIdle();
      for (const socket of silent) socket.destroy();
    }, LAST_REQUESTS).unref();
    server.once('close', () => clearTimeout(timer));
  };
}

/**
 * Closes a server that answers what was asked, and has an end: who does not take their answer, such as a download that
 * is paused, is cut off after so many milliseconds.
 */
export async function closeWithin(
  server: Pick<Server, 'closeAllConnections'>,
  most: number,
  close: () => Promise<unknown>,
): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), most);
  try {
    await close();
  } finally {
    clearTimeout(timer);
  }
}
