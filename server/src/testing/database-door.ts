import type pg from 'pg';
import { openNetworkDoor, type NetworkDoor } from './network-door.ts';

/** A connection as DATABASE_URL takes it; a folder of sockets stands in the query. */
export function addressOf({ host = '', port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(`postgres://${user}@localhost:${port}/${database}`);
  if (typeof password === 'string') url.password = encodeURIComponent(password);
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}

/** A way to a database that a test can close; `connection` leads through it. */
export type DatabaseDoor = Omit<NetworkDoor, 'place'> & { connection: pg.ClientConfig };

/** A door to a database's server. `before` is asked of each piece that goes in, which waits meanwhile. */
export async function openDatabaseDoor(
  connection: pg.ClientConfig,
  before?: (piece: string) => Promise<void>,
): Promise<DatabaseDoor> {
  const { host = '', port = 0 } = connection;
  const { place, ...door } = await openNetworkDoor({ host, port }, before);
  return { ...door, connection: { ...connection, ...place } };
}
