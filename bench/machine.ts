/** What the numbers were taken on. */
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import pg from 'pg';
import product from '../package.json' with { type: 'json' };

/** Such as "2 cores (AMD EPYC), 24 GB, Linux". */
export function machine(): string {
  const model = cpus()[0]?.model.replace(/\s+/g, ' ').trim();
  const cores = availableParallelism();
  const named = model && model !== 'unknown' ? ` (${model})` : '';
  return `${cores} core${cores === 1 ? '' : 's'}${named}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()}`;
}

/** Such as "Signet 0.1.0, Node 24.21.0, PostgreSQL 18.4, the embedded one". */
export async function versions(connection: pg.ClientConfig, embedded: boolean): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; buffers: string; commit: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
        current_setting('shared_buffers') as buffers, current_setting('synchronous_commit') as commit`,
    );
    const server = rows[0];
    const settings = `shared_buffers ${server?.buffers}, synchronous_commit ${server?.commit}`;
    const database = `PostgreSQL ${server?.version} (${embedded ? 'the embedded one' : 'a server'}, ${settings})`;
    return `Signet ${product.version}, Node ${process.versions.node}, ${database}`;
  } finally {
    await client.end();
  }
}
