/** Many who are to be invited: what is wrong with each, by the rules by which a single invitation is refused. */
import { ACCESS, allows } from '@signet/contract/access';
import { whyNotLocationOf } from '@signet/contract/areas/enrollment-rules';
import { whyNotHelp, whyNotReachByCertificate } from '@signet/contract/areas/person-rules';
import { enrollmentCreate, type NewEnrollment } from '@signet/contract/areas/enrollments';
import type { ListedInvitations } from '@signet/contract/areas/enrollments-bulk';
import { reasonOfIssue } from '@signet/contract/issue-reason';
import type { Reason } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { lowered } from '@signet/contract/lowered';
import { setImmediate } from 'node:timers/promises';
import type { ListedVerdict } from '../../bulk/listed-rows.ts';
import type { Db } from '../../db/open.ts';
import { roomFor } from '../../license-ledger/counted.ts';
import { whyNotCertifySeat } from '../../authority/seat-certificate-store.ts';
import { chosenForPerson, fieldOfAccount, fieldOfSeat, givenAgainst, givenOf } from './given.ts';
import { openInvitations, placeOf, readNamed } from './new-invitations-store.ts';

/** What comes of a row: an invitation, somebody who is invited already, or what is wrong. */
type InvitationVerdict = ListedVerdict<{ invitation: NewEnrollment }>;

/** So many rows are judged without a pause: others are answered in between. */
const SLICE = 500;

/** The rows of a request, each with what holds for all, where it can hold for a person. An empty cell is none. */
export function listedInvitations({ enrollments, defaults }: ListedInvitations): object[] {
  const { template_id: _template, asked: _asked, ...ofPersons } = defaults;
  return enrollments.map((row) => ({
    ...(row.user_id ? ofPersons : defaults),
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
  }));
}

type Draft = { invitation: NewEnrollment } | { fields: Record<string, Reason> };

function draftOf(listed: unknown): Draft {
  const outcome = enrollmentCreate.safeParse(listed, { reportInput: true });
  if (outcome.success) return { invitation: outcome.data };
  const fields: Record<string, Reason> = {};
  for (const issue of outcome.error.issues) fields[String(issue.path[0] ?? '')] ??= reasonOfIssue(issue);
  return { fields };
}

/** A verdict for each row, in their order; nothing is changed, and nothing is read for one row alone. */
export async function judgeInvitations(
  viewer: Viewer,
  db: Db,
  listed: readonly unknown[],
  now: Date,
): Promise<InvitationVerdict[]> {
  const drafts: Draft[] = [];
  for (const [at, one] of listed.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    drafts.push(draftOf(one));
  }
  const facts = await readFacts(viewer, db, drafts, now);
  const before = new Map<string, number>();
  return drafts.map((draft, at) => judge(viewer, draft, at + 1, facts, before));
}

async function readFacts(viewer: Viewer, db: Db, drafts: readonly Draft[], now: Date) {
  const invitations = drafts.flatMap((draft) => ('invitation' in draft ? [draft.invitation] : []));
  const named = await readNamed(viewer, db, invitations, now);
  return {
    ...named,
    open: await openInvitations(viewer, db, invitations, now),
    whyNoRoom: await roomFor(db, 'seat', [...named.accounts]),
  };
}
type Facts = Awaited<ReturnType<typeof readFacts>>;

