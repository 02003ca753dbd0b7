import type { areas } from '@signet/contract';
import { storedDateTime } from '@signet/contract/dates';
import { notFound } from '@signet/contract/problem';
import { openLogKey } from '../../audit/keys.ts';
import { formatVerifierKey } from '../../audit/note.ts';
import type { NoteSigner } from '../../audit/note.ts';
import { newestCheckpoint, verifyEvent } from '../../audit/verify.ts';
import type { Runtime } from '../../runtime.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { eventIsVisible } from './store.ts';

export const auditLogRoutes: HandlersOf<typeof areas.auditLog> = {
  async verify({ viewer, db, params, runtime }) {
    if (!(await eventIsVisible(viewer, db, params.id))) throw notFound();
    const verification = await verifyEvent(db, params.id, {
      verifier: await logKey(runtime),
      mac: runtime.eventMac,
      kept: runtime.keptHead.note(),
    });
    if (!verification) throw notFound();
    return verification;
  },
  async checkpoint({ db, runtime }) {
    const signer = await logKey(runtime);
    const newest = await newestCheckpoint(db, signer);
    return {
      checkpoint: newest?.note ?? null,
      tree_size: newest?.size ?? 0,
      at: newest ? storedDateTime(newest.at) : null,
      public_key: formatVerifierKey(signer),
    };
  },
};

function logKey({ db, seal, clock, config }: Runtime): Promise<NoteSigner> {
  return openLogKey(db, { seal, clock, origin: config.AUDIT_ORIGIN });
}
