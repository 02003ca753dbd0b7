import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/open.ts';
import { openCheckpoint } from '../checkpoint.ts';
import type { NoteVerifier } from '../note.ts';
import type { Receiver } from './receiver.ts';

/** The job that sends a checkpoint again; its payload is `{ receiver, note }`. */
export const CHECKPOINT_JOB = 'audit.checkpoint';

/** Sends checkpoints to the receivers, each in its own time, so that a slow one holds up neither log nor others. */
export type Announcer = {
  /** Sends a checkpoint. One that still waits behind another is left out: the newer one covers it. */
  announce: (note: string) => void;
  /** Sends again what a receiver missed, as its job says. Rejects when it is missed again. */
  sendAgain: (job: { receiver: string; note: string }) => Promise<void>;
  /** Resolves when nothing is being sent. */
  settled: () => Promise<void>;
};

/** What announcing needs: where to, the log's key, a database for the jobs. */
export type Announcing = {
  receivers: readonly Receiver[];
  verifier: NoteVerifier;
  db: Db;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** Checkpoints go from memory: whoever writes to the database can hold none back that the process has signed. */
export function openAnnouncer({ receivers, verifier, db, log }: Announcing): Announcer {
  const lines = receivers.map((receiver) => lineTo(receiver, (error, note) => missed(receiver, error, note)));

  async function missed(receiver: Receiver, error: unknown, note: string): Promise<void> {
    log.error({ err: error, receiver: receiver.name }, 'audit log: a checkpoint did not leave');
    if (!receiver.retried) return;
    await queueAgain(db, receiver, note).catch((err: unknown) =>
      log.error({ err, receiver: receiver.name }, 'audit log: nor will it be sent again, but with the next one'),
    );
  }

  return {
    announce: (note) => lines.forEach((line) => line.send(note)),
    async sendAgain({ receiver: id, note }) {
      const receiver = receivers.find((one) => one.id === id);
      // A job is a row like any other: what the log's key did not sign is not sent in its name, nor to anywhere else.
      if (!receiver || !openCheckpoint(note, verifier).ok)
        return log.warn({ receiver: id }, 'audit log: a job to send a checkpoint was dropped, it is none of ours');
      await receiver.send(note);
    },
    settled: async () => void (await Promise.all(lines.map((line) => line.settled()))),
  };
}

/** One receiver's line: one checkpoint under way, and the newest behind it. */
function lineTo(receiver: Receiver, missed: (error: unknown, note: string) => Promise<void>) {
  let newest: string | null = null;
  let next: string | null = null;
  let sending: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    for (let note = next; note !== null; note = next) {
      next = null;
      await receiver.send(note).catch((error: unknown) => missed(error, note));
    }
    sending = null;
  };
  return {
    send(note: string): void {
      if (note === newest) return;
      newest = next = note;
      sending ??= drain();
    },
    settled: async (): Promise<void> => void (await sending),
  };
}

/** One job for each receiver: a newer checkpoint takes the place of one that waits. */
async function queueAgain(db: Db, { id }: Receiver, note: string): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${CHECKPOINT_JOB}, json_build_object('receiver', ${id}::text, 'note', ${note}::text),
    job_key => ${`${CHECKPOINT_JOB}:${id}`}
  )`.execute(db);
}
