/** Self-service links of the demo: an open one, and one whose last day is over. */
import { payloadDate } from '@signet/contract/dates';
import type { SelfServiceScope } from '@signet/contract/areas/self-service-rules';
import { newId } from '../src/ids.ts';
import { hashSecret, newSecret } from '../src/secrets.ts';
import { linkSeal } from '../src/self-service/link-store.ts';
import type { FurnishStep } from './demo.ts';

const DAY = 86_400_000;
const LINKS: readonly { domains: string[]; access_scope: SelfServiceScope; ends: number; made: number }[] = [
  { domains: ['nordmark-lb.example', 'nordmark-group.example'], access_scope: 'end_user', ends: 60, made: -30 },
  { domains: ['treasury.nordmark.example', 'trade.nordmark.example'], access_scope: 'account', ends: -5, made: -35 },
];

/** Inserts links of Nordmark that Cleo made; `ends` and `made` are days from today. */
export const furnishSelfService: FurnishStep = async ({ db, runtime, now, accountIds, personIds }) => {
  const onDay = (days: number): Date => new Date(now.getTime() + days * DAY);
  await db
    .insertInto('self_service_link')
    .values(
      LINKS.map(({ domains, access_scope, ends, made }) => {
        const id = newId();
        const state = newSecret();
        return {
          id,
          account_id: accountIds.get('nordmark-lb') ?? '',
          domains,
          access_scope,
          ends_on: payloadDate(onDay(ends)),
          state_hash: hashSecret(state),
          state_sealed: runtime.seal.seal(Buffer.from(state), linkSeal(id)),
          made_at: onDay(made),
          made_by: personIds.get('cleo') ?? '',
        };
      }),
    )
    .execute();
  return {};
};
