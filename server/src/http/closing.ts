import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/**
 * Lets a server that is closed end with its last answer. Node closes what is idle at that moment; it would still wait
 * for over a minute for a connection on which nothing was ever asked (browsers open some ahead), until its headers are
 * overdue, and as long for one whose answer was under way, until it has been kept alive for long enough. Such a
 * connection is closed in both directions once the answer is out, as Node does after `connection: close`: a browser
 * that keeps it for its next request does not look at its end before, and would leave it half open. Answers what is
 * called when the server begins to close.
 */
export function closePromptly(server: Server): () => void {
  let closing = false;
  const silent = new Set<Socket>();
  // Requests come on the inner connection; a handshake that is never finished has an end of its own.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    // It came in before the server has stopped to listen, and after the silent ones were closed.
    if (closing) socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    response.once('close', () => closing && socket.destroySoon());
  });
  return () => {
    closing = true;
    for (const socket of silent) socket.destroy();
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
