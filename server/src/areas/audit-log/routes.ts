import type { areas } from '@signet/contract';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { notFound } from '@signet/contract/problem';
import { exportEvents } from '../../audit/events-export.ts';
import { openLogKey } from '../../audit/keys.ts';
import { formatVerifierKey } from '../../audit/note.ts';
import type { NoteSigner } from '../../audit/note.ts';
import { newestCheckpoint } from '../../audit/tree-store.ts';
import { verifyEvent } from '../../audit/verify.ts';
import { csv, type CsvColumn } from '../../csv.ts';
import type { HandlersOf } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';
import { text } from '../../texts.ts';
import {
  adjacentEvents,
  eventIsVisible,
  everyEvent,
  everyStoredEvent,
  listEvents,
  readEvent,
  type ExportedEvent,
} from './event-store.ts';

/** The columns of the exported table, with their heads in a language; values are those of the API, for machines too. */
const columns = (locale: Locale): CsvColumn<ExportedEvent>[] => [
  { head: text(locale, 'audit.time'), value: ({ at }) => at },
  { head: text(locale, 'audit.action'), value: ({ action }) => action },
  { head: text(locale, 'audit.resourceType'), value: ({ resource_type }) => resource_type },
  { head: text(locale, 'audit.resource'), value: ({ resource_name }) => resource_name },
  { head: text(locale, 'audit.resourceId'), value: ({ resource_id }) => resource_id },
  { head: text(locale, 'audit.result'), value: ({ result }) => result },
  { head: text(locale, 'audit.reason'), value: ({ message }) => message },
  { head: text(locale, 'list.person'), value: ({ actor_name }) => actor_name },
  { head: text(locale, 'audit.personId'), value: ({ actor_id }) => actor_id },
  { head: text(locale, 'audit.scope'), value: ({ actor_scope }) => actor_scope },
  { head: text(locale, 'audit.knownBy'), value: ({ actor_via }) => actor_via },
  { head: text(locale, 'audit.credential'), value: ({ credential_name }) => credential_name },
  { head: text(locale, 'audit.credentialId'), value: ({ credential_id }) => credential_id },
  { head: text(locale, 'audit.address'), value: ({ ip }) => ip },
  { head: text(locale, 'audit.browser'), value: ({ user_agent }) => user_agent },
  { head: text(locale, 'audit.account'), value: ({ account_name }) => account_name },
  { head: text(locale, 'audit.correlationId'), value: ({ correlation_id }) => correlation_id },
  { head: text(locale, 'audit.eventId'), value: ({ id }) => id },
];

export const auditLogRoutes: HandlersOf<typeof areas.auditLog> = {
  list: ({ viewer, db, query }) => listEvents(viewer, db, query),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `audit-log-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyEvent(viewer, db, query)),
    };
  },

  async evidence({ viewer, db, query, now, runtime }) {
    const verifier = await logKey(runtime);
    const signed = await newestCheckpoint(db, verifier);
    return {
      fileName: `audit-log-${payloadDate(now)}.jsonl`,
      pieces: exportEvents(db, everyStoredEvent(viewer, db, query), { verifier, signed }),
    };
  },

  read: ({ viewer, db, params }) => readEvent(viewer, db, params.id),

  adjacent: ({ viewer, db, params, query }) => adjacentEvents(viewer, db, params.id, query),

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
