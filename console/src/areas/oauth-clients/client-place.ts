/** Whose OAuth clients a page is about: the account in the address, or the platform's own under the settings. */
import { useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';

export function useClientPlace() {
  const { id, configId = '' }: { id?: string; configId?: string } = useParams({ strict: false });
  const own = useProfile().primary_account_id;
  return id === undefined
    ? { accountId: own, configId, ofPlatform: true, back: `${paths.settings()}#integrations` }
    : { accountId: id, configId, ofPlatform: false, back: paths.account(id, 'integrations') };
}
