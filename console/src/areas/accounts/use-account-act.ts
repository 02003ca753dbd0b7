import { useState } from 'react';
import { changed } from '../../api/query.ts';
import { showProblem } from '../../api/show-problem.ts';
import type { TextKey } from '../../i18n/text.ts';
import { notify } from '../../shell/notices/notifications.ts';

/** Runs an act of a dialog: busy meanwhile, then closed, the account read again, and said; a refusal is shown. */
export function useAccountAct(onClose: () => void): {
  busy: boolean;
  run: (act: () => Promise<unknown>, said: TextKey) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  async function run(act: () => Promise<unknown>, said: TextKey): Promise<boolean> {
    setBusy(true);
    try {
      await act();
      notify({ type: 'success', message: said, translateMessage: true });
      await changed(
        'GET /account/ui-api/v1/account',
        'GET /account/ui-api/v1/account/{id}',
        'GET /account/ui-api/v1/account/{id}/history',
      );
      return true;
    } catch (thrown) {
      showProblem(thrown);
      return false;
    } finally {
      setBusy(false);
      onClose();
    }
  }
  return { busy, run };
}
