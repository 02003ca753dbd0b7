/** Self-service links of the demo: an open one, and one whose last day is over. */
import type { SelfServiceScope } from '@signet/contract/areas/self-service-rules';
import { newId } from '../src/ids.ts';
import { hashSecret, newSecret } from '../src/secrets.ts';
import { linkSeal } from '../src/self-service/link-store.ts';
import { inDays } from './accounts.ts';
import { momentOf } from './demo-log.ts';
import type { FurnishStep } from './demo.ts';

const LINKS: readonly { domains: string[]; access_scope: SelfServiceScope; ends: number; made: number }[] = [
  { domains: ['nordmark-lb.example', 'nordmark-group.example'], access_scope: 'end_user', ends: 60, made: 30 },
  { domains: ['treasury.nordmark.example', 'trade.nordmark.example'], access_scope: 'account', ends: -5, made: 35 },
];

/** Inserts links of Nordmark that Cleo made; `ends` is in so many days, `made` so many days ago. */
export const furnishSelfService: FurnishStep = async ({ db, runtime, now, accountIds, personIds }) => {
  await db
    .insertInto('self_service_link')
    .values(
      LINKS.map(({ domains, access_scope, ends, made }, n) => {
        const id = newId();
        const state = newSecret();
        return {
          id,
          account_id: accountIds.get('nordmark-lb') ?? '',
          domains,
          access_scope,
          ends_on: inDays(now, ends),
          state_hash: hashSecret(state),
          state_sealed: runtime.seal.seal(Buffer.from(state), linkSeal(id)),
          made_at: momentOf(now, made, 572 + n * 311),
          made_by: personIds.get('cleo') ?? '',
        };
      }),
    )
    .execute();
  return {};
};
