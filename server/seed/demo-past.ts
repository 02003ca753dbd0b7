/** Since when the people of the demo are there, who has looked after what since, and what one had before. */
import { sql } from 'kysely';
import { momentOf } from './demo-log.ts';
import { whoLooksAfter, type Demo, type FurnishStep } from './demo.ts';

/** The first have been there for so many days, the others came one after the other, two a day. */
const THERE_FOR = 380;
/** So many days ago Maren stopped looking after people as well. */
const SUPPORT_UNTIL = 12;

/** Whoever has come in has been there for long, as the log says. Maren, an auditor, was in support some days ago. */
export const furnishPast: FurnishStep = async (demo) => {
  const { db, now, personIds } = demo;
  const came = [...personIds.values()].map((id, n) => ({
    id,
    at: momentOf(now, THERE_FOR - Math.floor(n / 2), 505 + 190 * (n % 2) + n),
  }));
  const { rows } = await sql<{ id: string; at: Date }>`
    update app_user u set created_at = c.at, verified_at = c.at,
      agreement_accepted_at = case when u.agreement_accepted_at is not null then c.at end
    from unnest(${came.map(({ id }) => id)}::uuid[], ${came.map(({ at }) => at)}::timestamptz[]) c(id, at)
    where u.id = c.id and (u.verified_at is not null or u.service_user)
    returning u.id, c.at`.execute(db);
  const there = rows.map(({ id }) => id);
  // That they were made today is no past of theirs.
  await db.deleteFrom('app_user_past').where('user_id', 'in', there).execute();
  for (const { id, at } of rows) {
    await db.updateTable('user_role').set({ given_at: at }).where('user_id', '=', id).execute();
    await db.updateTable('user_account').set({ given_at: at }).where('user_id', '=', id).execute();
  }
  const maren = rows.find(({ id }) => id === personIds.get('maren'));
  if (!maren) throw new Error('There is nobody called maren.');
  await sql`insert into user_role_past (user_id, role_id, given_at, until)
    select ${maren.id}::uuid, r.id, ${maren.at}, ${momentOf(now, SUPPORT_UNTIL, 955)} from role r
    where r.predefined and r.app_code = 'account_manager' and r.name = 'Support'`.execute(db);
  await lookedAfter(demo);
  return {};
};

/** Each account was saved by who looks after it, so that what ends has an owner. */
async function lookedAfter({ db, now, accounts, accountIds, personIds }: Demo): Promise<void> {
  const saved = accounts
    .filter(({ system }) => !system)
    .map(({ identifier }, n) => ({
      id: accountIds.get(identifier) ?? '',
      by: personIds.get(whoLooksAfter(identifier, accounts)) ?? '',
      at: momentOf(now, 3 + ((n * 11) % 340), 480 + ((n * 37) % 500)),
    }));
  await sql`update account a set updated_by = s.by, updated_at = s.at
    from unnest(${saved.map(({ id }) => id)}::uuid[], ${saved.map(({ by }) => by)}::uuid[],
      ${saved.map(({ at }) => at)}::timestamptz[]) s(id, by, at)
    where a.id = s.id`.execute(db);
}
