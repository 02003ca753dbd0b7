import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import type pg from 'pg';

/** A connection as DATABASE_URL takes it; a folder of sockets stands in the query. */
export function addressOf({ host = '', port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(`postgres://${user}@localhost:${port}/${database}`);
  if (typeof password === 'string') url.password = encodeURIComponent(password);
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}

/** A way to a database that a test can close; `connection` leads through it. */
export type DatabaseDoor = {
  connection: pg.ClientConfig;
  /** Ends every connection and takes none, until `open`. */
  shut: () => void;
  /** Takes connections and what is sent on them, and passes nothing on, as a server that stands still. */
  freeze: () => void;
  /** Lets pass what waits, and everything from now on. */
  open: () => void;
  close: () => Promise<void>;
};

/** A door to a database's server. `before` is asked of each piece that goes in, which waits meanwhile. */
export async function openDatabaseDoor(
  connection: pg.ClientConfig,
  before: (piece: string) => Promise<void> = async () => undefined,
): Promise<DatabaseDoor> {
  const { host = '', port = 0 } = connection;
  const inside = new Set<Socket>();
  let shut = false;
  let thawed: Promise<void> = Promise.resolve();
  let thaw = (): void => undefined;
  const door = createServer((client) => {
    const server = host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      inside.add(from);
      from.on('error', () => undefined).on('close', () => (inside.delete(from), to.destroy()));
    }
    server.pipe(client);
    let turn = Promise.resolve();
    client.on('data', (piece) => {
      turn = turn
        .then(() => before(piece.toString('latin1')))
        .then(() => thawed)
        .then(() => void (!shut && server.writable && server.write(piece)));
    });
    if (shut) client.destroy();
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const shutDoor = (): void => {
    shut = true;
    for (const socket of inside) socket.destroy();
  };
  const openDoor = (): void => {
    shut = false;
    thaw();
  };
  return {
    connection: { ...connection, host: '127.0.0.1', port: (door.address() as AddressInfo).port },
    shut: shutDoor,
    freeze: () => void (thawed = new Promise((go) => (thaw = go))),
    open: openDoor,
    async close() {
      openDoor();
      shutDoor();
      door.close();
      await once(door, 'close');
    },
  };
}
