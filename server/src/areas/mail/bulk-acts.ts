/** What can be done to many mails at once, by the store function of the single act. */
import { mail, MAIL_BULK_INPUT } from '@signet/contract/areas/mail';
import { whyNotResend } from '@signet/contract/rules';
import { bulkAct } from '../../bulk/act.ts';
import type { ChangeEvent } from '../../db/record.ts';
import { hasMailServer, hasSavedMailServer } from '../../platform-settings/mail-server-store.ts';
import { mailTargets, requeueMail, type MailSelection } from './store.ts';

/** A mail has no version: nobody edits it. */
const VERSION = 0;

export const mailBulkActs = {
  /**
   * Mail that is sent, or is being sent, has nothing to be done to it; one that waits is brought forward, or gets the
   * job it has lost.
   */
  resend: bulkAct({
    name: 'mail.resend',
    single: mail.resend,
    input: MAIL_BULK_INPUT.resend,
    rows: async (_viewer, db, selection: MailSelection, most, now) =>
      (await mailTargets(db, selection, most, now)).map((row) => ({ ...row, version: VERSION })),
    named: (_viewer, db) => hasSavedMailServer(db),
    verdict(_viewer, { status }, _input, _now, { config }, isSaved) {
      if (status === 'sent') return 'same';
      const reason = whyNotResend(status, config.SMTP_URL !== undefined || isSaved === true);
      return reason ? { refused: reason } : { change: 'light' };
    },
    read: async (_viewer, _tx, id) => ({ id, version: VERSION }),
    async perform(_viewer, tx, { id }, _input, now, { config }) {
      return { event: requeuedEvent(await requeueMail(tx, id, await hasMailServer({ db: tx, config }), now)) };
    },
  }),
};

/** What the audit log records of a mail that is tried again; nothing where that is under way already. */
export const requeuedEvent = (before: Awaited<ReturnType<typeof requeueMail>>): ChangeEvent | 'nothing' =>
  before.inHand
    ? 'nothing'
    : {
        resource_id: before.id,
        resource_name: before.subject,
        account_id: null,
        before: { status: before.status },
        after: { status: 'queued' },
      };
