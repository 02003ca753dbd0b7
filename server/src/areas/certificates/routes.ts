import type { areas } from '@signet/contract';
import type { CertificateRow } from '@signet/contract/areas/certificates';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { makePlan } from '../../bulk/plan-store.ts';
import { csv, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import { certificateBulkActs } from './bulk-acts.ts';
import { issueForSeat } from './issue-store.ts';
import { everyCertificate, listCertificates, readCertificateRecord, releaseOne, revokeOne } from './store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<CertificateRow>[] => [
  { head: text(locale, 'certificates.part.commonName'), value: (row) => row.common_name },
  { head: text(locale, 'certificates.subject'), value: (row) => row.subject },
  { head: text(locale, 'certificateList.email'), value: (row) => row.email },
  { head: text(locale, 'certificates.serial'), value: (row) => row.serial },
  { head: text(locale, 'certificateList.status'), value: (row) => text(locale, `certificates.status.${row.status}`) },
  { head: text(locale, 'certificateList.valid_from'), value: (row) => row.valid_from },
  { head: text(locale, 'certificateList.valid_to'), value: (row) => row.valid_to },
  { head: text(locale, 'certificateList.created_at'), value: (row) => row.created_at },
  { head: text(locale, 'certificateList.account'), value: (row) => row.account_name },
  { head: text(locale, 'certificateList.authority'), value: (row) => row.authority_name },
  { head: text(locale, 'certificateList.profile'), value: (row) => row.profile_name },
  { head: text(locale, 'list.person'), value: (row) => row.person?.name ?? null },
  { head: text(locale, 'certificateList.revoked_at'), value: (row) => row.revoked_at },
  {
    head: text(locale, 'certificateList.reason'),
    value: (row) => row.revocation_reason && text(locale, `certificateList.reason.${row.revocation_reason}`),
  },
];

export const certificatesRoutes: HandlersOf<typeof areas.certificates> = {
  list: ({ viewer, db, query, now }) => listCertificates(viewer, db, query, now),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `certificates-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyCertificate(viewer, db, query, now)),
    };
  },

  read: ({ viewer, db, params, now }) => readCertificateRecord(viewer, db, params.id, { now }),

  async issue({ viewer, db, body, now, audit, runtime }) {
    const { after, event } = await issueForSeat(runtime, viewer, db, body, now);
    audit(event);
    return after;
  },

  async revoke({ viewer, db, params, body, now, audit }) {
    const { after, event, also } = await revokeOne(viewer, db, params.id, body.reason, now);
    audit(event);
    for (const one of also) audit(one);
    return after;
  },

  async release({ viewer, db, params, now, audit }) {
    const { after, event } = await releaseOne(viewer, db, params.id, now);
    audit(event);
    return after;
  },

  planRevoke: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, certificateBulkActs.revoke, body, now, runtime),
};
