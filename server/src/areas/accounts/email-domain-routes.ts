/** The calls for the email domains of an account. */
import type { areas } from '@signet/contract';
import type { accountEmailDomains } from '@signet/contract/areas/account-email-domains';
import { Problem } from '@signet/contract/problem';
import type { HandlersOf } from '../../http/handler.ts';
import { textRecords } from '../../outside/dns.ts';
import {
  awaitedProof,
  emailDomains,
  markVerified,
  removeEmailDomains,
  requireFreeFor,
  saveEmailDomains,
} from './email-domain-store.ts';

type Routes = Pick<HandlersOf<typeof areas.accounts>, keyof typeof accountEmailDomains>;

export const emailDomainRoutes: Routes = {
  readEmailDomains: ({ viewer, db, params, now }) => emailDomains(viewer, db, params.id, now),

  async createEmailDomains({ viewer, db, params, body, now, audit }) {
    const { after, event } = await saveEmailDomains(viewer, db, params.id, { ...body, first: true }, now);
    audit(event);
    return after;
  },

  async updateEmailDomains({ viewer, db, params, body, now, audit }) {
    const { after, event } = await saveEmailDomains(viewer, db, params.id, { ...body, first: false }, now);
    audit(event);
    return after;
  },

  async removeEmailDomains({ viewer, db, params, query, now, audit }) {
    audit(await removeEmailDomains(viewer, db, params.id, query, now));
  },

  async validateEmailDomains({ viewer, db, params, query, now }) {
    await requireFreeFor(viewer, db, params.id, query.domains, now);
    return { domains: query.domains };
  },

  async verifyEmailDomain({ viewer, db, params: { id, domain }, body: { by }, now, runtime, audit }) {
    const record = await awaitedProof(viewer, db, id, domain, now);
    if (record && by === 'dns') {
      const texts = await textRecords(record.name, runtime.config.DNS_SERVERS);
      if (texts === null) throw new Problem('DNS_UNAVAILABLE');
      if (!texts.includes(record.value)) throw new Problem('DOMAIN_RECORD_MISSING', { params: { name: record.name } });
    }
    return async (tx) => {
      const { after, event } = await markVerified(viewer, tx, id, { domain, by, record }, now);
      audit(event);
      return after;
    };
  },
};
