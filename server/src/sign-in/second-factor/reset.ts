/** Taking somebody's second factors away, who has lost them. */
import { hasSecondFactor, type FactorState } from '@signet/contract/areas/second-factor-rules';
import type { Locale } from '@signet/contract/locales';
import { Problem } from '@signet/contract/problem';
import type { Db } from '../../db/open.ts';
import { tellByMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import type { Reachable } from '../passwords/reset.ts';
import { askAnew, deleteFactors, factorState } from './factor-store.ts';

/**
 * Takes them away, and has the person set one up at the next sign-in by password; tells them by mail, also whether it
 * was an administrator or the recovery link. Answers what there was. Throws NO_SECOND_FACTOR.
 */
export async function resetSecondFactor(
  tx: Db,
  runtime: Runtime,
  person: Reachable & { locale: Locale },
  by: 'administrator' | 'recovery',
  now: Date,
): Promise<FactorState> {
  const before = await factorState(tx, person.id);
  if (!hasSecondFactor(before)) throw new Problem('NO_SECOND_FACTOR');
  await deleteFactors(tx, person.id, now);
  await askAnew(tx, person.id, now);
  await tellByMail(tx, runtime, {
    to: person.email,
    locale: person.locale,
    kind: 'second-factor-reset',
    userId: person.id,
    link: `${runtime.publicUrl}/account/login`,
    params: { name: person.name, user_name: person.user_name, by },
  });
  return before;
}
