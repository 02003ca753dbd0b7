import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';

/** Where somebody listens; a host that is a folder has a socket of PostgreSQL for each port. */
export type Place = { host: string; port: number };

/** A way to somebody who listens, which a test can close. `place` leads through it. */
export type NetworkDoor = {
  place: Place;
  /** Ends every connection and takes none, until `open`. */
  shut: () => void;
  /** Takes connections and what is sent on them, and passes nothing on, as a server that stands still. */
  freeze: () => void;
  /** Lets pass what waits, and everything from now on. */
  open: () => void;
  close: () => Promise<void>;
};

const connectTo = ({ host, port }: Place): Socket =>
  host.startsWith('/') ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host);

/** A door to a place. `before` is asked of each piece that goes in, which waits meanwhile. */
export async function openNetworkDoor(
  behind: Place,
  before: (piece: string) => Promise<void> = async () => undefined,
): Promise<NetworkDoor> {
  const inside = new Set<Socket>();
  let shut = false;
  let thawed: Promise<void> = Promise.resolve();
  let thaw = (): void => undefined;
  const door = createServer((client) => {
    const server = connectTo(behind);
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
    place: { host: '127.0.0.1', port: (door.address() as AddressInfo).port },
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