function judge(
  viewer: Viewer,
  draft: Draft,
  row: number,
  facts: Facts,
  before: Map<string, number>,
): InvitationVerdict {
  if ('fields' in draft) return { verdict: 'refused', fields: draft.fields, reason: null };
  const { invitation } = draft;
  const place = placeOf(viewer, invitation);
  const twice = before.get(place);
  if (twice === undefined) before.set(place, row);
  const field = invitation.user_id === undefined ? (invitation.seat_id === undefined ? 'email' : 'seat_id') : 'user_id';
  const wrong =
    invitation.user_id === undefined ? wrongSeat(viewer, invitation, facts) : wrongPerson(viewer, invitation, facts);
  const fields =
    twice === undefined ? wrong : { ...wrong, [field]: { status: 'LISTED_TWICE' as const, params: { row: twice } } };
  if (Object.keys(fields).length > 0) return { verdict: 'refused', fields, reason: null };
  if (facts.open.has(place)) return { verdict: 'same', invitation };
  const account = facts.accountOf(invitation);
  const isNew = field === 'email' && !facts.seatsByAddress.has(`${account} ${lowered(invitation.email ?? '')}`);
  const room = isNew && account !== null ? facts.whyNoRoom(account) : null;
  return room ? { verdict: 'refused', fields: {}, reason: room } : { verdict: 'create', invitation };
}

function wrongPerson(viewer: Viewer, one: NewEnrollment, { people }: Facts): Record<string, Reason> {
  if (one.seat_id !== undefined) return { user_id: { status: 'INVITE_ONE_WAY' } };
  const chosen = chosenForPerson(one);
  if (chosen !== null) return { [chosen]: { status: 'NOT_FOR_PERSONS' } };
  const person = people.get(one.user_id ?? '');
  if (!person) return { user_id: { status: 'NOT_FOUND' } };
  const refused = whyNotHelp(viewer, person) ?? whyNotReachByCertificate(person);
  return refused ? { user_id: refused } : {};
}

function wrongSeat(viewer: Viewer, one: NewEnrollment, facts: Facts): Record<string, Reason> {
  const { seat_id, email = '', first_name = '', last_name = '', template_id } = one;
  const account = facts.accountOf(one);
  const known = seat_id === undefined ? facts.seatsByAddress.get(`${account} ${lowered(email)}`) : undefined;
  const seat = seat_id === undefined ? known : facts.seatsById.get(seat_id);
  if (seat_id !== undefined && !seat) return { seat_id: { status: 'NOT_FOUND' } };
  const fields: Record<string, Reason> = {};
  if (!seat) {
    if (email === '') return { email: { status: 'INVITE_ONE_WAY' } };
    if (account === null) return { account_id: { status: 'REQUIRED' } };
    if (!facts.accounts.has(account)) return { account_id: { status: 'NOT_FOUND' } };
    if (first_name === '') fields['first_name'] = { status: 'REQUIRED' };
    if (last_name === '') fields['last_name'] = { status: 'REQUIRED' };
    // Who may invite may not therefore make seats, as they may not one by one.
    if (!allows(ACCESS.seats.manage, viewer)) fields['email'] = { status: 'FORBIDDEN' };
  }
  if (facts.closed.has(seat?.account_id ?? account ?? ''))
    return { [fieldOfAccount(one)]: { status: 'ACCOUNT_OUT_OF_SERVICE' } };
  if (email === '' && seat && seat.email === '' && seat.type !== 'user') fields['email'] = { status: 'REQUIRED' };
  if (template_id === undefined) return { ...fields, template_id: { status: 'REQUIRED' } };
  const found = facts.templates.get(`${template_id} ${seat?.account_id ?? account}`);
  if (!found) fields['template_id'] = { status: 'NOT_FOUND' };
  else if (!found.template.seat_types.includes(seat?.type ?? 'user'))
    fields['template_id'] = { status: 'TEMPLATE_NOT_FOR_SEAT' };
  else {
    const elsewhere = whyNotLocationOf(found.template, one.keystore_location);
    if (elsewhere) fields['keystore_location'] = elsewhere;
    for (const { field, reason } of givenAgainst(found.template, one)) fields[field] = reason;
    const asSeat = seat ?? { type: 'user' as const, name: `${first_name} ${last_name}`.trim(), identifier: email };
    const uncertifiable = asSeat.name === '' ? null : whyNotCertifySeat(asSeat, found.template, givenOf(one));
    if (uncertifiable) fields[fieldOfSeat(one, seat !== undefined, uncertifiable)] ??= uncertifiable;
  }
  return fields;
}
