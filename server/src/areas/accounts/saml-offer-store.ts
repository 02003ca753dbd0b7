/** What the address of a provider's metadata says otherwise than what is set up: taking it over, or not. */
import { AUTH_TYPE } from '@signet/contract/areas/account-saml';
import { notFound, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../../db/open.ts';
import type { Place } from './saml-row-store.ts';
import { editableAccount, eventOf, readSaml, saveSaml, type SamlChange } from './saml-store.ts';

/** `entity_id` and `sign_on_address`: what was shown to whoever answers. */
type Answer = { accept: boolean; entity_id: string; sign_on_address: string };

/**
 * Saves the offered metadata as somebody would who had uploaded it, or keeps that it was declined. Throws what saveSaml
 * throws, 404 where nothing is offered, and CHANGED_MEANWHILE where it is no longer what was shown.
 */
export async function answerOffer(
  viewer: Viewer,
  tx: Db,
  { accept, entity_id, sign_on_address }: Answer,
  place: Place,
): Promise<SamlChange> {
  const { accountId, now } = place;
  await editableAccount(viewer, tx, accountId, now, true);
  const before = await readSaml(viewer, tx, place);
  const offered = before.refresh?.offered;
  if (!offered) throw notFound();
  if (offered.entity_id !== entity_id || offered.sign_on_address !== sign_on_address)
    throw new Problem('CHANGED_MEANWHILE');
  if (!accept && offered.declined) return { after: before, created: false, events: [], changed: 'nothing' };
  if (!accept) {
    await tx.updateTable('saml_config').set({ offer_declined: true }).where('account_id', '=', accountId).execute();
    const after = await readSaml(viewer, tx, place);
    const changed = { ...eventOf(before, after), after: { declined: { entity_id, sign_on_address } } };
    return { after, created: false, events: [], changed };
  }
  const { offered_metadata } = await tx
    .selectFrom('saml_config')
    .select('offered_metadata')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const save = {
    auth_type: AUTH_TYPE,
    account_id: accountId,
    edit: true,
    status: before.status,
    identity_provider_config: {
      metadata: { metadata: offered_metadata ?? '' },
      metadata_url: before.identity_provider_config?.metadata_url,
    },
  } as const;
  return saveSaml(viewer, tx, save, place);
}
