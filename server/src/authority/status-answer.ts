/** Answers on the status of certificates, and how seldom they are signed (RFC 6960, RFC 5019). */
import { addressKey } from '@signet/contract/address-range';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import type { Issuer } from '../x509/issuer.ts';
import {
  isAbout,
  isPlain,
  octetsOf,
  readStatusRequest,
  refuseStatus,
  signStatus,
  type CertificateStatus,
  type Question,
  type Responder,
} from '../x509/ocsp.ts';
import { knownIssuer } from './authority-store.ts';
import { openResponder } from './responder-store.ts';
import { statusesOf } from './revocation-store.ts';

/** An answer is good for so long; whoever asks again before is told the same, unless the status has changed. */
const VALIDITY = 3_600_000;
/** A signed answer is given to others for so long, as long as the status is the same. */
const REUSED = 10 * 60_000;
/** Answers of about a kilobyte that are kept. */
const MOST_KEPT = 5_000;
/** Signatures for one address in a minute: who asks with a nonce, or for serials that there are not, is signed for. */
export const SIGNED_PER_MINUTE = 300;
const MINUTE = 60_000;
/** A responder that was renewed takes its place within that. */
const RESPONDER_KEPT = 3_600_000;

/** `since` and `until` where caches may keep it: signed, without a nonce, about certificates that there are. */
type StatusAnswer = { octets: Uint8Array; kept: { since: Date; until: Date; seconds: number } | null };

type Kept = { octets: Uint8Array; since: Date };
type Memory = {
  answers: Map<string, Kept>;
  issuers: Map<string, Issuer>;
  responders: Map<string, { responder: Responder; since: Date }>;
  signed: { minute: number; by: Map<string, number> };
};

/** What a process remembers of the platform in this database. */
const memories = new WeakMap<Db, Memory>();

function memoryOf(db: Db): Memory {
  const memory = memories.get(db) ?? {
    answers: new Map(),
    issuers: new Map(),
    responders: new Map(),
    signed: { minute: 0, by: new Map() },
  };
  memories.set(db, memory);
  return memory;
}

/** Whether this address may have one more answer signed in this minute, by this process; counts it. */
function maySign({ signed }: Memory, address: string, now: Date): boolean {
  const minute = Math.floor(now.getTime() / MINUTE);
  if (signed.minute !== minute) signed.by.clear();
  signed.minute = minute;
  const key = addressKey(address);
  const count = (signed.by.get(key) ?? 0) + 1;
  signed.by.set(key, count);
  return count <= SIGNED_PER_MINUTE;
}

/** Name and key of an authority never change. */
async function issuerOf(runtime: Pick<Runtime, 'db' | 'pkiUrl'>, id: string): Promise<Issuer | null> {
  const { issuers } = memoryOf(runtime.db);
  const issuer = issuers.get(id) ?? (await knownIssuer(runtime, id));
  if (issuer) issuers.set(id, issuer);
  return issuer;
}

async function responderOf(runtime: Pick<Runtime, 'db' | 'seal'>, id: string, now: Date): Promise<Responder | null> {
  const { responders } = memoryOf(runtime.db);
  const known = responders.get(id);
  const age = known ? now.getTime() - known.since.getTime() : -1;
  if (known && age >= 0 && age < RESPONDER_KEPT) return known.responder;
  const responder = await openResponder(runtime, id, now);
  if (responder) responders.set(id, { responder, since: now });
  else responders.delete(id);
  return responder;
}

/**
 * What two answers that are alike have in common: the question as it was put, octet for octet, since an answer repeats
 * it and programs compare (SHA-1 is named with NULL for parameters or with none), and the status.
 */
function keyOf(authorityId: string, question: Question, status: CertificateStatus): string {
  const said = status.status === 'revoked' ? `${status.at.getTime()} ${status.reason}` : status.status;
  return `${authorityId} ${octetsOf(question).toString('hex')} ${said}`;
}

function keep({ answers }: Memory, key: string, kept: Kept): void {
  answers.delete(key);
  answers.set(key, kept);
  const [oldest] = answers.keys();
  if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
}

const unsigned = (why: 'malformedRequest' | 'unauthorized' | 'tryLater'): StatusAnswer => ({
  octets: refuseStatus(why),
  kept: null,
});

function fresh({ octets, since }: Kept): StatusAnswer {
  return { octets, kept: { since, until: new Date(since.getTime() + VALIDITY), seconds: REUSED / 1000 } };
}

/**
 * Answers a request, DER, to an authority. The status is read anew each time, so that what was revoked is told at once;
 * what is signed is signed once in ten minutes for each certificate. An address that has too much signed is told to try
 * later.
 */
export async function answerStatus(
  runtime: Pick<Runtime, 'db' | 'pkiUrl' | 'seal'>,
  authorityId: string,
  { der, address, now }: { der: Uint8Array; address: string; now: Date },
): Promise<StatusAnswer> {
  const request = readStatusRequest(der);
  if (!request) return unsigned('malformedRequest');
  const issuer = await issuerOf(runtime, authorityId);
  if (!issuer || !request.questions.every((question) => isAbout(question, issuer))) return unsigned('unauthorized');
  const { questions, nonce } = request;
  const statuses = await statusesOf(
    runtime.db,
    authorityId,
    questions.map(({ serial }) => serial),
  );
  const [question, status] = [questions[0], statuses[0]];
  const alone = questions.length === 1 && question && status && status.status !== 'unknown' && !nonce;
  // Whoever puts something else into the parameters would fill what is kept with answers that nobody else asks for.
  const key = alone && isPlain(question) ? keyOf(authorityId, question, status) : null;
  const memory = memoryOf(runtime.db);
  const kept = key === null ? undefined : memory.answers.get(key);
  const age = kept ? now.getTime() - kept.since.getTime() : -1;
  if (kept && age >= 0 && age < REUSED) return fresh(kept);
  if (!maySign(memory, address, now)) return unsigned('tryLater');
  const responder = await responderOf(runtime, authorityId, now);
  if (!responder) return unsigned('tryLater');
  const times = { thisUpdate: now, nextUpdate: new Date(now.getTime() + VALIDITY) };
  const octets = await signStatus(request, statuses, times, responder);
  if (key === null) return { octets, kept: null };
  keep(memory, key, { octets, since: now });
  return fresh({ octets, since: now });
}
