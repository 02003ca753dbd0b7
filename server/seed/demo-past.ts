/** Since when the people of the demo are there, and what one had before: access can be checked of a day gone by. */
import { sql } from 'kysely';
import type { FurnishStep } from './demo.ts';

const DAY_MS = 86_400_000;
/** For so many days they have been there, and so many days ago Maren looked after people as well. */
const THERE_FOR = 380;
const SUPPORT_UNTIL = 12;

/** Whoever has come in has been there for long, as the log says. Maren, an auditor, was in support some days ago. */
export const furnishPast: FurnishStep = async ({ db, now, personIds }) => {
  const began = new Date(now.getTime() - THERE_FOR * DAY_MS);
  const until = new Date(now.getTime() - SUPPORT_UNTIL * DAY_MS);
  const { rows } = await sql<{ id: string }>`
    update app_user set created_at = ${began}, verified_at = ${began},
      agreement_accepted_at = case when agreement_accepted_at is not null then ${began}::timestamptz end
    where id = any(${[...personIds.values()]}) and (verified_at is not null or service_user)
    returning id`.execute(db);
  const there = rows.map(({ id }) => id);
  // That they were made today is no past of theirs.
  await db.deleteFrom('app_user_past').where('user_id', 'in', there).execute();
  await db.updateTable('user_role').set({ given_at: began }).where('user_id', 'in', there).execute();
  await db.updateTable('user_account').set({ given_at: began }).where('user_id', 'in', there).execute();
  await sql`insert into user_role_past (user_id, role_id, given_at, until)
    select ${personIds.get('maren') ?? ''}::uuid, r.id, ${began}, ${until} from role r
    where r.predefined and r.app_code = 'account_manager' and r.name = 'Support'`.execute(db);
  return {};
};
