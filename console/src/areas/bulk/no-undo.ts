/** Why there is no way back from a plan that can't be undone. */
import type { BulkPlan } from '@signet/contract/bulk';
import type { TextKey } from '../../i18n/text.ts';

/** A hold is released one by one. */
export const noUndoText = ({ act, input }: Pick<BulkPlan, 'act' | 'input'>): TextKey =>
  act === 'certificates.revoke' && input?.['reason'] === 'certificateHold' ? 'bulk.releasedSingly' : 'bulk.notUndoable';
