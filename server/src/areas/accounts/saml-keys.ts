/** Changing our own keys for the provider of an account: the next one, which of them signs, and forgetting one. */
import type { SamlConfig } from '@signet/contract/areas/account-saml';
import { notFound } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import type { ChangeEvent } from '../../db/record.ts';
import { addOwnKey, forgetKey, requireRoomForKey, shownKeys, signWith } from '../../sign-in/saml/key-store.ts';
import type { Place } from './saml-row-store.ts';
import { editableAccount, eventOf, readSaml } from './saml-store.ts';

export type KeyAct = { act: 'make' } | { act: 'switch' | 'forget'; id: string };

/**
 * Does it to the keys of an account's configuration, one act at a time. Throws what readSaml throws, 404 where there is
 * no configuration or no such key, and the reasons of the act.
 */
export async function changeKeys(
  viewer: Viewer,
  tx: Db,
  place: Place,
  act: KeyAct,
): Promise<{ event: ChangeEvent | 'nothing'; after: SamlConfig }> {
  const { accountId, now, runtime } = place;
  // Its row is locked: of two at once the second sees what the first has done.
  await editableAccount(viewer, tx, accountId, now, true);
  const before = await readSaml(viewer, tx, place);
  if (before.id === null) throw notFound();
  const keys = await shownKeys(tx, accountId);
  if (act.act === 'make') {
    requireRoomForKey(keys);
    await addOwnKey(tx, runtime, { accountId, state: 'next', now });
  } else if (act.act === 'forget') await forgetKey(tx, accountId, keys, act.id);
  else if (!(await signWith(tx, accountId, keys, act.id))) return { event: 'nothing', after: before };
  const after = await readSaml(viewer, tx, place);
  return { event: eventOf(before, after), after };
}
