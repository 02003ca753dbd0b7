/** How the authorities fare: facts read once for all of them, and pure checks over the facts. */
import type { AuthorityCheck, AuthorityState, CheckVerdict } from '@signet/contract/areas/certificate-authority-rules';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** More than a platform has that is looked after. */
const MOST = 1_000;

/** What is known of one authority. */
export type AuthorityFacts = {
  id: string;
  state: AuthorityState;
  validTo: Date;
  /** When its newest list ends; null where there is none. */
  listEnds: Date | null;
  responderEnds: Date | null;
  /** The oldest certificate that was written down, and neither completed nor given up. */
  openSince: Date | null;
  /** Since when its key does not answer. */
  keyGoneSince: Date | null;
};

export type CheckResult = {
  check: AuthorityCheck;
  verdict: CheckVerdict;
  /** When what is looked at ends; since when it is open or gone. Null where there is nothing. */
  at: Date | null;
};

/** With less left than `due`, what should have been done by itself was not; with less than `wrong`, somebody looks. */
export const LEFT = {
  // A list of seven days is signed anew with four left.
  list: { due: 3.5 * DAY, wrong: 2 * DAY },
  // A responder of thirty days is renewed with ten left.
  responder: { due: 9 * DAY, wrong: 5 * DAY },
  // The longest certificates of the product's own profiles are cut short from then on.
  end: { due: 397 * DAY, wrong: 90 * DAY },
} as const;
/** Given up after 15 minutes, by a job that comes every hour. */
const OPEN_WITHIN = 2 * HOUR;

function left(check: keyof typeof LEFT, at: Date | null, now: Date): CheckResult {
  const rest = at === null ? 0 : at.getTime() - now.getTime();
  const verdict = rest <= LEFT[check].wrong ? 'wrong' : rest <= LEFT[check].due ? 'due' : 'well';
  return { check, verdict, at };
}

/** Every check of one authority, in a fixed order. What was revoked, or has ended, needs nothing any more. */
export function checkAuthority(facts: AuthorityFacts, now: Date): CheckResult[] {
  const none = (check: AuthorityCheck): CheckResult => ({ check, verdict: 'none', at: null });
  const { state, validTo, listEnds, responderEnds, openSince, keyGoneSince } = facts;
  const works = state !== 'revoked' && validTo > now;
  // One that lasts as long as its authority can't be followed by a longer one.
  const isLast = responderEnds !== null && responderEnds >= validTo;
  const responder: CheckResult = isLast
    ? { check: 'responder', verdict: 'well', at: responderEnds }
    : left('responder', responderEnds, now);
  const isLate = openSince !== null && now.getTime() - openSince.getTime() > OPEN_WITHIN;
  return [
    works ? left('list', listEnds, now) : none('list'),
    works ? responder : none('responder'),
    state === 'active' ? left('end', validTo, now) : none('end'),
    { check: 'intentions', verdict: isLate ? 'wrong' : 'well', at: openSince },
    works ? { check: 'key', verdict: keyGoneSince ? 'wrong' : 'well', at: keyGoneSince } : none('key'),
  ];
}

type Row = {
  id: string;
  state: AuthorityState;
  valid_to: Date;
  next_update: Date | null;
  responder_ends: Date | null;
  open_since: Date | null;
  key_gone_since: Date | null;
};

/** The facts of the authorities that a condition on `ca` chooses. */
export async function authorityFacts(db: Db, where: RawBuilder<boolean>): Promise<AuthorityFacts[]> {
  const { rows } = await sql<Row>`
    select ca.id, ca.state, ca.valid_to, ca.key_gone_since, l.next_update, r.valid_to as responder_ends,
      (select min(c.created_at) from certificate c where c.state = 'intended' and c.authority_id = ca.id) as open_since
    from certificate_authority ca
    left join certificate_revocation_list l on l.authority_id = ca.id
    left join ocsp_responder r on r.authority_id = ca.id
    where ca.state <> 'intended' and ca.certificate_id is not null and ${where}
    order by ca.id limit ${MOST}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    validTo: row.valid_to,
    listEnds: row.next_update,
    responderEnds: row.responder_ends,
    openSince: row.open_since,
    keyGoneSince: row.key_gone_since,
  }));
}

export type WrongCheck = { count: number; since: Date };

/** What is wrong on the whole platform, by check: with how many authorities, and since when. */
export async function wrongOfAuthorities(db: Db, now: Date): Promise<Map<AuthorityCheck, WrongCheck>> {
  const facts = await authorityFacts(db, sql<boolean>`(ca.state <> 'revoked' and ca.valid_to > ${now})`);
  const found = new Map<AuthorityCheck, WrongCheck>();
  for (const result of facts.flatMap((one) => checkAuthority(one, now)))
    if (result.verdict === 'wrong') found.set(result.check, worse(result, found.get(result.check), now));
  return found;
}

/** What is about an end has been wrong since so much time was left; without a date, since now. */
function worse({ check, at }: CheckResult, known: WrongCheck | undefined, now: Date): WrongCheck {
  const lead = check === 'intentions' || check === 'key' ? 0 : LEFT[check].wrong;
  const since = new Date(Math.min((at ?? now).getTime() - lead, now.getTime()));
  const oldest = known && known.since < since ? known.since : since;
  return { count: (known?.count ?? 0) + 1, since: oldest };
}
