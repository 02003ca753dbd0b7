/** Bounds the open connections: who only holds them makes room for who asks. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const MOST = 100;

/** A connection beyond the bound closes the oldest one without a request; where all have one, it is closed itself. */
export function boundConnections(server: Server): void {
  const busy = new Map<Socket, number>();
  server.on('connection', (socket) => {
    if (busy.size >= MOST) {
      const [idle = socket] = [...busy].find(([, requests]) => requests === 0) ?? [];
      idle.destroy();
      busy.delete(idle);
      if (idle === socket) return;
    }
    busy.set(socket, 0);
    socket.on('close', () => busy.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.on('close', () => {
      const requests = busy.get(socket);
      if (requests !== undefined) busy.set(socket, requests - 1);
    });
  });
}
