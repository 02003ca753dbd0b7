import type { areas } from '@signet/contract';
import { STANDSTILLS } from '@signet/contract/areas/health';
import { storedDateTime } from '@signet/contract/dates';
import { readHealth } from '../../health/health-store.ts';
import type { HandlersOf } from '../../http/handler.ts';

export const healthRoutes: HandlersOf<typeof areas.health> = {
  async read({ db, now, runtime: { clientTools } }) {
    const health = await readHealth({ db, clientTools }, now);
    const items = STANDSTILLS.flatMap((kind) => {
      const found = health[kind];
      return found ? [{ kind, count: found.count, since: storedDateTime(found.since) }] : [];
    });
    return { items, total: items.length };
  },
};
