/** What administrators should know of SAML providers: what ends, what has changed, what can't be read any more. */
import type { SamlNotice } from '@signet/contract/areas/account-saml';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { LOOKS_FAILED, metadataEnds } from '../../db/metadata-ends.ts';
import type { Db } from '../../db/open.ts';
import { visibleAccounts } from '../../sight.ts';
import { editableAccount } from './saml-store.ts';

const DAY = 86_400_000;

type Row = Omit<SamlNotice, 'ends'> & { ends: Date | null; total: number };

/**
 * Of one account that the viewer may edit, else of the accounts that are the viewer's own and whose people sign in by
 * the provider; the soonest first, a handful at most. A certificate that another one outlives ends unnoticed. Throws
 * 404 and FORBIDDEN for the account.
 */
export async function samlNotices(
  viewer: Viewer,
  db: Db,
  accountId: string | null,
  now: Date,
): Promise<{ items: SamlNotice[]; total: number }> {
  if (accountId !== null) await editableAccount(viewer, db, accountId, now);
  const until = new Date(now.getTime() + Math.max(...LIMITS.samlReminderDays) * DAY);
  const whose =
    accountId === null
      ? sql<boolean>`a.saml_sign_in and (exists (
          select from user_account m where m.account_id = a.id and m.user_id = ${viewer.userId})
          or a.system_account and ${viewer.scope === 'system'})`
      : sql<boolean>`a.id = ${accountId}`;
  const { rows } = await sql<Row>`
    with own as (
      select a.id, a.display_name, a.system_account, c.offered_metadata is not null and not c.offer_declined as offered,
        c.refresh_failures >= ${LOOKS_FAILED} as failing, c.metadata_url, c.entity_id, c.valid_until,
        ${metadataEnds('c', payloadDate(now))} as concerns
      from saml_config c join account a on a.id = c.account_id
      where a.deleted_at is null and ${visibleAccounts(viewer)} and ${whose}
    )
    select *, (count(*) over ())::int as total from (
      select o.id as account_id, o.display_name as account_name, o.system_account, 'certificate' as kind,
        c.common_name as name, c.valid_to as ends
      from own o join saml_certificate c on c.account_id = o.id
      where c.state <> 'retired' and c.valid_to <= ${until}
        and not exists (select from saml_certificate n where n.account_id = c.account_id and n.state <> 'retired'
          and n.valid_to > ${until})
      union all
      select o.id, o.display_name, o.system_account, 'key', '', k.valid_to
      from own o join saml_key k on k.account_id = o.id
      where k.state = 'current' and k.valid_to <= ${until}
      union all
      select o.id, o.display_name, o.system_account, 'validity', o.entity_id, o.valid_until from own o
      where o.valid_until <= ${until} and o.concerns
      union all
      select o.id, o.display_name, o.system_account, 'metadata', o.metadata_url, null from own o where o.offered
      union all
      select o.id, o.display_name, o.system_account, 'refresh', o.metadata_url, null from own o where o.failing
    ) notices order by ends nulls first, account_id, kind, name limit ${LIMITS.samlNotices}`.execute(db);
  const items = rows.map(({ total: _, ends, ...one }) => ({ ...one, ends: ends && storedDateTime(ends) }));
  return { items, total: rows[0]?.total ?? 0 };
}
