import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import { whyNotEmail } from '@signet/contract/rules';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import { daysFor } from '../../mail/day.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';

/** A token that was made, and how its person is written to. */
type Made = Pick<ApiTokenWithOwner, 'name' | 'end_date'> & {
  owner: { id: string; name: string; service_user: boolean; email: string; locale: string };
};

/**
 * Tells somebody by mail that another person has made a token of theirs, which acts in their name. Nobody is told of
 * their own, and a service user can't be.
 */
export async function tellOwner(
  viewer: Viewer,
  tx: Db,
  runtime: Runtime,
  { name, end_date, owner }: Made,
): Promise<void> {
  const { id, email, service_user, locale: stored } = owner;
  if (id === viewer.userId || service_user || whyNotEmail(email)) return;
  const locale = isLocale(stored) ? stored : DEFAULT_LOCALE;
  const date = end_date === null ? '' : (await daysFor(tx, { userId: id, locale }))(end_date);
  const link = `${runtime.publicUrl}/account/profile/api-tokens`;
  const params = { name: owner.name, token: name, by: viewer.name, ends: end_date === null ? 'no' : 'yes', date };
  await queueMail(tx, runtime, { to: email, locale, kind: 'token-made', userId: id, link, params });
}
