import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a closing server end with its last answer. Node closes what is idle at that moment; it would still wait for over
 * a minute for a connection on which nothing was ever asked (browsers open some ahead), until its headers are overdue,
 * and as long for one whose answer was under way, until it has been kept alive for long enough. Such a connection is
 * closed in both directions once the answer is out, as Node does after `connection: close`: a browser that keeps it for
 * its next request does not look at its end before, and would leave it half open.
 */
export function closePromptly(app: FastifyInstance): void {
  let closing = false;
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    // It came in before the server has stopped to listen, and after the hook below.
    if (closing) socket.destroy();
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    silent.delete(socket);
    response.once('close', () => closing && socket.destroySoon());
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of silent) socket.destroy();
  });
}
