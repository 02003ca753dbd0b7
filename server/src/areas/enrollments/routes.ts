import type { areas } from '@signet/contract';
import { ENROLLMENT_METHODS, KEYSTORE_TYPES, LOCATION_OF } from '@signet/contract/areas/enrollment-rules';
import type { Enrollment, EnrollmentRow } from '@signet/contract/areas/enrollments';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { judgedList } from '../../bulk/listed-rows.ts';
import { makePlan } from '../../bulk/plan-store.ts';
import { csv, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { text } from '../../texts.ts';
import { enrollmentBulkActs } from './bulk-acts.ts';
import { cancelEnrollment, resendEnrollment } from './change-store.ts';
import { generateByLink } from './generate-store.ts';
import { askForRenewal } from '../../enrollments/renewal-store.ts';
import { readFile } from '../../x509/file.ts';
import { challenge } from './renewal-store.ts';
import { inviteMany } from './invite-many.ts';
import { invite } from './invite-store.ts';
import { openByLink, redeemByLink, requireOpen, withEnrollment } from './link-store.ts';
import { judgeInvitations, listedInvitations } from './new-invitations.ts';
import { everyEnrollment, listEnrollments, readEnrollment } from './store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<EnrollmentRow>[] => [
  { head: text(locale, 'enrollments.name'), value: (row) => row.name },
  { head: text(locale, 'enrollments.email'), value: (row) => row.email },
  { head: text(locale, 'enrollments.status'), value: (row) => text(locale, `enrollments.status.${row.status}`) },
  {
    head: text(locale, 'enrollments.keystore_location'),
    value: (row) => text(locale, `enrollments.keystore.${row.keystore_location}`),
  },
  {
    head: text(locale, 'enrollments.enrollment_method'),
    value: (row) => text(locale, `enrollments.method.${row.enrollment_method}`),
  },
  { head: text(locale, 'enrollments.account'), value: (row) => row.account_name },
  { head: text(locale, 'enrollments.template'), value: (row) => row.template_name },
  { head: text(locale, 'enrollments.created_at'), value: (row) => row.created_at },
  { head: text(locale, 'enrollments.sent_at'), value: (row) => row.sent_at },
  { head: text(locale, 'enrollments.expires_at'), value: (row) => row.expires_at },
  { head: text(locale, 'enrollments.redeemed_at'), value: (row) => row.redeemed_at },
];

/** The one certificate in PEM, or in base64 alone; null for anything else. */
function oneCertificate(shown: string): Uint8Array | null {
  const isPem = shown.includes('-----');
  const file = readFile('certificate', Buffer.from(shown, isPem ? 'latin1' : 'base64'));
  return 'blocks' in file && file.blocks.length === 1 ? (file.blocks[0] ?? null) : null;
}

const statusOf = ({ status, expires_at, generated_at, redeemed_at, canceled_at }: Enrollment) => ({
  status,
  expires_at,
  generated_at,
  redeemed_at,
  canceled_at,
});

export const enrollmentsRoutes: HandlersOf<typeof areas.enrollments> = {
  methods: async () => ({
    items: ENROLLMENT_METHODS.map((method) => ({ method })),
    total: ENROLLMENT_METHODS.length,
  }),

  keystoreTypes: async () => ({
    items: KEYSTORE_TYPES.map((type) => ({ type, keystore_location: LOCATION_OF[type] })),
    total: KEYSTORE_TYPES.length,
  }),

  list: ({ viewer, db, query, now }) => listEnrollments(viewer, db, query, now),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `enrollments-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyEnrollment(viewer, db, query, now)),
    };
  },

  async create({ viewer, db, body, now, runtime, audit }) {
    const { after, event, seatMade, link } = await invite(runtime, viewer, db, body, now);
    audit(event);
    if (seatMade) audit({ ...seatMade, as: { action: 'CREATE', resource: 'SEAT', result: 'success' } });
    return { ...after, link };
  },

  read: ({ viewer, db, params, now }) => readEnrollment(viewer, db, params.id, { now }),

  readStatus: async ({ viewer, db, params, now }) => statusOf(await readEnrollment(viewer, db, params.id, { now })),

  async cancel({ viewer, db, params, now, runtime, audit }) {
    const { after, event, also } = await cancelEnrollment(runtime, viewer, db, params.id, now);
    audit(event);
    for (const one of also ?? []) audit(one);
    return statusOf(after);
  },

  async resend({ viewer, db, params, now, runtime, audit }) {
    const { event } = await resendEnrollment(runtime, viewer, db, params.id, now);
    audit(event);
  },

  validateMany: async ({ viewer, db, body, now }) =>
    judgedList(await judgeInvitations(viewer, db, listedInvitations(body), now)),

  async createMany({ viewer, db, body, origin, now, audit }) {
    const { run, event } = await inviteMany(viewer, db, body, origin, now);
    audit(event);
    return run;
  },

  planCancel: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, enrollmentBulkActs.cancel, body, now, runtime),

  planResend: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, enrollmentBulkActs.resend, body, now, runtime),

  open: (call) => openByLink(call, call.params),

  challenge: ({ db, params, body, now, runtime, audit }) =>
    withEnrollment({ db, now, runtime, audit }, { id: params.id, code: body.enrollment_code }, (found) => {
      requireOpen(found, now);
      return challenge(db, found, now);
    }),

  async askRenewal({ db, body, runtime, audit }) {
    const certificate = oneCertificate(body.certificate);
    const asked = certificate && (await askForRenewal(runtime, db, certificate));
    if (!asked) return audit('nothing');
    const { id: resource_id, name: resource_name, account_id, certificate_id: renews, locale } = asked;
    audit({ resource_id, resource_name, account_id, after: { renews, locale } });
  },

  generate: (call) => generateByLink(call, call.params.id, call.body),

  redeem: (call) => redeemByLink(call, call.params, call.body.serial),
};
