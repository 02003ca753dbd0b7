import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { listMail, readMail, requeueMail } from './store.ts';

const hasMailServer = ({ config }: Runtime): boolean => config.SMTP_URL !== undefined;

export const mailRoutes: HandlersOf<typeof areas.mail> = {
  list: async ({ db, query, runtime }) => ({ ...(await listMail(db, query)), mail_server: hasMailServer(runtime) }),

  read: async ({ db, params, runtime }) => ({
    ...(await readMail(db, runtime.seal, params.id)),
    mail_server: hasMailServer(runtime),
  }),

  async resend({ db, params, runtime, audit }) {
    const mail = await requeueMail(db, params.id, hasMailServer(runtime));
    audit({
      resource_id: mail.id,
      resource_name: mail.subject,
      before: { status: mail.status },
      after: { status: 'queued' },
    });
  },
};
