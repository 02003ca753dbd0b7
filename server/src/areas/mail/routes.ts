import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import type { Platform } from '../../platform.ts';
import { listMail, readMail, requeueMail } from './store.ts';

const hasMailServer = ({ config }: Platform): boolean => config.SMTP_URL !== undefined;

export const mailRoutes: HandlersOf<typeof areas.mail> = {
  list: async ({ db, query, platform }) => ({ ...(await listMail(db, query)), mail_server: hasMailServer(platform) }),

  read: async ({ db, params, platform }) => ({
    ...(await readMail(db, platform.seal, params.id)),
    mail_server: hasMailServer(platform),
  }),

  async resend({ db, params, platform, audit }) {
    const mail = await requeueMail(db, params.id, hasMailServer(platform));
    audit({
      resource_id: mail.id,
      resource_name: mail.subject,
      before: { status: mail.status },
      after: { status: 'queued' },
    });
  },
};
