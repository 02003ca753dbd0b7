/** The user that somebody makes for themselves, once the address of their request is proved. */
import { whyNotNameAt } from '@signet/contract/areas/email-domain-rules';
import type { selfService } from '@signet/contract/areas/self-service';
import type { BodyOf } from '@signet/contract/endpoint';
import { fieldProblem, Problem, type Reason } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { isWaiting } from '../../db/unconfirmed.ts';
import { hasRoom } from '../../license-ledger/counted.ts';
import { createPerson } from '../../people/change-store.ts';
import type { Runtime } from '../../runtime.ts';
import { ownerOf } from '../../self-service/passcode-store.ts';
import { makerOf } from '../../self-service/link-store.ts';
import {
  completeRequest,
  countName,
  userNameTaken,
  type SelfServiceRequest,
} from '../../self-service/request-store.ts';
import { accountById } from '../../sign-in/federation/account-store.ts';
import { leadingDomain } from '../../sign-in/federation/domain-store.ts';
import { hashChosen } from '../../sign-in/passwords/guessable.ts';

type Input = BodyOf<typeof selfService.create>;

/** What a stranger is told of a license, and of an account that waits to be confirmed: neither. */
const FULL: Reason = { status: 'SELF_SERVICE_FULL' };

/**
 * Why the person of a request can't make a user here and now; null where they can. A link that has ended was refused
 * before. Whoever has a user already may read so: the mailbox is proved to be theirs.
 */
export async function whyNotOnboard(db: Db, { email, validated_at, link }: SelfServiceRequest): Promise<Reason | null> {
  if (validated_at === null) return { status: 'PASSCODE_REQUIRED' };
  if (!(await accountById(db, link.account_id))?.standard) return { status: 'SELF_SERVICE_NO_PASSWORD' };
  if (await ownerOf(db, email)) return { status: 'EMAIL_HAS_USER' };
  if (await isWaiting(db, link.account_id)) return FULL;
  const counted = { kind: 'administrator', account: link.account_id } as const;
  return link.access_scope === 'end_user' || (await hasRoom(db, counted)) ? null : FULL;
}

/**
 * Makes the user: verified, of the link's account and scope, without a role. The caller holds the lock of the request.
 * Throws PASSCODE_REQUIRED, SELF_SERVICE_NO_PASSWORD, EMAIL_HAS_USER, SELF_SERVICE_FULL, and under its field
 * USERNAME_EXISTS and DOMAIN_LEADS_ELSEWHERE, which count as a name that was looked up.
 */
export async function createSelfServicePerson(
  tx: Db,
  { passwords }: Pick<Runtime, 'passwords'>,
  request: SelfServiceRequest,
  body: Input,
  now: Date,
): Promise<string> {
  const { email } = request;
  const { user_name, nationality } = body;
  // Two requests of one mailbox: the second finds the user of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('self-service ' || lower(${email}), 0))`.execute(tx);
  refuse(await whyNotOnboard(tx, request));
  if (body.email.toLowerCase() !== email.toLowerCase()) throw fieldProblem('email', { status: 'PASSCODE_REQUIRED' });
  await countName(tx, request.id);
  const taken = { user_name: { status: 'USERNAME_EXISTS' } } as const;
  if (await userNameTaken(tx, user_name)) throw new Problem('USERNAME_EXISTS', { fields: taken, commit: true });
  const place = { access_scope: request.link.access_scope, primary_account_id: request.link.account_id };
  const foreign = whyNotNameAt(await leadingDomain(tx, user_name), place);
  if (foreign) throw new Problem(foreign.status, { fields: { user_name: foreign }, commit: true });
  const password_hash = await hashChosen(passwords, body.password, {
    name: `${body.first_name} ${body.last_name}`,
    user_name,
    email,
  });
  const id = await addPerson(tx, request, body, now);
  // Saved by the person: nobody else had a part in it.
  await tx
    .updateTable('app_user')
    .set({
      password_hash,
      nationality,
      verified_at: now,
      email_proved: email,
      user_name_claimed: user_name,
      updated_by: id,
    })
    .where('id', '=', id)
    .execute();
  await completeRequest(tx, request.id, id, now);
  return id;
}

/** Adds the person as whoever made the link would: within their rights, and counted against the license. */
async function addPerson(
  tx: Db,
  { link, email, locale }: SelfServiceRequest,
  { first_name, last_name, user_name, ...body }: Input,
  now: Date,
): Promise<string> {
  const maker = await makerOf(tx, link, now);
  if (!maker) throw new Problem('SELF_SERVICE_REQUEST_ENDED');
  const names = { first_name, last_name, user_name, email, locale: body.locale ?? locale };
  const place = { access_scope: link.access_scope, primary_account_id: link.account_id, role_ids: [] };
  try {
    return (await createPerson(maker, tx, { ...names, ...place }, now)).id;
  } catch (error) {
    if (error instanceof Problem && error.reason.status === 'LICENSE_USED_UP') throw new Problem(FULL.status);
    throw error;
  }
}
