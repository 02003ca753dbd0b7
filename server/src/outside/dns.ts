/** Records in the DNS by which somebody proves that a domain is theirs. */
import { Resolver } from 'node:dns/promises';

/** How long a name server may take in all, in milliseconds: a request waits for it. */
const PATIENCE_MS = 3_000;
/** What says that there is no such record, or can't be, and not that nobody answered. */
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * The texts of the TXT records of a name, the pieces of each put together (RFC 7208, 3.3); none where there are none.
 * Null where no name server answered in time. `servers`: who is asked, as `address:port`; those of this machine where
 * none are named.
 */
export async function textRecords(name: string, servers: readonly string[]): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: PATIENCE_MS / 2, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  const giveUp = setTimeout(() => resolver.cancel(), PATIENCE_MS);
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    return error instanceof Error && 'code' in error && NONE.has(String(error.code)) ? [] : null;
  } finally {
    clearTimeout(giveUp);
  }
}
