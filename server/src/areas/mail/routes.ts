import type { areas } from '@signet/contract';
import { Problem } from '@signet/contract/problem';
import type { HandlersOf } from '../../http/handler.ts';
import { listMail, readMail, requeueMail } from './store.ts';

export const mailRoutes: HandlersOf<typeof areas.mail> = {
  list: ({ db, query }) => listMail(db, query),

  read: ({ db, params, platform }) => readMail(db, platform.seal, params.id),

  async resend({ db, params, platform, audit }) {
    if (platform.config.SMTP_URL === undefined) throw new Problem('NO_MAIL_SERVER');
    const mail = await requeueMail(db, params.id);
    audit({ resource_id: mail.id, resource_name: mail.subject, before: { status: mail.status }, after: { status: 'queued' } });
  },
};
