import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { hasMailServer } from '../../platform-settings/mail-server-store.ts';
import { makePlan } from '../../bulk/plan-store.ts';
import { mailBulkActs, requeuedEvent } from './bulk-acts.ts';
import { listMail, readMail, requeueMail } from './store.ts';

export const mailRoutes: HandlersOf<typeof areas.mail> = {
  list: async ({ db, query, now, runtime: { config } }) => ({
    ...(await listMail(db, query, now)),
    mail_server: await hasMailServer({ db, config }),
  }),

  read: async ({ db, params, runtime }) => ({
    ...(await readMail(db, runtime.seal, params.id)),
    mail_server: await hasMailServer({ db, config: runtime.config }),
  }),

  async resend({ db, params, runtime: { config }, now, audit }) {
    const mail = await requeueMail(db, params.id, await hasMailServer({ db, config }), now);
    audit(requeuedEvent(mail));
  },

  planResend: ({ viewer, db, body, now, runtime }) => makePlan(viewer, db, mailBulkActs.resend, body, now, runtime),
};
