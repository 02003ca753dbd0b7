import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import { pemOf } from '../../x509/pem.ts';
import {
  createAuthority,
  publishOneList,
  renewAuthority,
  retireAuthority,
  revokeOneAuthority,
} from './change-store.ts';
import { authorityFile, listAuthorities, readAuthority } from './store.ts';

export const certificateAuthoritiesRoutes: HandlersOf<typeof areas.certificateAuthorities> = {
  list: ({ viewer, db, query }) => listAuthorities(viewer, db, query),

  async create({ viewer, db, body, now, runtime, audit }) {
    const { after, event } = await createAuthority(viewer, db, body, { runtime, now });
    audit(event);
    return after;
  },

  read: ({ viewer, db, params, now, runtime }) => readAuthority(viewer, db, params.id, { now, pkiUrl: runtime.pkiUrl }),

  async blob({ viewer, db, params, query }) {
    const { name, chain } = await authorityFile(viewer, db, params.id);
    const own = chain.slice(0, 1);
    if (query.format === 'der')
      return { type: 'application/pkix-cert', octets: own[0] ?? new Uint8Array(), fileName: `${name}.cer` };
    const text = (query.format === 'chain' ? chain : own).map((der) => pemOf('CERTIFICATE', der)).join('');
    const fileName = query.format === 'chain' ? `${name}-chain.pem` : `${name}.pem`;
    return { type: 'application/x-pem-file', octets: Buffer.from(text), fileName };
  },

  async renew({ viewer, db, params, query, body, now, runtime, audit }) {
    const act = { runtime, now, version: query.version };
    const { after, event, retired } = await renewAuthority(viewer, db, params.id, body, act);
    audit(event);
    audit({ ...retired, as: { action: 'UPDATE', resource: 'CERTIFICATE_AUTHORITY', result: 'success' } });
    return after;
  },

  async publish({ viewer, db, params, now, runtime, audit }) {
    const { after, event } = await publishOneList(viewer, db, params.id, { runtime, now, version: undefined });
    audit(event);
    return after;
  },

  async retire({ viewer, db, params, query, now, runtime, audit }) {
    const { after, event } = await retireAuthority(viewer, db, params.id, { runtime, now, version: query.version });
    audit(event);
    return after;
  },

  async revoke({ viewer, db, params, query, body, now, runtime, audit }) {
    const act = { runtime, now, version: query.version };
    const { after, event } = await revokeOneAuthority(viewer, db, params.id, body.reason, act);
    audit(event);
    return after;
  },
};
