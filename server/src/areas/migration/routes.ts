import type { areas } from '@signet/contract';
import type { Arrival, Departure } from '@signet/contract/areas/migration';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { LONG_STATEMENT } from '../../db/open.ts';
import type { AuditDetail, HandlersOf } from '../../http/handler.ts';
import {
  beginArrival,
  beginReading,
  discardArrival,
  keepPart,
  listArrivals,
  readArrival,
  readHistory,
  readReport,
} from '../../account-migration/arrival-store.ts';
import {
  beginDeparture,
  departureFile,
  listDepartures,
  markMoved,
  readDeparture,
  readTransfer,
  readTransferPart,
  revokeDeparture,
} from '../../account-migration/departure-store.ts';
import {
  beginRun,
  beginUndo,
  chooseWays,
  confirmArrival,
  goOnAgain,
  type Turned,
} from '../../account-migration/rehearse-store.ts';

const departed = ({ id, account, expires_at, address }: Departure): AuditDetail => ({
  resource_id: id,
  resource_name: account.name,
  account_id: account.id,
  after: { direction: 'departure', expires_at, address },
});

/** What an arrival was, and is now. */
function arrived({ before, after }: Turned): AuditDetail {
  const choices = Object.keys(before.choices).length;
  return {
    resource_id: after.id,
    resource_name: after.account?.name ?? null,
    account_id: after.account?.id ?? null,
    before: { state: before.state, choices },
    after: { state: after.state, conflicts: after.conflicts.map(({ key, choice }) => ({ key, choice })) },
  };
}

const begun = ({ id, source, address }: Arrival): AuditDetail => ({
  resource_id: id,
  after: { direction: 'arrival', source, address },
});

export const migrationRoutes: HandlersOf<typeof areas.migration> = {
  listDepartures: async ({ viewer, db, runtime, now }) => ({ items: await listDepartures(viewer, db, runtime, now) }),

  readDeparture: ({ viewer, db, runtime, params, now }) => readDeparture(viewer, db, runtime, params.id, now),

  async depart({ viewer, db, runtime, params, now, audit }) {
    const { departure, code } = await beginDeparture(viewer, db, runtime, params.id, now);
    audit(departed(departure));
    return { departure, code };
  },

  async revokeDeparture({ viewer, db, runtime, params, now, audit }) {
    const { before, after } = await revokeDeparture(viewer, db, runtime, params.id, now);
    audit({ ...departed(after), before: { state: before.state }, after: { state: after.state } });
    return after;
  },

  async departureFile({ viewer, db, runtime, params, now, audit }) {
    const { departure, pieces } = await departureFile(viewer, db, runtime, params.id, now);
    audit({ ...departed(departure), after: { file: departure.sha256 } });
    return { fileName: `account-${payloadDate(now)}.signet`, pieces };
  },

  transfer: ({ db, params, headers, now }) =>
    readTransfer(db, { id: params.id, code: headers['x-transfer-code'] }, now),

  async transferPart({ db, params, headers, now, audit }) {
    const wanted = { id: params.id, code: headers['x-transfer-code'], position: params.position };
    const { part, first } = await readTransferPart(db, wanted, now);
    audit(
      first
        ? {
            resource_id: params.id,
            account_id: first.accountId,
            before: { fetched_at: null },
            after: { fetched_at: storedDateTime(now) },
          }
        : 'nothing',
    );
    return { content: part.toString('base64') };
  },

  async transferDone({ db, params, headers, body, now, audit }) {
    const moved = await markMoved(db, { id: params.id, code: headers['x-transfer-code'], to: body.to }, now);
    if (!moved) return audit('nothing');
    audit({
      resource_id: params.id,
      account_id: moved.accountId,
      before: { state: 'ready' },
      after: { state: 'moved', to: body.to },
    });
  },

  listArrivals: async ({ db }) => ({ items: await listArrivals(db) }),

  readArrival: ({ db, params }) => readArrival(db, params.id),

  async receive({ viewer, db, runtime, body, origin, now, audit }) {
    const arrival = await beginArrival(viewer, db, runtime, body, origin, now);
    audit(begun(arrival));
    return arrival;
  },

  putPart: ({ db, params, body }) => keepPart(db, params.id, params.position, Buffer.from(body.content, 'base64')),

  async readFile({ viewer, db, runtime, params, body, origin, audit }) {
    const arrival = await beginReading(viewer, db, runtime, { id: params.id, code: body.code }, origin);
    audit({ ...begun(arrival), after: { state: arrival.state } });
    return arrival;
  },

  // These look at each row that came, and prepare it: of a large account that takes longer than most requests.
  async choose({ viewer, db, params, body, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const turned = await chooseWays(viewer, db, { id: params.id, changed: body.choices }, now);
    audit(arrived(turned));
    return turned.after;
  },

  async migrate({ viewer, db, body, origin, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const which = { id: body.migration_id, identifier: body.account_identifier };
    const turned = await beginRun(viewer, db, which, origin, now);
    audit(arrived(turned));
    return turned.after;
  },

  async again({ viewer, db, params, origin, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const turned = await goOnAgain(viewer, db, params.id, origin, now);
    audit(arrived(turned));
    return turned.after;
  },

  async confirm({ viewer, db, params, now, audit }) {
    await LONG_STATEMENT.execute(db);
    const turned = await confirmArrival(viewer, db, params.id, now);
    audit(arrived(turned));
    return turned.after;
  },

  async undo({ db, params, now, audit }) {
    const turned = await beginUndo(db, params.id, now);
    audit(arrived(turned));
    return turned.after;
  },

  async discard({ db, params, audit }) {
    await LONG_STATEMENT.execute(db);
    const { id, account, state } = await discardArrival(db, params.id);
    audit({ resource_id: id, resource_name: account?.name ?? null, before: { state } });
  },

  report: ({ db, params }) => readReport(db, params.id),

  async history({ runtime, params, now }) {
    return {
      fileName: `account-history-${payloadDate(now)}.jsonl`,
      pieces: await readHistory(runtime.db, params.id),
    };
  },
};
