import type { areas } from '@signet/contract';
import type { ResponseOf } from '@signet/contract/endpoint';
import type { SeenEvent } from '../../audit/place-store.ts';

type Item = ResponseOf<typeof areas.auditForwarding.feed>['items'][number];

/** The moment in ISO 8601 with milliseconds; what is no moment, which no writer of ours stores, as it is. */
const instant = (at: Date): string =>
  Number.isFinite(new Date(at).getTime()) ? new Date(at).toISOString() : String(at);

/** An event as a collector gets it: what is null is left out, as in the JSON of which the leaf is the hash. */
export function feedItem({ index, row, withheld }: SeenEvent): Item {
  return {
    index,
    leaf: row.leaf_hash.toString('base64'),
    withheld,
    event: {
      id: row.id,
      at: instant(row.at),
      action: row.action,
      resource_type: row.resource_type,
      resource_id: row.resource_id ?? undefined,
      resource_name: row.resource_name ?? undefined,
      account_id: row.account_id ?? undefined,
      actor_id: row.actor_id ?? undefined,
      actor_name: row.actor_name ?? undefined,
      actor_scope: row.actor_scope ?? undefined,
      actor_via: row.actor_via,
      credential_id: withheld ? undefined : (row.credential_id ?? undefined),
      credential_name: withheld ? undefined : (row.credential_name ?? undefined),
      ip: withheld ? undefined : (row.ip ?? undefined),
      user_agent: withheld ? undefined : (row.user_agent ?? undefined),
      correlation_id: withheld ? undefined : (row.correlation_id ?? undefined),
      result: row.result,
      message: row.message ?? undefined,
      before: row.before ?? undefined,
      after: row.after ?? undefined,
    },
  };
}
